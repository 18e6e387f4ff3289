import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { OPENAPI } from '../src/docs/openapi.ts';
import { runCommand } from './command.ts';
import { VIEWS } from './schema/views.ts';

const FOLDER = join(import.meta.dirname, '..', 'schema');

await runCommand(
  new Command('npm run schema')
    .description(
      'Print each view of the GraphQL schema and the OpenAPI document to the folder schema.',
    )
    .action(() => {
      for (const [name, text] of Object.entries(VIEWS)) writeText(`${name}.graphql`, text);
      writeText('openapi.json', `${JSON.stringify(OPENAPI, null, 2)}\n`);
    }),
);

function writeText(name: string, text: string): void {
  writeFileSync(join(FOLDER, name), text);
  process.stdout.write(`schema/${name}\n`);
}

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { runCommand } from './command.ts';
import { VIEWS } from './schema/views.ts';

const FOLDER = join(import.meta.dirname, '..', 'schema');

await runCommand(
  new Command('npm run schema')
    .description('Print each view of the GraphQL schema to the folder schema, for review.')
    .action(() => {
      for (const [name, text] of Object.entries(VIEWS)) {
        writeFileSync(join(FOLDER, `${name}.graphql`), text);
        process.stdout.write(`schema/${name}.graphql\n`);
      }
    }),
);

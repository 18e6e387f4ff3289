import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { runCommand } from './command.ts';
import { GENERATED_FILES, ROOT } from './schema/generated-files.ts';

await runCommand(
  new Command('npm run schema')
    .description(
      'Writes the generated files: the views of the GraphQL schema, the OpenAPI document, and the ' +
        "types of the pages' operations.",
    )
    .action(() => {
      for (const [path, text] of Object.entries(GENERATED_FILES)) {
        writeFileSync(join(ROOT, path), text);
        process.stdout.write(`${path}\n`);
      }
    }),
);

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { runCommand } from './command.ts';
import { GENERATED_FILES, ROOT } from './schema/generated-files.ts';

await runCommand(
  new Command('npm run schema')
    .description(
      'Write what is generated from the GraphQL schema: its views and the types of operations.',
    )
    .action(() => {
      for (const [path, text] of Object.entries(GENERATED_FILES)) {
        writeFileSync(join(ROOT, path), text);
        process.stdout.write(`${path}\n`);
      }
    }),
);

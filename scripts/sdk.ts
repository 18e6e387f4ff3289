import { Command } from 'commander';
import { runCommand } from './command.ts';
import {
  compileTypeScript,
  writePythonSources,
  writeTypeScriptSources,
} from './sdk/client-files.ts';

await runCommand(
  new Command('npm run sdk')
    .description('Writes the generated files of the clients, from schema/openapi.json.')
    .action(async () => {
      await writeTypeScriptSources();
      await compileTypeScript();
      process.stdout.write('clients/typescript\n');
      await writePythonSources();
      process.stdout.write('clients/python\n');
    }),
);

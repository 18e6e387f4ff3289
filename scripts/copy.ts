import { Command } from 'commander';
import { loadConfig } from '../src/config/config.ts';
import { copyToMongo } from '../src/store/mongo/copy.ts';
import { openSqliteContents } from '../src/store/sqlite/contents.ts';
import { runCommand } from './command.ts';

const program = new Command('npm run copy --')
  .description(
    'Copies the embedded store in DATA_DIR into an empty MongoDB database, and checks every ' +
      'record there. Stop the server first. Interrupted, run it again; run again after its end, ' +
      'it only checks.',
  )
  .requiredOption('--to <uri>', 'the database, as MONGODB_URI')
  .option('--json', 'print one JSON object (run as: npm run -s copy -- …)')
  .action(copy);

await runCommand(program);

async function copy({ to, json }: { to: string; json?: true }): Promise<void> {
  // Validated like MONGODB_URI, so that an error does not repeat the password.
  const { dataDir, mongodbUri } = loadConfig({ ...process.env, MONGODB_URI: to });
  const contents = openSqliteContents(dataDir);
  const counts: Record<string, { read: number; written: number }> = {};
  try {
    const say = json ? () => {} : (line: string) => process.stdout.write(`${line}\n`);
    await copyToMongo(
      mongodbUri ?? '',
      contents.read,
      () => Date.now(),
      (copied) => {
        const { kind, read, written } = copied;
        counts[kind] = { read, written };
        say(`${kind}: ${read} checked, ${written} of them written`);
      },
    );
    say(`Set APP_SECRET to the secret of ${dataDir}, or keys that wait to be revealed are lost.`);
    if (json) process.stdout.write(`${JSON.stringify(counts)}\n`);
  } finally {
    contents.close();
  }
}

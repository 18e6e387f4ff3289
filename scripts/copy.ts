import { Command } from 'commander';
import { loadConfig } from '../src/config/config.ts';
import { copyToMongo } from '../src/store/mongo/copy.ts';
import { describeStore } from '../src/store/open.ts';
import { openSqliteContents } from '../src/store/sqlite/contents.ts';
import { print, runCommand, sayStore } from './command.ts';

const program = new Command('npm run copy --')
  .description(
    'Copies the embedded store in DATA_DIR into the empty database at MONGODB_URI, and checks ' +
      'every record there. Stop the server first. Interrupted, run it again; run again after its end, ' +
      'it only checks.',
  )
  .option('--json', 'print one JSON object (run as: npm run -s copy -- …)')
  .action(copy);

await runCommand(program);

/** The URI is no argument, because other users of the machine can see a process's arguments. */
async function copy({ json }: { json?: true }): Promise<void> {
  const config = loadConfig(process.env);
  const { dataDir, mongodbUri, appSecrets } = config;
  const from = await describeStore({ dataDir, mongodbUri: null });
  sayStore(mongodbUri === null ? from : `${from}, copied to ${await describeStore(config)}`);
  if (mongodbUri === null) throw new Error('set MONGODB_URI to the database to copy to');
  const contents = openSqliteContents(dataDir);
  const counts: Record<string, { read: number; written: number }> = {};
  try {
    const say = json ? () => {} : (line: string) => process.stdout.write(`${line}\n`);
    await copyToMongo(
      mongodbUri,
      contents.read,
      () => Date.now(),
      (copied) => {
        const { kind, read, written } = copied;
        counts[kind] = { read, written };
        say(`${kind}: ${read} checked, ${written} of them written`);
      },
    );
    const secret =
      appSecrets === null
        ? `Set APP_SECRET to the content of ${dataDir}/secret`
        : 'Keep APP_SECRET';
    const text = `${secret}: it decrypts keys that wait to be revealed and the secrets of webhooks.`;
    await print(`${json ? JSON.stringify(counts) : text}\n`);
  } finally {
    contents.close();
  }
}

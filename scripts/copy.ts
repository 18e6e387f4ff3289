import { Command } from 'commander';
import { loadConfig } from '../src/config/config.ts';
import { copyStore } from '../src/store/copy.ts';
import { describeStore, openWholeStore } from '../src/store/open.ts';
import { print, requireStore, runCommand, sayStore } from './command.ts';

const program = new Command('npm run copy --')
  .description(
    'Copies the embedded store in DATA_DIR into the empty database at MONGODB_URI, or back, and ' +
      'checks every record there. Stop the servers first. Interrupted, run it again; run again ' +
      'after its end, it only checks.',
  )
  .option('--back', 'copy from MONGODB_URI into the new folder DATA_DIR')
  .option('--json', 'print one JSON object (run as: npm run -s copy -- …)')
  .action(copy);

await runCommand(program);

/** The URI is no argument, because other users of the machine can see a process's arguments. */
async function copy({ back, json }: { back?: true; json?: true }): Promise<void> {
  const { dataDir, mongodbUri, appSecrets } = loadConfig(process.env);
  const embedded = { dataDir, mongodbUri: null };
  if (mongodbUri === null) {
    sayStore(await describeStore(embedded));
    throw new Error('set MONGODB_URI to the database to copy to or from');
  }
  const database = { dataDir, mongodbUri };
  const [from, to] = back ? [database, embedded] : [embedded, database];
  const names = await Promise.all([describeStore(from), describeStore(to)]);
  sayStore(`${names[0]}, copied to ${names[1]}`);
  await requireStore(from, `set ${back ? 'MONGODB_URI' : 'DATA_DIR'} to the one to copy`);
  const counts: Record<string, { written: number; checked: number }> = {};
  const say = json ? () => {} : (line: string) => process.stdout.write(`${line}\n`);
  const opened = await openWholeStore(from);
  try {
    const target = await openWholeStore(to);
    try {
      await copyStore(
        opened,
        target,
        () => Date.now(),
        (step, kind, records) => {
          counts[kind] = { written: 0, checked: 0, ...counts[kind], [step]: records };
          say(`${kind}: ${records} ${step}`);
        },
      );
    } finally {
      await target.close();
    }
  } finally {
    await opened.close();
  }
  const missing = back
    ? 'Start the server with the APP_SECRET of the servers on MongoDB'
    : `Set APP_SECRET to the content of ${dataDir}/secret`;
  const secret = appSecrets === null ? missing : 'Keep APP_SECRET';
  const text = `${secret}: it decrypts keys that wait to be revealed and the secrets of webhooks.`;
  await print(`${json ? JSON.stringify(counts) : text}\n`);
}

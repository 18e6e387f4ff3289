import { existsSync, mkdirSync, readdirSync, rmdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { loadConfig } from '../src/config/config.ts';
import { toErrorLine } from '../src/domain/errors.ts';
import { describeStore } from '../src/store/open.ts';
import { backUpSqliteStore, deleteOldBackups, verifyBackup } from '../src/store/sqlite/backup.ts';
import { writeLastBackup } from '../src/store/sqlite/backup-time.ts';
import {
  print,
  requireStore,
  runCommand,
  sayStore,
  stopOnSignal,
  toWholeNumber,
} from './command.ts';

/** The copies contain encrypted API keys, so only their owner may read them. */
const OWNER_ONLY = 0o077;

const program = new Command('npm run backup --')
  // Options behind `verify` are its own.
  .enablePositionalOptions()
  .description(
    'Copies the embedded store that DATA_DIR names, with its secret, into a new or empty folder. ' +
      'Works while the server and an import run.',
  )
  .argument('<folder>', 'where to, for example backups/2026-11-21')
  .option(
    '--keep <count>',
    'afterwards delete the backups beside the folder, except for the newest ones, this one included',
    toWholeNumber(1, 10_000),
  )
  .option('--json', 'print one JSON object (run as: npm run -s backup -- …)')
  .action(backUp);
program
  .command('verify')
  .description('opens a backup, checks every page of it and counts, and changes nothing')
  .argument('<folder>', 'a backup, for example backups/2026-11-21')
  .option('--json', 'print one JSON object (run as: npm run -s backup -- …)')
  .action(verify);

await runCommand(program);

async function backUp(folder: string, options: { json?: true; keep?: number }): Promise<void> {
  const config = loadConfig(process.env);
  const { dataDir, appSecrets, mongodbUri } = config;
  sayStore(await describeStore(config));
  // A folder that was copied to MongoDB is still there: its backups would be of that day.
  if (mongodbUri !== null) {
    throw new Error(
      'MONGODB_URI is set: back up its database with the tools of MongoDB, or unset it to copy ' +
        `the embedded store in ${dataDir}`,
    );
  }
  await requireStore(config);
  process.umask(OWNER_ONLY);
  const signal = stopOnSignal(
    new Error('the backup was stopped before it was complete: run it again'),
  );
  const made = makeEmptyFolder(folder);
  const copied = await backUpSqliteStore(dataDir, folder, {
    // With APP_SECRET the file is not used, and would look like the secret that is.
    withSecret: appSecrets === null,
    signal,
  }).catch((error: unknown) => {
    if (made) rmdirSync(folder);
    throw error;
  });
  const { secret, ...counts } = copied;
  noteTime(dataDir);
  const deleted = options.keep === undefined ? [] : deleteOldBackups(dataDir, folder, options.keep);
  if (options.json) {
    const kept = options.keep === undefined ? {} : { deleted };
    await print(`${JSON.stringify({ folder, ...counts, secret, ...kept })}\n`);
    return;
  }
  const holds = secret
    ? ', and its secret: keep it as safe as the keys themselves'
    : appSecrets === null
      ? ', but no secret'
      : '; APP_SECRET is not in it: keep a copy elsewhere';
  const lines = [
    `${folder} holds ${counts.companies} companies and ${counts.accounts} accounts of ${dataDir}`,
    `${holds}\n`,
    ...deleted.map((path) => `deleted ${path}\n`),
  ];
  await print(lines.join(''));
}

async function verify(folder: string, options: { json?: true }): Promise<void> {
  const counts = verifyBackup(folder);
  const secret = existsSync(join(folder, 'secret'));
  const { companies, accounts } = counts;
  await print(
    options.json
      ? `${JSON.stringify({ folder, ...counts, secret })}\n`
      : `${folder} is whole: ${companies} companies and ${accounts} accounts, ` +
          `${secret ? 'with' : 'without'} a secret\n`,
  );
}

/** The backup is complete without it, for example where the disk of the store is full. */
function noteTime(dataDir: string): void {
  try {
    writeLastBackup(dataDir, Date.now());
  } catch (error) {
    process.stderr.write(
      `the backup is complete, but its time is not in the metrics: ${toErrorLine(error)}\n`,
    );
  }
}

/** Whether there was none. */
function makeEmptyFolder(folder: string): boolean {
  if (existsSync(folder) && !statSync(folder).isDirectory()) {
    throw new Error(`${folder} is a file: name a new or empty folder`);
  }
  if (mkdirSync(folder, { recursive: true }) !== undefined) return true;
  if (readdirSync(folder).length === 0) return false;
  throw new Error(`${folder} must be new or empty and holds something: choose another folder`);
}

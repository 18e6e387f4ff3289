import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { writeLastBackup } from '../../src/store/sqlite/backup-time.ts';
import { acquireLock } from '../../src/store/sqlite/lock.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

/** An unprivileged user. */
const UID = 65_534;
const IS_ROOT = process.getuid?.() === 0;
const LOCK = new URL('../../src/store/sqlite/lock.ts', import.meta.url).href;
const OPEN = new URL('../../src/store/sqlite/open.ts', import.meta.url).href;
const STORE = new URL('../../src/store/open.ts', import.meta.url).href;
/** That user cannot use the one of the tests. */
const COMPILE_CACHE = mkdtempSync(join(tmpdir(), 'registru-'));
if (IS_ROOT) chownSync(COMPILE_CACHE, UID, UID);
afterAll(() => rmSync(COMPILE_CACHE, { recursive: true }));

/** What is said when that user takes the server's lock and opens the store. */
function open(dataDir: string): string {
  return runAsOther(
    `acquireLock(process.argv[1], 'server');
    openSqliteStore(process.argv[1]);
    process.stdout.write('open');`,
    dataDir,
  );
}

function runAsOther(statements: string, dataDir: string): string {
  const program = `
    import { acquireLock } from '${LOCK}';
    import { openSqliteStore } from '${OPEN}';
    import { hasStore } from '${STORE}';
    try {
      ${statements}
    } catch (error) {
      process.stdout.write(error.message);
    }`;
  const args = ['--input-type=module', '-e', program, dataDir];
  const { stdout, stderr } = spawnSync(process.execPath, args, {
    uid: UID,
    gid: UID,
    env: { NODE_COMPILE_CACHE: COMPILE_CACHE },
    encoding: 'utf8',
  });
  return stdout + stderr;
}

/** Says whether the user holds up a start by locking the server's lock. */
function lockAsOther(dataDir: string): string {
  const program = `
    import { DatabaseSync } from 'node:sqlite';
    try {
      new DatabaseSync(process.argv[1], { readOnly: true }).exec('BEGIN; PRAGMA user_version');
      process.stdout.write('locked');
    } catch (error) {
      process.stdout.write(error.message);
    }`;
  const args = ['--input-type=module', '-e', program, join(dataDir, 'server.lock')];
  return spawnSync(process.execPath, args, { uid: UID, gid: UID, env: {}, encoding: 'utf8' })
    .stdout;
}

/** A folder of that user's with a store in it. */
function makeFolder(): string {
  const folder = makeTestFolder();
  chownSync(folder, UID, UID);
  expect(open(folder)).toBe('open');
  return folder;
}

// Root may write everything.
describe.runIf(IS_ROOT)('a start by a user', () => {
  it.each([
    [
      'without the right to write the folder',
      0o500,
      0o600,
      /^DATA_DIR ".*" cannot be read and writ/,
    ],
    [
      'without the right to write the lock and the files',
      0o700,
      0o400,
      /server\.lock.*give it to the us/,
    ],
  ])('%s is refused', (_name, folderMode, fileMode, message) => {
    const folder = makeFolder();
    for (const name of readdirSync(folder)) chmodSync(join(folder, name), fileMode);
    chmodSync(folder, folderMode);
    expect(open(folder)).toMatch(message);
  });

  it.each(['companies', 'accounts', 'usage'])('is refused where %s.db may only be read', (name) => {
    const folder = makeFolder();
    chmodSync(join(folder, `${name}.db`), 0o400);
    expect(open(folder)).toMatch(
      new RegExp(`${name}\\.db: the file cannot be read and written by this user`),
    );
  });
});

describe.runIf(IS_ROOT)('a folder of another user', () => {
  it('can be used by its owner after root has', async () => {
    const folder = makeTestFolder();
    chownSync(folder, UID, UID);
    acquireLock(folder, 'import').release();
    await openTestSqlite(folder).close();
    writeLastBackup(folder, 0);
    for (const name of readdirSync(folder))
      expect([name, statSync(join(folder, name)).uid]).toEqual([name, UID]);
    expect(open(folder)).toBe('open');
    expect(runAsOther("acquireLock(process.argv[1], 'import')", folder)).toBe('');
  });

  it('is not taken for one without a store', () => {
    const folder = makeTestFolder();
    chmodSync(folder, 0o700);
    const say =
      'process.stdout.write(String(await hasStore({ dataDir: process.argv[1], mongodbUri: null })))';
    expect(runAsOther(say, join(folder, 'data'))).toMatch(
      /companies\.db cannot be read by this user \(uid 65534\): run this as the user that the server/,
    );
  });

  it('whose lock is of root says so', () => {
    const folder = makeTestFolder();
    acquireLock(folder, 'import').release();
    chownSync(folder, UID, UID);
    expect(runAsOther("acquireLock(process.argv[1], 'import')", folder)).toMatch(
      /import\.lock: the file cannot be read and written by this user \(uid 65534\): give it to/,
    );
  });
});

it.runIf(IS_ROOT)('other users of the machine cannot lock a folder they may enter', () => {
  const folder = makeTestFolder();
  chmodSync(folder, 0o755);
  acquireLock(folder, 'server').release();
  expect(lockAsOther(folder)).toBe('unable to open database file');
  // As earlier versions created it.
  chmodSync(join(folder, 'server.lock'), 0o644);
  expect(lockAsOther(folder)).toBe('locked');
  acquireLock(folder, 'server').release();
  expect(lockAsOther(folder)).toBe('unable to open database file');
});

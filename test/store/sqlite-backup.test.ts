import { spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { NO_REQUESTS } from '../../src/store/port/usage.ts';
import {
  backUpSqliteStore,
  deleteOldBackups,
  verifyBackup,
} from '../../src/store/sqlite/backup.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';
import { toAccount, toEntry, toKey } from './records.ts';

const FILES = ['SHA256SUMS', 'accounts.db', 'companies.db', 'usage.db'];

it('copies an open store with what it wrote last, for its owner alone', async () => {
  const [dataDir, folder] = [makeTestFolder(), makeTestFolder()];
  const store = openTestSqlite(dataDir);
  await store.companies.write([toStored(COMPANY)], []);
  await store.accounts.insert(toAccount('a@b.md', toKey('one')), [toEntry('id-a@b.md')]);
  const count = { ...NO_REQUESTS, day: '2026-11-21', ok: 3, clientErrors: 2, limited: 1 };
  await store.usage.add([{ accountId: 'id-a@b.md', ...count }]);
  const counts = { companies: 1, accounts: 1 };
  expect(await backUpSqliteStore(dataDir, folder)).toEqual({ ...counts, secret: false });
  await store.close();
  expect(readdirSync(folder).toSorted()).toEqual(FILES);
  expect(statSync(join(folder, 'accounts.db')).mode & 0o777).toBe(0o600);
  const copy = openTestSqlite(folder);
  expect(await copy.companies.findByIdnos([COMPANY.idno])).toMatchObject([{ idno: COMPANY.idno }]);
  expect(await copy.accountReads.listUsage('id-a@b.md', '', '9999')).toEqual([count]);
  await copy.close();
});

async function makeBackup(folder = makeTestFolder()): Promise<string> {
  const dataDir = makeTestFolder();
  const store = openTestSqlite(dataDir);
  await store.companies.write([toStored(COMPANY)], []);
  await store.accounts.insert(toAccount('a@b.md', toKey('one')), [toEntry('id-a@b.md')]);
  await store.close();
  await backUpSqliteStore(dataDir, folder);
  return folder;
}

it('verifies a backup without changing it', async () => {
  const folder = await makeBackup();
  const before = readdirSync(folder).map((name) => readFileSync(join(folder, name)));
  expect(verifyBackup(folder)).toEqual({ companies: 1, accounts: 1 });
  expect(readdirSync(folder).toSorted()).toEqual(FILES);
  expect(readdirSync(folder).map((name) => readFileSync(join(folder, name)))).toEqual(before);
});

it.each<[string, (path: string) => void]>([
  ['missing', (path) => rmSync(path)],
  ['cut', (path) => truncateSync(path, 8_192)],
  ['empty', (path) => truncateSync(path, 0)],
  [
    'damaged',
    (path) => {
      const bytes = readFileSync(path);
      // All pages but the first, which has the schema.
      bytes.fill(0xff, 4_096);
      writeFileSync(path, bytes);
    },
  ],
  [
    'changed where SQLite does not look',
    (path) =>
      writeFileSync(path, readFileSync(path, 'latin1').replace('CREATE', 'create'), 'latin1'),
  ],
  ['of another program', (path) => writeFileSync(path, 'x'.repeat(9_000))],
])('finds a file that is %s', async (_, spoil) => {
  for (const name of ['accounts', 'usage', 'companies']) {
    const folder = await makeBackup();
    spoil(join(folder, `${name}.db`));
    expect(() => verifyBackup(folder)).toThrow(
      new RegExp(`^[^\\n]*${name}\\.db cannot be used: [^\\n]+$`),
    );
  }
});

it('has sums that sha256sum can check', async () => {
  const folder = await makeBackup();
  const { stdout } = spawnSync('sha256sum', ['-c', 'SHA256SUMS'], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect(stdout).toBe('accounts.db: OK\nusage.db: OK\ncompanies.db: OK\n');
});

it.each(['empty', 'nowhere', 'incomplete'])(
  'finds a folder that is no backup: %s',
  async (kind) => {
    const folder = kind === 'nowhere' ? join(makeTestFolder(), kind) : makeTestFolder();
    if (kind === 'incomplete') {
      await makeBackup(folder);
      rmSync(join(folder, 'SHA256SUMS'));
    }
    expect(() => verifyBackup(folder)).toThrow(
      /^\S+ is no complete backup: there is no SHA256SUMS in it that can be read; name the folder/,
    );
  },
);

it('keeps the newest backups, and everything beside them that is none', async () => {
  const parent = makeTestFolder();
  const first = await makeBackup();
  const names = ['old', 'older', 'new', 'store', 'mixed'];
  for (const [at, name] of ['older', 'old', 'store', 'mixed', 'new'].entries()) {
    cpSync(first, join(parent, name), { recursive: true });
    utimesSync(join(parent, name, 'companies.db'), at, at);
  }
  writeFileSync(join(parent, 'mixed', 'notes.txt'), 'mine');
  mkdirSync(join(parent, 'empty'));
  const [store, newest] = [join(parent, 'store'), join(parent, 'new')];
  expect(deleteOldBackups(store, newest, 3)).toEqual([]);
  expect(readdirSync(parent).toSorted()).toEqual([...names, 'empty'].toSorted());
  expect(deleteOldBackups(store, newest, 2)).toEqual([join(parent, 'older')]);
  expect(deleteOldBackups(store, newest, 1)).toEqual([join(parent, 'old')]);
  expect(readdirSync(parent).toSorted()).toEqual(['empty', 'mixed', 'new', 'store']);
});

it('refuses a store whose usage.db is missing', async () => {
  const dataDir = makeTestFolder();
  await openTestSqlite(dataDir).close();
  rmSync(join(dataDir, 'usage.db'));
  await expect(backUpSqliteStore(dataDir, makeTestFolder())).rejects.toThrow(
    /there is no \S+usage\.db/,
  );
});

it('refuses a folder without a store, and makes none', async () => {
  const dataDir = join(makeTestFolder(), 'nowhere');
  await expect(backUpSqliteStore(dataDir, makeTestFolder())).rejects.toThrow(
    /^there is no \S+accounts\.db: set DATA_DIR to the folder of the embedded store$/,
  );
  expect(existsSync(dataDir)).toBe(false);
});

it('refuses a damaged store, and leaves the folder empty', async () => {
  const [dataDir, folder] = [makeTestFolder(), makeTestFolder()];
  await openTestSqlite(dataDir).close();
  const path = join(dataDir, 'accounts.db');
  const bytes = readFileSync(path);
  bytes.fill(0xff, 4_096, 12_288);
  writeFileSync(path, bytes);
  await expect(backUpSqliteStore(dataDir, folder)).rejects.toThrow(/^cannot copy \S+accounts\.db/);
  expect(readdirSync(folder)).toEqual([]);
});

it('that is stopped says so, and leaves the folder empty', async () => {
  const [dataDir, folder] = [makeTestFolder(), makeTestFolder()];
  await openTestSqlite(dataDir).close();
  const stop = new AbortController();
  const reason = new Error('the backup was stopped');
  const stopped = expect(
    backUpSqliteStore(dataDir, folder, { signal: stop.signal }),
  ).rejects.toThrow(reason);
  stop.abort(reason);
  await stopped;
  expect(readdirSync(folder)).toEqual([]);
});

it('without a secret that can be read leaves the folder empty', async () => {
  const [dataDir, folder] = [makeTestFolder(), makeTestFolder()];
  await openTestSqlite(dataDir).close();
  mkdirSync(join(dataDir, 'secret'));
  await expect(backUpSqliteStore(dataDir, folder, { withSecret: true })).rejects.toThrow();
  expect(readdirSync(folder)).toEqual([]);
});

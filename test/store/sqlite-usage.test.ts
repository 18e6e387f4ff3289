import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { expect, it, onTestFinished, vi } from 'vitest';
import { hashApiKey } from '../../src/domain/account/api-key.ts';
import { NO_REQUESTS } from '../../src/store/port/usage.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { makeTestFolder } from '../support/folder.ts';
import { toAccount, toEntry, toKey } from './records.ts';

const ACCOUNT = toAccount('a@b.md', toKey('one'));
const ID = ACCOUNT.id;
const HASH = hashApiKey('one');
const DAY = '2026-11-21';
const COUNTED = { ...NO_REQUESTS, day: DAY, ok: 5, clientErrors: 3, limited: 1 };
const COUNT = { ...COUNTED, accountId: ID };
const LISTED = [COUNTED];

function open(folder: string) {
  const store = openSqliteStore(folder);
  onTestFinished(() => store.close());
  return store;
}

it('keeps counts whose accounts.db was removed', async () => {
  const folder = makeTestFolder();
  const { accounts, usage, close } = openSqliteStore(folder);
  await accounts.insert(ACCOUNT, [toEntry(ID)]);
  await usage.add([COUNT]);
  await close();
  rmSync(join(folder, 'accounts.db'));
  expect(() => openSqliteStore(folder)).toThrow(/usage\.db has counts/);
  const counts = new DatabaseSync(join(folder, 'usage.db'));
  expect(counts.prepare('SELECT ok FROM usage').all()).toEqual([{ ok: 5 }]);
  counts.close();
});

it('leaves the cache of keys valid when counts and last uses are written', async () => {
  const { accounts, usage } = open(makeTestFolder());
  await accounts.insert(ACCOUNT, [toEntry(ID)]);
  const get = vi.spyOn(StatementSync.prototype, 'get');
  onTestFinished(() => get.mockRestore());
  async function countStatements() {
    get.mockClear();
    await accounts.findKeyAccess([HASH]);
    return get.mock.calls.length;
  }
  const cold = await countStatements();
  const cached = await countStatements();
  expect(cached).toBeLessThan(cold);
  await usage.add([COUNT]);
  await accounts.recordKeyUses([{ keyHash: HASH, atMs: 70 }], 70);
  expect(await countStatements()).toBe(cached);
});

it('finishes the deletion of an account that was interrupted between the files', async () => {
  const folder = makeTestFolder();
  const { accounts, accountReads, usage } = open(folder);
  await accounts.insert(ACCOUNT, [toEntry(ID)]);
  await usage.add([COUNT]);
  await accounts.recordKeyUses([{ keyHash: HASH, atMs: 70 }], 70);
  // What the deletion alone leaves behind.
  const db = new DatabaseSync(join(folder, 'accounts.db'));
  db.exec(
    `DELETE FROM accounts; INSERT INTO deletions VALUES ('${ID}', 1, '{"atMs":70,"isFinished":false}')`,
  );
  expect(await accountReads.listUsage(ID, '', '9999')).toEqual(LISTED);
  await accounts.finishDeletions(70);
  expect(await accountReads.listUsage(ID, '', '9999')).toEqual([]);
  const listDeletions = () => db.prepare('SELECT id FROM deletions').all();
  expect(listDeletions()).toEqual([{ id: ID }]);
  await accounts.finishDeletions(71 + 86_400_000);
  expect(listDeletions()).toEqual([]);
  const counts = new DatabaseSync(join(folder, 'usage.db'));
  expect(counts.prepare('SELECT * FROM keyUses').all()).toEqual([]);
  counts.close();
  db.close();
});

it('answers for keys where usage.db is gone, and says so otherwise', async () => {
  const folder = makeTestFolder();
  const store = openSqliteStore(folder, { elapsedMs: () => Number.POSITIVE_INFINITY });
  onTestFinished(() => store.close());
  await store.accounts.insert(ACCOUNT, [toEntry(ID)]);
  rmSync(join(folder, 'usage.db'));
  expect(await store.accounts.findKeyAccess([HASH])).toMatchObject([{ accountId: ID }]);
  const gone = /usage\.db was removed or replaced/;
  await expect(store.ping()).rejects.toThrow(gone);
  await expect(store.usage.add([COUNT])).rejects.toThrow(gone);
  const use = { keyHash: HASH, atMs: 70 };
  await expect(store.accounts.recordKeyUses([use], 70)).rejects.toThrow(gone);
});

it('counts a batch once, though accounts.db is gone when it is added', async () => {
  const folder = makeTestFolder();
  const store = openSqliteStore(folder, { elapsedMs: () => Number.POSITIVE_INFINITY });
  onTestFinished(() => store.close());
  await store.accounts.insert(ACCOUNT, [toEntry(ID)]);
  rmSync(join(folder, 'accounts.db'));
  await store.usage.add([COUNT], 'batch');
  expect(await store.accountReads.listUsage(ID, '', '9999')).toEqual(LISTED);
});

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { hashApiKey } from '../../src/domain/account/api-key.ts';
import { NO_REQUESTS } from '../../src/store/port/usage.ts';
import {
  ACCOUNT_LAYOUT,
  toAccountMigrations,
  USAGE_LAYOUT,
} from '../../src/store/sqlite/account-databases.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { type Migrations, openDatabase } from '../../src/store/sqlite/open-database.ts';
import { makeTestFolder } from '../support/folder.ts';
import { holdLock } from '../support/lock-holder.ts';
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

function openAccounts(folder: string, migrations: Migrations) {
  const options = { migrations, synchronous: 'FULL' } as const;
  return openDatabase(join(folder, 'accounts.db'), options);
}

/** A folder whose accounts.db has the counts and the last use of a key, as before usage.db. */
function makeFormer(): string {
  const folder = makeTestFolder();
  const db = openAccounts(folder, ACCOUNT_LAYOUT);
  db.exec(`
    INSERT INTO accounts (id, email, email_folded, created_at_ms, key_hash, key_id,
        key_last_used_at_ms)
      VALUES ('${ID}', 'a@b.md', 'a@b.md', 1, '${HASH}', 'key', 70),
             ('other', 'c@d.md', 'c@d.md', 1, 'unused', 'other key', NULL);
    INSERT INTO usage VALUES ('${ID}', '${DAY}', 5, 3, 1);
  `);
  db.close();
  return folder;
}

async function look(folder: string) {
  const { accounts, accountReads, close } = openSqliteStore(folder);
  const [access] = await accounts.findKeyAccess([HASH]);
  const emails = ['a@b.md', 'c@d.md'];
  const found = await Promise.all(emails.map((email) => accounts.findByEmail(email)));
  const days = await accountReads.listUsage(ID, '', '9999');
  await close();
  return { access, days, lastUses: found.map((account) => account?.apiKey?.lastUsedAtMs) };
}

it('lists days from before 304 and 404 were counted by themselves, once no older server runs', async () => {
  const folder = makeTestFolder();
  const [first = ''] = USAGE_LAYOUT;
  const options = { migrations: [first], synchronous: 'NORMAL' } as const;
  const former = openDatabase(join(folder, 'usage.db'), options);
  openAccounts(folder, toAccountMigrations(former)).close();
  former.exec(`INSERT INTO usage VALUES ('${ID}', '${DAY}', 5, 3, 1)`);
  former.close();
  const server = await holdLock(folder, 'server');
  expect(() => openSqliteStore(folder)).toThrow(/usage\.db: another server is using the folder/);
  await server.kill();
  const { accounts, accountReads, usage } = open(folder);
  await accounts.insert(ACCOUNT, [toEntry(ID)]);
  expect(await accountReads.listUsage(ID, '', '9999')).toEqual(LISTED);
  await usage.add([{ ...COUNT, notModified: 7, notFound: 2 }]);
  expect(await accountReads.listUsage(ID, '', '9999')).toEqual([
    { day: DAY, ok: 10, notModified: 7, notFound: 2, clientErrors: 6, limited: 2 },
  ]);
});

describe('a store of the former layout', () => {
  it('opens with the same counts and last uses, each time', async () => {
    const folder = makeFormer();
    for (let time = 0; time < 2; time++) {
      expect(await look(folder)).toMatchObject({
        access: { accountId: ID },
        days: LISTED,
        lastUses: [70, null],
      });
    }
  });

  it('is not upgraded while a server uses it', async () => {
    const folder = makeFormer();
    const server = await holdLock(folder, 'server');
    expect(() => openSqliteStore(folder)).toThrow(/another server is using the folder/);
    // The older server still finds its tables.
    openAccounts(folder, ACCOUNT_LAYOUT).close();
    await server.kill();
    expect((await look(folder)).days).toEqual(LISTED);
  });

  it('keeps counts whose accounts.db was removed', async () => {
    const folder = makeFormer();
    await look(folder);
    rmSync(join(folder, 'accounts.db'));
    expect(() => openSqliteStore(folder)).toThrow(/usage\.db has counts/);
    const counts = new DatabaseSync(join(folder, 'usage.db'));
    expect(counts.prepare('SELECT ok FROM usage').all()).toEqual([{ ok: 5 }]);
    counts.close();
  });

  it('is refused by the older program once it has been upgraded', async () => {
    const folder = makeFormer();
    await look(folder);
    expect(() => openAccounts(folder, ACCOUNT_LAYOUT)).toThrow(/start the newer program/);
  });

  it('neither loses nor doubles a count where its upgrade is interrupted between the files', async () => {
    const folder = makeFormer();
    // As a process that is killed when usage.db has everything and accounts.db has not committed.
    const options = {
      migrations: USAGE_LAYOUT,
      synchronous: 'NORMAL',
    } as const;
    const usage = openDatabase(join(folder, 'usage.db'), options);
    expect(() => openAccounts(folder, [...toAccountMigrations(usage), 'NOT SQL'])).toThrow(/NOT/);
    usage.close();
    const moved = new DatabaseSync(join(folder, 'usage.db'));
    expect(moved.prepare('SELECT ok FROM usage').all()).toEqual([{ ok: 5 }]);
    moved.close();
    // The older program runs once more, and counts.
    const older = openAccounts(folder, ACCOUNT_LAYOUT);
    older.exec('UPDATE usage SET ok = ok + 1; UPDATE accounts SET key_last_used_at_ms = 80');
    older.close();
    expect(await look(folder)).toMatchObject({
      days: [{ ok: 6, notModified: 0, notFound: 0, clientErrors: 3, limited: 1 }],
      lastUses: [80, 80],
    });
  });
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
  // What the first of the two transactions leaves behind.
  const db = new DatabaseSync(join(folder, 'accounts.db'));
  db.exec(`DELETE FROM accounts; INSERT INTO deleted_accounts VALUES ('${ID}')`);
  expect(await accountReads.listUsage(ID, '', '9999')).toEqual(LISTED);
  await accounts.deleteEvents(0);
  expect(await accountReads.listUsage(ID, '', '9999')).toEqual([]);
  expect(db.prepare('SELECT * FROM deleted_accounts').all()).toEqual([]);
  const counts = new DatabaseSync(join(folder, 'usage.db'));
  expect(counts.prepare('SELECT * FROM key_uses').all()).toEqual([]);
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

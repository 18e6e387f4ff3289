import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { hashApiKey } from '../../src/domain/account/api-key.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import type { AccountStore, ReceivedEvent } from '../../src/store/accounts/accounts.ts';
import { prepareCachedRead } from '../../src/store/sqlite/cached-read.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { openDatabase } from '../../src/store/sqlite/open-database.ts';
import { makeTestFolder } from '../support/folder.ts';
import { BUSINESS, toAccount, toChange, toEntry, toKey } from './records.ts';

const ACCOUNT = toAccount('a@b.md', toKey('one'));
const ID = ACCOUNT.id;
const HASH = hashApiKey('one');
const EVENT: ReceivedEvent = { id: 'event', atMs: 9, receivedAtMs: 9 };

const SCHEMA = ['CREATE TABLE names (key TEXT PRIMARY KEY, name TEXT) STRICT'];

/** Two connections to one file; the reads of the first are cached and counted. */
function openBoth() {
  const path = join(makeTestFolder(), 'names.db');
  const open = () => {
    const db = openDatabase(path, { migrations: SCHEMA, synchronous: 'FULL' });
    onTestFinished(() => {
      if (db.isOpen) db.close();
    });
    return db;
  };
  const [own, other] = [open(), open()];
  const state = { reads: 0 };
  const select = own.prepare('SELECT name FROM names WHERE key = ?');
  const readKept = prepareCachedRead(own, (key) => {
    state.reads++;
    return select.get(key)?.['name'] ?? null;
  });
  return { own, other, state, find: (key: string) => readKept()(key) };
}

it('reads a row, and that there is none, once while nobody writes', () => {
  const { own, other, state, find } = openBoth();
  own.exec("INSERT INTO names VALUES ('a', 'one')");
  for (let time = 0; time < 3; time++) {
    expect([find('a'), find('b')]).toEqual(['one', null]);
    other.prepare('SELECT * FROM names').all();
  }
  expect(state.reads).toBe(2);
});

it('caches nothing that is read inside a transaction, which may be rolled back', () => {
  const { own, find } = openBoth();
  own.exec('BEGIN');
  own.exec("INSERT INTO names VALUES ('a', 'one')");
  expect(find('a')).toBe('one');
  own.exec('ROLLBACK');
  expect(find('a')).toBeNull();
});

it("does not see another's transaction before its commit, and does right after it", () => {
  const { own, other, find } = openBoth();
  own.exec("INSERT INTO names VALUES ('a', 'one')");
  expect(find('a')).toBe('one');
  other.exec('BEGIN IMMEDIATE');
  other.exec("UPDATE names SET name = 'two'");
  expect(find('a')).toBe('one');
  other.exec('COMMIT');
  expect(find('a')).toBe('two');
});

/** The result without a cached read. */
async function readOnce(folder: string) {
  const store = openSqliteStore(folder);
  const holders = await store.accounts.findKeyAccess([HASH]);
  await store.close();
  return holders;
}

/** Each kind of write to the account that has the key. */
const WRITES: [string, (accounts: AccountStore) => Promise<unknown>][] = [
  [
    'its key is replaced',
    (accounts) => accounts.replace(toChange(ACCOUNT, { apiKey: toKey('next') })),
  ],
  ['its key is revoked', (accounts) => accounts.replace(toChange(ACCOUNT, { apiKey: null }))],
  ['its plan is', (accounts) => accounts.replace(toChange(ACCOUNT, { subscription: BUSINESS }))],
  [
    'an event came',
    (accounts) => accounts.applyEvent(EVENT, toChange(ACCOUNT, { subscription: BUSINESS })),
  ],
  ['it is deleted', (accounts) => accounts.delete(ID, toEntry(ID))],
];

it.each(WRITES)(
  'reads the current access of a key when %s, on either connection',
  async (_, write) => {
    for (const place of ['here', 'elsewhere']) {
      const folder = makeTestFolder();
      const [server, command] = [openSqliteStore(folder), openSqliteStore(folder)];
      onTestFinished(async () => {
        for (const store of [server, command]) await store.close();
      });
      await server.accounts.insert(ACCOUNT, [toEntry(ID)]);
      const before = await server.accounts.findKeyAccess([HASH]);
      expect(before).toEqual([{ accountId: ID, subscription: null }]);
      expect(await server.accounts.findKeyAccess([HASH])).toEqual(before);
      await write((place === 'here' ? server : command).accounts);
      const after = await server.accounts.findKeyAccess([HASH]);
      expect(after).not.toEqual(before);
      expect(after).toEqual(await readOnce(folder));
    }
  },
);

it('is Unavailable where the file cannot be read', () => {
  const { own, find } = openBoth();
  own.close();
  expect(() => find('a')).toThrow(Unavailable);
});

/** What either connection may do between two look-ups. */
const CHANGES = [
  "INSERT OR REPLACE INTO names VALUES ('a', 'NEXT')",
  "INSERT OR IGNORE INTO names VALUES ('b', 'NEXT')",
  "UPDATE names SET name = 'NEXT' WHERE key = 'b'",
  "UPDATE names SET key = 'c' WHERE key = 'a' AND NOT EXISTS (SELECT 1 FROM names WHERE key = 'c')",
  "DELETE FROM names WHERE key = 'c'",
  'DELETE FROM names',
  "BEGIN; DELETE FROM names; INSERT INTO names VALUES ('a', 'NEXT'); ROLLBACK",
  "BEGIN; UPDATE names SET name = 'NEXT'; COMMIT",
];

it('returns what an uncached read would return, whichever connection changes the data', () => {
  const { own, other, find } = openBoth();
  const look = other.prepare('SELECT name FROM names WHERE key = ?');
  const step = fc.record({ change: fc.constantFrom(...CHANGES), isOwn: fc.boolean() });
  let next = 0;
  fc.assert(
    fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
      for (const { change, isOwn } of steps) {
        (isOwn ? own : other).exec(change.replaceAll('NEXT', String(next++)));
        for (const key of ['a', 'b', 'c']) {
          expect(find(key)).toBe(look.get(key)?.['name'] ?? null);
        }
      }
    }),
    { numRuns: 100 },
  );
});

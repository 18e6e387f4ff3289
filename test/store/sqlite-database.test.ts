import { existsSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Layout, Stored } from '../../src/store/port/documents.ts';
import { createDocumentCollections } from '../../src/store/sqlite/document-collection.ts';
import { acquireLock } from '../../src/store/sqlite/lock.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { type Migrations, openDatabase } from '../../src/store/sqlite/open-database.ts';
import { makeTestFolder } from '../support/folder.ts';
import { holdLock } from '../support/lock-holder.ts';

const STEPS = [
  'CREATE TABLE names (name TEXT) STRICT',
  "INSERT INTO names VALUES ('kept')",
  'ALTER TABLE names ADD COLUMN length INTEGER',
];

/** The values of `PRAGMA synchronous`. */
const [NORMAL, FULL] = [1, 2];

const LOCKS = ['server', 'import'] as const;

function open(path: string, migrations: Migrations) {
  const db = openDatabase(path, { migrations, synchronous: 'FULL' });
  onTestFinished(() => {
    if (db.isOpen) db.close();
  });
  return db;
}

function toLink(folder: string): string {
  const link = join(makeTestFolder(), 'link');
  symlinkSync(folder, link);
  return link;
}

function readSynchronous(path: string, synchronous: 'FULL' | 'NORMAL') {
  const db = openDatabase(path, { migrations: [], synchronous });
  onTestFinished(() => db.close());
  return db.prepare('PRAGMA synchronous').get()?.['synchronous'];
}

describe('the collections of a file', () => {
  const EARLIER = { things: { indexes: [{ by: ['rank'] }] } };
  const LATER = {
    things: { indexes: [{ by: ['rank'] }, { by: ['key'], unique: true }] },
    others: {},
  } as const satisfies Layout;
  interface Thing extends Stored {
    key: string;
  }

  function openCollections(path: string, layout: Layout) {
    const db = openDatabase(path, { migrations: [], layout, synchronous: 'FULL' });
    onTestFinished(() => {
      if (db.isOpen) db.close();
    });
    return { db, ...createDocumentCollections<{ things: Thing; others: Thing }>(db, layout) };
  }

  it('of a later version are made in a file that exists, and left by an earlier one', async () => {
    const path = join(makeTestFolder(), 'a.db');
    const first = openCollections(path, EARLIER);
    await first.things.replace({ id: 'a', version: 0, key: 'k' });
    first.db.close();
    const later = openCollections(path, LATER);
    expect(await later.things.getMany(['k'], 'key')).toMatchObject([{ id: 'a' }]);
    expect(await later.things.replace({ id: 'b', version: 0, key: 'k' })).toBeNull();
    await later.others.replace({ id: 'c', version: 0, key: 'k' });
    const again = openCollections(path, EARLIER);
    await again.things.replace({ id: 'd', version: 0, key: 'd' });
    expect(await later.others.getMany(['c'])).toMatchObject([{ id: 'c' }]);
    expect(await later.things.getMany(['d'], 'key')).toMatchObject([{ id: 'd' }]);
  });

  it('are on the disk before a write is done, unless a power cut may undo it', async () => {
    const { db, things } = openCollections(join(makeTestFolder(), 'a.db'), EARLIER);
    const levels: unknown[] = [];
    const readLevel = db.prepare('PRAGMA synchronous');
    db.function('note_level', () => {
      levels.push(readLevel.get()?.['synchronous']);
      return null;
    });
    db.exec('CREATE TRIGGER note AFTER INSERT ON things BEGIN SELECT note_level(); END');
    const toThing = (id: string) => ({ id, version: 0, key: id });
    await things.replace(toThing('a'));
    await things.replace(toThing('b'), {}, { isDurable: false });
    await things.replaceEach([toThing('c')], { isDurable: false });
    const unstorable = { ...toThing('d'), key: 1n as unknown as string };
    await expect(things.replace(unstorable, {}, { isDurable: false })).rejects.toThrow(TypeError);
    await things.replaceEach([toThing('e')]);
    expect(levels).toEqual([FULL, NORMAL, NORMAL, FULL]);
  });
});

describe('the version of a file', () => {
  it('is migrated from any older one, with its data', () => {
    const path = join(makeTestFolder(), 'a.db');
    for (const count of [1, 2, 3, 3]) {
      const db = open(path, STEPS.slice(0, count));
      expect(db.prepare('PRAGMA user_version').get()).toEqual({ user_version: count });
      db.close();
    }
    expect(open(path, STEPS).prepare('SELECT * FROM names').all()).toEqual([
      { name: 'kept', length: null },
    ]);
  });

  it('stays the old one, whole, when a step fails', () => {
    const path = join(makeTestFolder(), 'a.db');
    open(path, STEPS.slice(0, 1)).close();
    expect(() => open(path, [...STEPS, 'NOT SQL'])).toThrow(/cannot open .*a\.db: .*syntax error/);
    const db = open(path, STEPS.slice(0, 1));
    expect(db.prepare('SELECT * FROM names').all()).toEqual([]);
  });

  it('becomes newer while its locks are held, which are free afterwards', () => {
    const folder = makeTestFolder();
    const path = join(folder, 'a.db');
    const checkLocks = () => {
      for (const name of LOCKS) expect(() => acquireLock(folder, name)).toThrow(`another ${name}`);
    };
    const options = { upgradeLocks: LOCKS, synchronous: 'FULL' } as const;
    openDatabase(path, { ...options, migrations: STEPS.slice(0, 1) }).close();
    openDatabase(path, { ...options, migrations: [...STEPS, checkLocks] }).close();
    for (const name of LOCKS) acquireLock(folder, name).release();
    expect.assertions(LOCKS.length);
  });

  it.each([
    ['relative', (folder: string) => relative(process.cwd(), folder)],
    ['a link', toLink],
  ])('becomes newer by the process that holds its locks, where its path is %s', (_, toPath) => {
    const folder = makeTestFolder();
    const options = { upgradeLocks: LOCKS, synchronous: 'FULL' } as const;
    openDatabase(join(folder, 'a.db'), { ...options, migrations: STEPS.slice(0, 1) }).close();
    const path = toPath(folder);
    const lock = acquireLock(path, 'server');
    openDatabase(join(path, 'a.db'), { ...options, migrations: STEPS }).close();
    lock.release();
  });

  it.each(LOCKS)('stays the old one while another %s uses the folder', async (name) => {
    const folder = makeTestFolder();
    const path = join(folder, 'a.db');
    const options = { upgradeLocks: LOCKS, synchronous: 'FULL' } as const;
    openDatabase(path, { ...options, migrations: STEPS.slice(0, 1) }).close();
    const holder = await holdLock(folder, name);
    expect(() => openDatabase(path, { ...options, migrations: STEPS })).toThrow(
      `another ${name} is using the folder`,
    );
    await holder.kill();
    openDatabase(path, { ...options, migrations: STEPS }).close();
  });

  it('is created while other processes hold its locks', async () => {
    const folder = makeTestFolder();
    for (const name of LOCKS) await holdLock(folder, name);
    const options = { upgradeLocks: LOCKS, synchronous: 'FULL' } as const;
    openDatabase(join(folder, 'a.db'), { ...options, migrations: STEPS }).close();
  });

  it('is refused in one line when it is newer than the program', () => {
    const path = join(makeTestFolder(), 'a.db');
    open(path, STEPS).close();
    expect(() => open(path, STEPS.slice(0, 2))).toThrow(
      /cannot open .*a\.db: it has version 3 and this program knows up to 2; start the newer program/,
    );
  });
});

describe('a file that cannot be used', () => {
  it.each([
    ['no database', 'this is no database, whatever its name says'.repeat(100), /not a database/],
    ['cut short', `SQLite format 3\0${'\x10\0\x02\x02'.repeat(200)}`, /cannot open/],
  ])('is refused in one line: %s', (_name, content, reason) => {
    const folder = makeTestFolder();
    writeFileSync(join(folder, 'accounts.db'), content);
    expect(() => openSqliteStore(folder)).toThrow(reason);
    expect(() => openSqliteStore(folder)).toThrow(/^[^\n]+$/);
  });

  it('is refused in one line: a folder in its place, a file in the place of the folder', () => {
    const folder = makeTestFolder();
    writeFileSync(join(folder, 'file'), '');
    expect(() => openSqliteStore(join(folder, 'file'))).toThrow(/DATA_DIR .* cannot be used/);
    expect(() => openSqliteStore(join(folder, 'file', 'below'))).toThrow(
      /DATA_DIR .* cannot be used/,
    );
    expect(() => open(folder, STEPS)).toThrow(/cannot open/);
  });
});

it('syncs accounts at each change and leaves that to the system for companies', () => {
  const folder = makeTestFolder();
  expect(readSynchronous(join(folder, 'a.db'), 'FULL')).toBe(FULL);
  expect(readSynchronous(join(folder, 'b.db'), 'NORMAL')).toBe(NORMAL);
});

it('refuses to write where it is opened to be read only, after the upgrade', () => {
  const path = join(makeTestFolder(), 'a.db');
  const options = { migrations: STEPS, synchronous: 'NORMAL' } as const;
  const db = openDatabase(path, { ...options, readOnly: true });
  onTestFinished(() => db.close());
  expect(() => db.exec("INSERT INTO names VALUES ('a', 1)")).toThrow(/readonly/);
  expect(db.prepare('SELECT name FROM names').all()).toEqual([{ name: 'kept' }]);
});

it('keeps its folder and the accounts from other users', async () => {
  const folder = join(makeTestFolder(), 'data');
  const store = openSqliteStore(folder);
  onTestFinished(() => store.close());
  expect(statSync(folder).mode & 0o777).toBe(0o700);
  expect(statSync(join(folder, 'accounts.db')).mode & 0o777).toBe(0o600);
  expect(statSync(join(folder, 'accounts.db-wal')).mode & 0o777).toBe(0o600);
});

it('goes on reading and says so when the disk is full', async () => {
  const path = join(makeTestFolder(), 'a.db');
  const db = open(path, ['CREATE TABLE texts (text TEXT) STRICT']);
  db.prepare('INSERT INTO texts VALUES (?)').run('first');
  db.exec('PRAGMA max_page_count = 3');
  const insert = db.prepare('INSERT INTO texts VALUES (?)');
  expect(() => insert.run('x'.repeat(100_000))).toThrow(/full/);
  expect(new DatabaseSync(path).prepare('SELECT text FROM texts').all()).toEqual([
    { text: 'first' },
  ]);
});

it.runIf(existsSync('/proc/locks'))('keeps its lock on a file that is opened twice', () => {
  const path = join(makeTestFolder(), 'a.db');
  open(path, STEPS);
  const { ino } = statSync(path);
  const countLocks = () =>
    readFileSync('/proc/locks', 'utf8')
      .split('\n')
      .filter((line) => line.includes(`:${ino} `)).length;
  const before = countLocks();
  expect(before).toBeGreaterThan(0);
  open(path, STEPS);
  expect(countLocks()).toBe(before);
});

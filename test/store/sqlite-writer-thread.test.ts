import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import { openSqliteImport } from '../../src/store/sqlite/open-import.ts';
import { startWriterThread } from '../../src/store/sqlite/writer/import-writes.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const NOT_A_TEXT = { not: 'a text' } as unknown as string;

function makeStored(serial: number, replaced: Partial<StoredCompany> = {}): StoredCompany {
  const idno = String(1_000_000_000_000 + serial);
  const caem = [{ code: `${10 + serial}.11`, label: `Label ${serial}`, main: true }];
  return { ...toStored({ ...COMPANY, idno, caem }), ...replaced };
}

function toIdno({ company }: StoredCompany): string {
  return company.idno;
}

/** A server, and an import that writes in a thread after `inlineRows` companies. */
function openBoth(inlineRows: number, rowsPerCommit = 1_000) {
  const folder = makeTestFolder();
  const server = openTestSqlite(folder);
  const store = openSqliteImport(folder, { inlineRows, rowsPerCommit });
  onTestFinished(async () => {
    await store.close().catch(() => {});
    await server.close();
  });
  return { folder, server: server.companies, companies: store.companies };
}

it('writes what was written before and after the thread was started', async () => {
  const { server, companies } = openBoth(2);
  const all = [1, 2, 3, 4, 5].map((serial) => makeStored(serial));
  for (const one of all) await companies.write([one], []);
  await companies.flush();
  expect(await server.findRecords(all.map(toIdno))).toEqual(all);
  expect(await companies.findRecords(all.map(toIdno))).toEqual(all);
});

it('commits at a flush, or after enough rows', async () => {
  const { server, companies } = openBoth(0, 3);
  /** Waits for the writes before: no more than twelve may wait. */
  const waitForThread = async () => {
    for (let batch = 0; batch <= 12; batch++) await companies.write([], []);
  };
  await companies.write([makeStored(1), makeStored(2)], []);
  await waitForThread();
  expect(await server.count()).toBe(0);
  // Inline writes would be visible on this connection.
  expect(await companies.count()).toBe(0);
  await companies.write([makeStored(3)], []);
  await waitForThread();
  expect(await server.count()).toBe(3);
  await companies.write([makeStored(4)], []);
  await companies.flush();
  expect(await server.count()).toBe(4);
});

it('replaces and removes in the order of the calls', async () => {
  const { server, companies } = openBoth(0);
  const [imported, bundled] = [makeStored(1), makeStored(2, { sample: true })];
  const again = { ...imported, revision: 2, fingerprint: 'f'.repeat(13) };
  void companies.write([imported, bundled], []);
  void companies.write([again], []);
  expect(await companies.removeSamples()).toBe(1);
  await companies.flush();
  expect(await server.findRecords([imported, bundled].map(toIdno))).toEqual([again, null]);
});

it('writes many batches at once, each once', async () => {
  const { server, companies } = openBoth(0);
  const all = Array.from({ length: 40 }, (_, serial) => makeStored(serial));
  await Promise.all(all.map((one) => companies.write([one], [])));
  await companies.flush();
  expect(await server.findRecords(all.map(toIdno))).toEqual(all);
});

it('accepts only a few batches ahead of its writes', async () => {
  const { folder, companies } = openBoth(0);
  await companies.write([makeStored(0)], []);
  await companies.flush();
  const other = new DatabaseSync(join(folder, 'companies.db'));
  onTestFinished(() => other.close());
  other.exec('BEGIN IMMEDIATE');
  let taken = 0;
  const writes = Array.from({ length: 30 }, async (_, serial) => {
    await companies.write([makeStored(serial)], []);
    taken++;
  });
  await setImmediate();
  expect(taken).toBe(12);
  other.exec('COMMIT');
  await Promise.all(writes);
  await companies.flush();
  expect(await companies.count()).toBe(30);
});

it('rolls back uncommitted rows when a write fails, reports it, and writes no more', async () => {
  const { server, companies } = openBoth(0);
  await companies.write([makeStored(1)], []);
  await companies.flush();
  await companies.write([makeStored(2)], []);
  const broken = companies.write([makeStored(3, { fingerprint: NOT_A_TEXT })], []);
  const behind = companies.write([makeStored(4)], []);
  await Promise.allSettled([broken, behind]);
  await expect(companies.flush()).rejects.toThrow(/cannot be bound/);
  await expect(companies.write([makeStored(5)], [])).rejects.toThrow(/cannot be bound/);
  await expect(companies.removeSamples()).rejects.toThrow(/cannot be bound/);
  expect(await server.count()).toBe(1);
});

it('commits the remaining rows when it is closed', async () => {
  const folder = makeTestFolder();
  const store = openSqliteImport(folder, { inlineRows: 0 });
  await store.companies.write([makeStored(1)], []);
  await store.close();
  const again = openSqliteImport(folder);
  expect(await again.companies.count()).toBe(1);
  await again.close();
});

it('is unavailable when the database refuses in the thread', async () => {
  const { folder, companies } = openBoth(0);
  const db = new DatabaseSync(join(folder, 'companies.db'));
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON companies BEGIN
    SELECT RAISE(ABORT, 'no room'); END`);
  db.close();
  await companies.write([makeStored(1)], []);
  const fault = await companies.flush().catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(Unavailable);
  expect(String(fault)).toContain('the embedded store: no room');
});

it('rejects with the reason if its file cannot be opened', async () => {
  const path = join(makeTestFolder(), 'no', 'companies.db');
  const thread = startWriterThread({ path, rowsPerCommit: 1 });
  await expect(thread.flush()).rejects.toThrow(`cannot open ${path}`);
  await expect(thread.flush()).rejects.toThrow(`cannot open ${path}`);
  await thread.close();
});

it('rejects once its thread has ended', async () => {
  const folder = makeTestFolder();
  const path = join(folder, 'companies.db');
  const thread = startWriterThread({ path, rowsPerCommit: 1 });
  await thread.flush();
  await thread.close();
  await expect(thread.flush()).rejects.toThrow(Unavailable);
});

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

function makeStored(serial: number): StoredCompany {
  const idno = String(1_000_000_000_000 + serial);
  const caem = [{ code: `${10 + serial}.11`, label: `Label ${serial}`, main: true }];
  return toStored({ ...COMPANY, idno, caem });
}

function toIdno({ company }: StoredCompany): string {
  return company.idno;
}

/** A server, and an import that writes in a thread after `inlineRows` companies. */
function openBoth(inlineRows: number) {
  const folder = makeTestFolder();
  const server = openTestSqlite(folder);
  const store = openSqliteImport(folder, { inlineRows });
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

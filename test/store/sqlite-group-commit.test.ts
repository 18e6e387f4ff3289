import { expect, it, onTestFinished } from 'vitest';
import { MAX_RECORDS_PER_WRITE, type StoredCompany } from '../../src/store/port/companies.ts';
import { openSqliteImport } from '../../src/store/sqlite/open-import.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const ROWS_PER_COMMIT = 5_000;

function makeStored(serial: number, replaced: Partial<StoredCompany> = {}): StoredCompany {
  const idno = String(1_000_000_000_000 + serial);
  const caem = [{ code: `0${serial % 10}.11`, label: `Label ${serial % 10}`, main: true }];
  return { ...toStored({ ...COMPANY, idno, caem }), ...replaced };
}

/** A server and an import on one folder, of which each sees what the other has committed. */
function openBoth() {
  const folder = makeTestFolder();
  const server = openTestSqlite(folder);
  const store = openSqliteImport(folder);
  onTestFinished(async () => {
    await store.close();
    await server.close();
  });
  return { server: server.companies, companies: store.companies };
}

it('gathers the writes of an import until it flushes', async () => {
  const { server, companies } = openBoth();
  const written = makeStored(1);
  await companies.write([written], []);
  expect(await server.count()).toBe(0);
  await companies.flush();
  expect(await companies.findRecords([written.company.idno])).toEqual([written]);
  expect(await server.findByIdnos([written.company.idno])).toEqual([written.company]);
});

it('commits automatically when enough rows are buffered', async () => {
  const { server, companies } = openBoth();
  for (let from = 0; from < ROWS_PER_COMMIT; from += MAX_RECORDS_PER_WRITE) {
    expect(await server.count()).toBe(0);
    const rows = Array.from({ length: MAX_RECORDS_PER_WRITE }, (_, at) => makeStored(from + at));
    await companies.write(rows, []);
  }
  expect(await server.count()).toBe(ROWS_PER_COMMIT);
});

it('commits the remaining rows when it is closed', async () => {
  const folder = makeTestFolder();
  for (const serial of [1, 2]) {
    const store = openSqliteImport(folder);
    expect(await store.companies.count()).toBe(serial - 1);
    await store.companies.write([makeStored(serial)], []);
    await store.close();
  }
});

it('replaces and removes companies among those that are not committed yet', async () => {
  const { server, companies } = openBoth();
  const [imported, bundled] = [makeStored(1), makeStored(2, { sample: true })];
  await companies.write([imported, bundled], []);
  await companies.write([{ ...imported, goneSince: '2026-09-21' }], []);
  expect(await companies.removeSamples()).toBe(1);
  await companies.flush();
  const [found] = await server.findRecords([imported.company.idno]);
  expect(found?.goneSince).toBe('2026-09-21');
  expect(await server.count()).toBe(1);
});

it('rolls back all uncommitted rows when a write fails, and can go on', async () => {
  const { server, companies } = openBoth();
  const [first, second] = [makeStored(1), makeStored(2)];
  const broken = makeStored(3, { fingerprint: { not: 'a text' } as unknown as string });
  await companies.write([first], []);
  await expect(companies.write([second, broken], [])).rejects.toThrow();
  await companies.flush();
  expect(await server.count()).toBe(0);
  await companies.write([second], []);
  await companies.flush();
  expect(await server.findByIdnos([second.company.idno])).toEqual([second.company]);
});

it('commits supplements of companies that are in no dump automatically', async () => {
  const folder = makeTestFolder();
  const [store, other] = [openSqliteImport(folder, { rowsPerCommit: 10 }), openTestSqlite(folder)];
  onTestFinished(async () => {
    await store.close();
    await other.close();
  });
  const idnos = Array.from({ length: 11 }, (_, serial) => String(1_000_000_000_000 + serial));
  for (const idno of idnos) {
    await store.companies.write([], [], [{ idno, values: { vatPayer: true }, origins: {} }]);
  }
  const found = await other.companies.findSupplements(idnos);
  expect(found.map((one) => one?.idno ?? null)).toEqual([...idnos.slice(0, 10), null]);
});

it('keeps the buffered rows when a write is refused for its size', async () => {
  const { server, companies } = openBoth();
  await companies.write([makeStored(1)], []);
  const tooMany = Array.from({ length: MAX_RECORDS_PER_WRITE + 1 }, (_, at) => makeStored(at));
  await expect(companies.write(tooMany, [])).rejects.toThrow(RangeError);
  await companies.flush();
  expect(await server.count()).toBe(1);
});

it('assigns new activity numbers after a rollback of those it had added', async () => {
  const { server, companies } = openBoth();
  await companies.write([makeStored(1)], []);
  const broken = makeStored(4, { goneSince: { not: 'a day' } as unknown as string });
  await expect(companies.write([broken], [])).rejects.toThrow();
  await companies.write([makeStored(2), makeStored(3)], []);
  await companies.flush();
  const { idno, caem } = makeStored(3).company;
  expect((await server.findByIdnos([idno]))[0]?.caem).toEqual(caem);
});

it('assigns them again for a write that was grouped with a failed one', async () => {
  const { server, companies } = openBoth();
  const good = makeStored(1);
  const broken = { ...makeStored(1), fingerprint: { not: 'a text' } as unknown as string };
  await Promise.allSettled([companies.write([broken], []), companies.write([good], [])]);
  await companies.flush();
  expect(await server.findByIdnos([good.company.idno])).toEqual([good.company]);
});

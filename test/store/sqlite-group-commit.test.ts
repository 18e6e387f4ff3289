import { describe, expect, it, onTestFinished } from 'vitest';
import { MAX_RECORDS_PER_WRITE, type StoredCompany } from '../../src/store/port/companies.ts';
import { openSqliteImport } from '../../src/store/sqlite/open-import.ts';
import { COMPANY, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const ROWS_PER_COMMIT = 10;
/** No more than twelve writes may wait for the thread. */
const MOST_WAITING = 12;

function makeStored(serial: number, replaced: Partial<StoredCompany> = {}): StoredCompany {
  const idno = String(1_000_000_000_000 + serial);
  const caem = [{ code: `${10 + serial}.11`, label: `Label ${serial}`, main: true }];
  return { ...toStored({ ...COMPANY, idno, caem }), ...replaced };
}

function toIdno({ company }: StoredCompany): string {
  return company.idno;
}

describe.each([
  { where: 'inline', inlineRows: Number.POSITIVE_INFINITY },
  { where: 'in a thread', inlineRows: 0 },
])('an import that writes $where', ({ inlineRows }) => {
  /** A server and an import on one folder, of which each sees what the other has committed. */
  function openBoth() {
    const folder = makeTestFolder();
    const server = openTestSqlite(folder);
    const { companies, close } = openSqliteImport(folder, {
      inlineRows,
      rowsPerCommit: ROWS_PER_COMMIT,
    });
    onTestFinished(async () => {
      await close().catch(() => {});
      await server.close();
    });
    const waitForWrites = async () => {
      for (let batch = 0; batch <= MOST_WAITING; batch++) await companies.write([], []);
    };
    return { server: server.companies, companies, waitForWrites, close };
  }

  it('gathers writes until it flushes', async () => {
    const { server, companies, waitForWrites } = openBoth();
    const written = makeStored(1);
    await companies.write([written], []);
    await waitForWrites();
    expect(await server.count()).toBe(0);
    // Only what is written inline is visible on the import's own connection before the commit.
    expect(await companies.count()).toBe(inlineRows === 0 ? 0 : 1);
    await companies.flush();
    expect(await companies.findRecords([toIdno(written)])).toEqual([written]);
    expect(await server.findByIdnos([toIdno(written)])).toEqual([written.company]);
  });

  it('commits automatically when enough rows are buffered', async () => {
    const { server, companies, waitForWrites } = openBoth();
    for (let serial = 0; serial < ROWS_PER_COMMIT; serial++) {
      expect(await server.count()).toBe(0);
      await companies.write([makeStored(serial)], []);
    }
    await waitForWrites();
    expect(await server.count()).toBe(ROWS_PER_COMMIT);
  });

  it('commits supplements of companies that are in no dump automatically', async () => {
    const { server, companies, waitForWrites } = openBoth();
    const idnos = Array.from({ length: ROWS_PER_COMMIT + 1 }, (_, n) => toIdno(makeStored(n)));
    for (const idno of idnos) {
      await companies.write([], [], [{ idno, values: { vatPayer: true }, origins: {} }]);
    }
    await waitForWrites();
    const found = await server.findSupplements(idnos);
    const expected = [...idnos.slice(0, ROWS_PER_COMMIT), null];
    expect(found.map((one) => one?.idno ?? null)).toEqual(expected);
  });

  it('commits the remaining rows when it is closed', async () => {
    const { server, companies, close } = openBoth();
    await companies.write([makeStored(1)], []);
    await close();
    expect(await server.count()).toBe(1);
  });

  it('replaces and removes companies among those that are not committed yet', async () => {
    const { server, companies } = openBoth();
    const [imported, bundled] = [makeStored(1), makeStored(2, { sample: true })];
    const again = { ...imported, revision: 2, goneSince: '2026-09-21' };
    void companies.write([imported, bundled], []);
    void companies.write([again], []);
    expect(await companies.removeSamples()).toBe(1);
    await companies.flush();
    expect(await server.findRecords([imported, bundled].map(toIdno))).toEqual([again, null]);
  });

  it('rolls back uncommitted rows when a write fails, reports it, and writes no more', async () => {
    const { server, companies } = openBoth();
    await companies.write([makeStored(1)], []);
    await companies.flush();
    await companies.write([makeStored(2)], []);
    const fingerprint = { not: 'a text' } as unknown as string;
    const broken = companies.write([makeStored(3, { fingerprint })], []);
    const behind = companies.write([makeStored(4)], []);
    await Promise.allSettled([broken, behind]);
    await expect(companies.flush()).rejects.toThrow(/cannot be bound/);
    await expect(companies.write([makeStored(5)], [])).rejects.toThrow(/cannot be bound/);
    await expect(companies.removeSamples()).rejects.toThrow(/cannot be bound/);
    expect(await server.count()).toBe(1);
  });

  it('keeps the buffered rows when a write is refused for its size', async () => {
    const { server, companies } = openBoth();
    await companies.write([makeStored(1)], []);
    const tooMany = Array.from({ length: MAX_RECORDS_PER_WRITE + 1 }, (_, at) => makeStored(at));
    await expect(companies.write(tooMany, [])).rejects.toThrow(RangeError);
    await companies.flush();
    expect(await server.count()).toBe(1);
  });
});

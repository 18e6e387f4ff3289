import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import type { ImportStores } from '../../src/import/context.ts';
import { type ImportWork, runImport } from '../../src/import/run.ts';
import { openSqliteImport } from '../../src/store/sqlite/open-import.ts';
import { createClock } from '../support/clock.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';
import { readState } from './store-state.ts';

const SIZE = { rows: 600, seed: 5 };

/** The state of a store after all the work, and the counts of each import. */
async function importAll(works: readonly ImportWork[], dataDir: string, inlineRows: number) {
  const { nowMs } = createClock();
  const counts: unknown[] = [];
  for (const work of works) {
    const store = openSqliteImport(dataDir, { inlineRows, rowsPerCommit: 400 });
    if (work.kind === 'rederive') await misread(store);
    const done = await runImport({ store, work, temporaryFolder: dataDir, nowMs });
    counts.push(done.counts);
    await store.close();
  }
  const store = openTestSqlite(dataDir);
  const state = await readState(store);
  await store.close();
  return { counts, state };
}

/** As an older program might have parsed names. */
async function misread({ companies }: ImportStores): Promise<void> {
  const records = await companies.findRecords(await companies.listIdnos(null, 400));
  const read = records.flatMap((record) =>
    record === null ? [] : [{ ...record, company: { ...record.company, name: 'misread' } }],
  );
  await companies.write(read, []);
  await companies.flush();
}

it('an import leaves the same store whether a thread writes all, part or none of it', async () => {
  const folder = makeTestFolder();
  const [first, later, supplement] = [
    'company_2026.09.14.xlsx',
    'company_2026.09.21.xlsx',
    's.csv',
  ].map((name) => join(folder, name)) as [string, string, string];
  await writeDump(first, { ...SIZE, dumpDate: '2026-09-14' });
  await writeDump(later, { ...SIZE, rows: 580, dumpDate: '2026-09-21', changed: 0.5 });
  const works: ImportWork[] = [
    { kind: 'full', path: first },
    { kind: 'full', path: later },
    { kind: 'supplement', path: supplement },
    { kind: 'rederive' },
  ];
  const alone = await importAll(works.slice(0, 1), join(folder, 'alone'), 0);
  const lines = alone.state.map(
    ({ record }, place) => `${record?.company.idno},${place % 2 === 0}`,
  );
  writeFileSync(supplement, `idno,vat_payer\n${lines.join('\n')}\n`);
  const inline = await importAll(works, join(folder, 'inline'), Number.POSITIVE_INFINITY);
  expect(inline.counts).toMatchObject([{}, { gone: expect.any(Number) }, {}, { changed: 400 }]);
  expect(inline.state.length).toBeGreaterThan(400);
  expect(await importAll(works, join(folder, 'part'), 300)).toEqual(inline);
  expect(await importAll(works, join(folder, 'whole'), 0)).toEqual(inline);
});

it('an import fails with the error of its writer thread, and stores its rejects', async () => {
  const folder = makeTestFolder();
  const path = join(folder, 'company_2026.09.14.xlsx');
  await writeDump(path, { ...SIZE, dumpDate: '2026-09-14' });
  const store = openSqliteImport(folder, { inlineRows: 0 });
  const db = new DatabaseSync(join(folder, 'companies.db'));
  onTestFinished(async () => {
    await store.close().catch(() => {});
    db.close();
  });
  db.exec(`CREATE TRIGGER refuse BEFORE INSERT ON companies BEGIN
    SELECT RAISE(ABORT, 'no room'); END`);
  const { nowMs } = createClock();
  const work: ImportWork = { kind: 'full', path };
  await expect(runImport({ store, work, temporaryFolder: folder, nowMs })).rejects.toThrow(
    'the embedded store: no room',
  );
  expect(await store.imports.list(1)).toMatchObject([
    { outcome: 'failed', message: 'the embedded store: no room' },
  ]);
  expect(await store.companies.count()).toBe(0);
  const { rejected } = db.prepare('SELECT count(*) AS rejected FROM rejects').get() ?? {};
  expect(rejected).toBeGreaterThan(0);
});

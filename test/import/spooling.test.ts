import { readdirSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { ImportStores } from '../../src/import/context.ts';
import { canMount, mountSmallDisk } from '../support/small-disk.ts';
import { makeIdno, type RowSpec, writeCsv } from './dump-file.ts';
import { openTestImport, openWithRows } from './open-import.ts';
import { readState } from './store-state.ts';

/** More than fit into memory before they are written. */
const ROWS: RowSpec[] = Array.from({ length: 600 }, (_, serial) => {
  return { idno: makeIdno(serial), liquidationDate: serial === 0 ? 43_536 : null };
});

it('a dump is written as it was read, though its file is emptied before the first write', async () => {
  const test = await openWithRows([{ idno: makeIdno(1), name: 'VECHE SRL' }]);
  const path = test.save('company.csv', writeCsv({ rows: ROWS, date: '21.09.2026' }));
  const { companies } = test.store;
  let firstWrite = true;
  const store: ImportStores = {
    ...test.store,
    companies: {
      ...companies,
      async write(...batch) {
        if (firstWrite) truncateSync(path, 0);
        firstWrite = false;
        await companies.write(...batch);
      },
    },
  };
  const { counts } = await test.run({ kind: 'full', path }, { store });
  expect(counts).toMatchObject({ read: 600, new: 599, changed: 1 });
  expect(await companies.count()).toBe(600);
});

it('of several rows with one IDNO only one is written, however far apart they are', async () => {
  const test = await openWithRows([{ idno: makeIdno(1) }, { idno: makeIdno(2) }]);
  const rows = [
    { idno: makeIdno(1), name: 'PRIMA SRL' },
    { idno: makeIdno(3), name: 'PRIMA SRL' },
    { idno: makeIdno(4), name: 'PRIMA SRL', liquidationDate: 43_537 },
    ...ROWS,
    { idno: makeIdno(2), name: 'ULTIMA SRL' },
    { idno: makeIdno(3), name: 'ULTIMA SRL' },
  ];
  const { counts } = await test.importRows(rows, { date: '21.09.2026' });
  expect(counts).toMatchObject({ read: 605, new: 598, changed: 0, unchanged: 2, duplicates: 5 });
  // The store has these two as one of their rows is.
  for (const serial of [1, 2]) {
    expect(await test.findRecord(makeIdno(serial))).toMatchObject({ revision: 1 });
  }
  expect(await test.find(makeIdno(3))).toMatchObject({ name: 'ULTIMA SRL' });
  expect(await test.find(makeIdno(4))).toMatchObject({ name: 'PRIMA SRL', status: 'lichidata' });
  expect(test.notes.at(-1)).toBe(
    `company.xlsx: 5 rows are left out, as another row has their IDNO, such as ${makeIdno(1)}: ` +
      'the row with the latest day of registration or liquidation counts, else the one that is ' +
      'stored, else the last',
  );
});

it('a dump whose rows cannot be spooled is refused before the first write', async () => {
  const test = await openWithRows([{ idno: makeIdno(1), name: 'VECHE SRL' }]);
  const before = await readState(test.store);
  const path = test.save('company.csv', writeCsv({ rows: ROWS, date: '21.09.2026' }));
  const temporaryFolder = join(test.folder, 'missing');
  const run = (dryRun: boolean) => test.run({ kind: 'full', path }, { temporaryFolder, dryRun });
  expect((await run(true)).counts).toMatchObject({ new: 599, changed: 1 });
  await expect(run(false)).rejects.toThrow(/^the rows of the dump cannot be written .*ENOENT/);
  expect(await readState(test.store)).toEqual(before);
  const [last] = await test.store.imports.list(1);
  expect(last).toMatchObject({ outcome: 'refused', message: expect.stringMatching(/ENOENT/) });
});

it.runIf(canMount)(
  'one that fills the disk is refused likewise, and imported when run again',
  async () => {
    const test = await openTestImport();
    const path = test.save('company.csv', writeCsv({ rows: ROWS }));
    const temporaryFolder = mountSmallDisk('64k');
    await expect(test.run({ kind: 'full', path }, { temporaryFolder })).rejects.toThrow(
      'the rows of the dump cannot be written to a temporary file (ENOSPC): free some space in ' +
        'DATA_DIR, or with MONGODB_URI in the folder that TMPDIR names',
    );
    expect(await test.store.companies.count()).toBe(0);
    expect(readdirSync(temporaryFolder)).toEqual([]);
    expect((await test.run({ kind: 'full', path })).counts).toMatchObject({ new: 600 });
  },
);

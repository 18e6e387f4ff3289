import { describe, expect, it } from 'vitest';
import type { ImportStores } from '../../../src/import/context.ts';
import type { ImportWork } from '../../../src/import/run.ts';
import { makeIdno, type RowSpec, writeDump } from '../../import/dump-file.ts';
import { openTestImport, type TestImport } from '../../import/open-import.ts';
import { readChanges } from '../../import/read-changes.ts';
import { expectSame, readState } from '../../import/store-state.ts';

/** Enough for several writes of each kind. */
const COMPANIES = 520;
const MAX_STEPS = 100;

/**
 * The same store, which lets `steps` writing calls pass and fails all later ones, as if the process
 * had died there.
 */
function dieAfter(store: ImportStores, steps: number): ImportStores {
  let left = steps;
  const passing = <Call extends (...args: never[]) => Promise<unknown>>(call: Call): Call => {
    const guarded = async (...args: never[]) => {
      if (left === 0) throw new Error('died');
      left--;
      return await call(...args);
    };
    return guarded as Call;
  };
  const { companies, imports } = store;
  const write = passing(companies.write);
  return {
    companies: {
      ...companies,
      // Not every store writes all of it at once; each has the history first, supplements last.
      async write(records, changes, supplements = [], published = []) {
        if (changes.length + published.length > 0) await write([], changes, [], published);
        if (records.length > 0) await write(records, []);
        if (supplements.length > 0) await write([], [], supplements);
      },
      removeSamples: passing(companies.removeSamples),
    },
    imports: {
      ...imports,
      record: passing(imports.record),
      tidyChanges: passing(imports.tidyChanges),
      saveClassification: passing(imports.saveClassification),
    },
  };
}

function makeRows(count: number, replaced: (serial: number) => Partial<RowSpec> = () => ({})) {
  return Array.from({ length: count }, (_, serial) => ({
    idno: makeIdno(serial),
    liquidationDate: serial === 1 ? 43_536 : null,
    ...replaced(serial),
  }));
}

/** Dies at every step of the work in turn, each time in a store that `prepare` made. */
async function expectSameEnd(
  prepare: (test: TestImport) => Promise<void>,
  toWork: (test: TestImport) => ImportWork,
) {
  const base = await openTestImport();
  await prepare(base);
  await base.store.close();
  const work = toWork(base);
  const undisturbed = await openTestImport(base);
  await undisturbed.run(work);
  const expected = await readState(undisturbed.store);
  const expectedChanges = await readSorted(undisturbed);
  for (let steps = 0; steps < MAX_STEPS; steps++) {
    const test = await openTestImport(base);
    const store = dieAfter(test.store, steps);
    const died = await test.run(work, { store }).then(
      () => false,
      (error: Error) => error.message === 'died',
    );
    if (!died) return steps;
    const { run } = await test.run(work);
    expectSame(await readState(test.store), expected);
    expectSame(await readSorted(test), expectedChanges);
    expect(await test.store.imports.list(99)).toContainEqual(run);
    await test.close();
  }
  throw new Error(`the work takes more than ${MAX_STEPS} steps`);
}

/** What clients read; an interrupted import and its repetition each have a part of it. */
async function readSorted({ store }: TestImport) {
  const { changes } = await readChanges(store);
  return changes.map((change) => JSON.stringify(change)).sort();
}

describe('an import that dies at any step ends in the same state when it is run again', () => {
  it('as the first one after the bundled companies', async () => {
    const steps = await expectSameEnd(
      async (test) => {
        const path = test.save('sample.xlsx', writeDump({ rows: makeRows(COMPANIES + 600) }));
        await test.run({ kind: 'full', path, sample: true });
      },
      (test) => {
        const rows = makeRows(COMPANIES, (serial) => ({ name: `REALĂ ${serial} SRL` }));
        return { kind: 'full', path: test.save('company.xlsx', writeDump({ rows })) };
      },
    );
    expect(steps).toBeGreaterThan(8);
  });

  it('as one that changes companies, marks some as gone and lists others again', async () => {
    const steps = await expectSameEnd(
      async (test) => {
        await test.importRows(makeRows(COMPANIES));
        const week = { date: '21.09.2026', guards: { minRatio: 0 } };
        await test.importRows(makeRows(COMPANIES - 100), week);
        const text = `idno,capital\n${makeIdno(1)},10\n${makeIdno(5_000)},20\n`;
        await test.run({ kind: 'supplement', path: test.save('add.csv', text) });
      },
      (test) => {
        const rows = makeRows(COMPANIES, (serial) => ({
          idno: makeIdno(serial % 3 === 0 ? serial : serial + 5_000),
          name: serial % 2 === 0 ? `IZVOR ${serial} SRL` : 'IZVOR STRĂIN SRL',
        }));
        const path = test.save('next.xlsx', writeDump({ rows, date: '28.09.2026' }));
        return { kind: 'full', path };
      },
    );
    expect(steps).toBeGreaterThan(6);
  });

  it('as a supplement', async () => {
    const steps = await expectSameEnd(
      async (test) => {
        await test.importRows(makeRows(COMPANIES));
        await test.run({
          kind: 'supplement',
          path: test.save('old.csv', `idno,capital\n${makeIdno(7)},10\n${makeIdno(5_000)},20\n`),
        });
      },
      (test) => {
        const lines = makeRows(COMPANIES + 50).map(({ idno }, at) => `${idno},${at},62.01`);
        const text = `idno,capital,caem_main\n${lines.join('\n')}\n`;
        return { kind: 'supplement', path: test.save('add.csv', text) };
      },
    );
    expect(steps).toBeGreaterThan(2);
  });

  it('as one that derives again', async () => {
    const steps = await expectSameEnd(
      async (test) => {
        await test.importRows(makeRows(COMPANIES));
        const idnos = await test.store.companies.listIdnos(null, COMPANIES);
        const records = await test.store.companies.findRecords(idnos);
        const misread = records.flatMap((record) =>
          record === null ? [] : [{ ...record, company: { ...record.company, name: 'misread' } }],
        );
        await test.store.companies.write(misread, []);
      },
      () => ({ kind: 'rederive' }),
    );
    expect(steps).toBeGreaterThan(2);
  });
});

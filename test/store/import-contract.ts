import { describe, expect, it } from 'vitest';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import {
  DUMP_KINDS,
  type DumpContents,
  type ImportRun,
  type RunQuery,
  type StoredClassification,
} from '../../src/store/port/imports.ts';
import { COMPANY, delist, IDNO, toIdno, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import type { TestStore } from '../support/stores.ts';

const COUNTS = {
  read: 3,
  new: 1,
  changed: 0,
  unchanged: 0,
  duplicates: 0,
  withoutIdno: 1,
  rejected: 1,
  rejectedBy: { name_missing: 1 },
  gone: 0,
};

const CONTENTS: DumpContents = {
  sheets: { unlicensedSheet: 3, licensedSheet: null },
  rows: 2,
  columns: [
    { column: 'name', readable: 1, errors: 1, length: 0, groups: [['a.', 1]] },
    { column: 'founders', readable: 2, errors: 0, length: 40, groups: [] },
  ],
};

function makeRun(id: string, atMs: number, replaced: Partial<ImportRun> = {}): ImportRun {
  return {
    id,
    kind: 'full',
    fileName: 'company_2026.09.14.xlsx',
    source: null,
    fileHash: 'a'.repeat(64),
    dumpDate: '2026-09-14',
    classificationId: null,
    sample: false,
    startedAtMs: atMs,
    unchangedAtMs: null,
    finishedAtMs: atMs + 1,
    outcome: 'completed',
    message: null,
    rulesVersion: 1,
    recordsChanges: true,
    counts: COUNTS,
    ...replaced,
  };
}

function makeClassification(id: string): StoredClassification {
  return {
    id,
    licensed: [[3, 'Transport']],
    lines: [{ id: '12', label: `ș ${id}`, code: '62.01', version: '2' }],
  };
}

/** What every store promises of imports. `open` gives an empty store that closes with the test. */
export function describeImportStore(open: () => Promise<TestStore>): void {
  async function openWith(...runs: ImportRun[]) {
    const { imports } = await open();
    for (const run of runs) await imports.record(run);
    return imports;
  }

  describe('the date of the served dump', () => {
    const dumped = (dumpDate: string) => ({ dumpDate });

    it.each<[string, string | null, ImportRun[]]>([
      ['is null before any import', null, []],
      [
        'is that of the bundled sample at first',
        '2026-09-14',
        [makeRun('a', 10, { sample: true })],
      ],
      [
        'is that of the full import that ended last, even of an older dump',
        '2026-09-07',
        [makeRun('a', 10, dumped('2026-09-14')), makeRun('b', 20, dumped('2026-09-07'))],
      ],
      [
        'is that of the last real one, and not of a later sample',
        '2026-09-07',
        [makeRun('a', 10, dumped('2026-09-07')), makeRun('b', 20, { sample: true })],
      ],
      [
        'is not that of a later part, supplement or new reading',
        '2026-09-14',
        [
          makeRun('a', 10),
          makeRun('b', 20, { kind: 'partial', dumpDate: '2026-09-21' }),
          makeRun('c', 30, { kind: 'supplement', dumpDate: null }),
          makeRun('d', 40, { kind: 'rederive', dumpDate: null }),
        ],
      ],
      [
        'is that of a part while there is no whole one',
        '2026-09-21',
        [makeRun('a', 10, { kind: 'partial', dumpDate: '2026-09-21' })],
      ],
      ...(['running', 'refused', 'failed', 'interrupted'] as const).map(
        (outcome): [string, string, ImportRun[]] => [
          `is not that of an import that is ${outcome}`,
          '2026-09-14',
          [makeRun('a', 10), makeRun('b', 20, { dumpDate: '2026-09-21', outcome })],
        ],
      ),
    ])('%s', async (_name, expected, runs) => {
      const { companies, imports } = await open();
      for (const run of runs) await imports.record(run);
      expect(await companies.findDataDate()).toBe(expected);
    });
  });

  describe('the date of the data of a company that the register lacks', () => {
    const dumped = (id: string, dumpDate: string, replaced: Partial<ImportRun> = {}) =>
      makeRun(id, Number(dumpDate.replaceAll('-', '')), { dumpDate, ...replaced });
    const FULL_DUMPS = ['09-07', '09-14', '09-21', '09-28'].map((day) =>
      dumped(day, `2026-${day}`),
    );
    const recordOf = (dumpDate: string, replaced: Partial<StoredCompany> = {}) => ({
      ...toStored(COMPANY),
      source: { dumpDate, classificationId: null },
      ...replaced,
    });

    it.each<[string, string, StoredCompany, ImportRun[]]>([
      [
        'is that of the last full dump with it, though its row had changed before',
        '2026-09-14',
        recordOf('2026-09-07'),
        FULL_DUMPS,
      ],
      [
        'is that of a part with a newer row',
        '2026-09-17',
        recordOf('2026-09-17'),
        [...FULL_DUMPS, dumped('part', '2026-09-17', { kind: 'partial' })],
      ],
      [
        'is not that of a part, a sample or an import that was not completed',
        '2026-09-07',
        recordOf('2026-09-07'),
        [
          dumped('full', '2026-09-07'),
          dumped('part', '2026-09-10', { kind: 'partial' }),
          dumped('sample', '2026-09-11', { sample: true }),
          dumped('refused', '2026-09-12', { outcome: 'refused' }),
          dumped('interrupted', '2026-09-13', { outcome: 'interrupted' }),
          dumped('without', '2026-09-21'),
        ],
      ],
      [
        'is that of the last sample with it, if it is one of the sample',
        '2026-09-14',
        recordOf('2026-09-07', { sample: true }),
        [
          dumped('one', '2026-09-07', { sample: true }),
          dumped('two', '2026-09-14', { sample: true }),
          dumped('real', '2026-09-17'),
        ],
      ],
      ['is that of its row where no import is stored', '2026-09-07', recordOf('2026-09-07'), []],
    ])('%s', async (_name, dataDate, stored, runs) => {
      const { companies, imports } = await open();
      await companies.write([stored], []);
      for (const run of runs) await imports.record(run);
      expect(await companies.findDelisting(IDNO)).toBeNull();
      await delist(companies, [IDNO], '2026-09-21');
      expect(await companies.findDelisting(IDNO)).toEqual({ since: '2026-09-21', dataDate });
    });

    it('is null for a text that is no IDNO of a company', async () => {
      const { companies } = await open();
      for (const idno of [UNKNOWN_IDNO, 'abc', '']) {
        expect(await companies.findDelisting(idno)).toBeNull();
      }
    });
  });

  it('tells whether an import has changed a company', async () => {
    const { companies } = await open();
    await companies.write([toStored(COMPANY), toStored({ ...COMPANY, idno: toIdno(1) })], []);
    expect(await companies.hasChanged(IDNO)).toBe(false);
    const change = { idno: IDNO, revision: 1, importId: 'i', dumpDate: '2026-09-14' };
    const previous = { company: { capital: null } };
    await companies.write([{ ...toStored(COMPANY), revision: 2 }], [{ ...change, previous }]);
    expect(await companies.hasChanged(IDNO)).toBe(true);
    for (const idno of [toIdno(1), UNKNOWN_IDNO, 'abc', '']) {
      expect(await companies.hasChanged(idno)).toBe(false);
    }
  });

  it('tells when the last completed import ended, of any kind, but a sample only if alone', async () => {
    const { companies, imports } = await open();
    expect(await companies.findLastImportMs()).toBeNull();
    const endOf = async (run: ImportRun) => {
      await imports.record(run);
      return companies.findLastImportMs();
    };
    const sample = makeRun('a', 30, { sample: true });
    expect(await endOf(sample)).toBe(sample.finishedAtMs);
    const full = makeRun('b', 10);
    expect(await endOf(full)).toBe(full.finishedAtMs);
    expect(await endOf(makeRun('c', 40, { outcome: 'failed' }))).toBe(full.finishedAtMs);
    const supplement = makeRun('d', 20, { kind: 'supplement', dumpDate: null });
    expect(await endOf(supplement)).toBe(supplement.finishedAtMs);
  });

  describe('runs', () => {
    it('come newest first, each as it was recorded last', async () => {
      const imports = await openWith(makeRun('a', 10), makeRun('b', 30), makeRun('c', 20));
      const failed = makeRun('a', 10, { outcome: 'failed', message: 'disk full', counts: null });
      await imports.record(failed);
      expect(await imports.list(9)).toEqual([makeRun('b', 30), makeRun('c', 20), failed]);
      expect(await imports.list(1)).toEqual([makeRun('b', 30)]);
    });

    const dump = makeRun('dump', 30, { dumpDate: '2026-09-07', classificationId: 'x' });
    const part = makeRun('part', 40, { kind: 'partial' });
    const sample = makeRun('sample', 50, { sample: true });
    it.each<[string, RunQuery, ImportRun | null]>([
      ['a full one, whatever its day', { kinds: ['full'], sample: false }, dump],
      ['one of a dump', { kinds: DUMP_KINDS, sample: false }, part],
      ['one of the sample', { kinds: DUMP_KINDS, sample: true }, sample],
      [
        'one with a classification',
        { kinds: DUMP_KINDS, sample: false, withClassification: true },
        dump,
      ],
      ['one of a kind that there is not', { kinds: ['rederive'], sample: false }, null],
    ])('are asked for the one that was completed last: %s', async (_name, query, expected) => {
      const others = (['running', 'refused', 'failed', 'interrupted'] as const).map((outcome, at) =>
        makeRun(outcome, 60 + at, { outcome, classificationId: 'y' }),
      );
      const imports = await openWith(dump, makeRun('older', 20), part, sample, ...others);
      expect(await imports.findLastRun(query)).toEqual(expected);
    });
  });

  it('tells the last import of each kind and outcome, without the sample', async () => {
    const store = await open();
    const runs = [
      makeRun('done', 20),
      makeRun('before', 10),
      makeRun('refused', 15, { outcome: 'refused' }),
      makeRun('part', 12, { kind: 'partial' }),
      makeRun('runs', 30, { kind: 'rederive', outcome: 'running', finishedAtMs: null }),
      makeRun('ran', 25, { kind: 'rederive', outcome: 'running', finishedAtMs: null }),
      makeRun('sample', 40, { kind: 'supplement', sample: true }),
    ];
    for (const run of runs) await store.imports.record(run);
    const ids = (await store.companies.listLastImports()).map(({ id }) => id);
    expect(ids.toSorted()).toEqual(['done', 'part', 'refused', 'runs']);
  });

  it('keep what their dumps contain', async () => {
    const imports = await openWith(makeRun('a', 10));
    expect(await imports.findContents('a')).toBeNull();
    await imports.saveContents('a', CONTENTS);
    expect(await imports.findContents('a')).toEqual(CONTENTS);
    expect(await imports.list(9)).toEqual([makeRun('a', 10)]);
  });

  describe('classifications', () => {
    it('are found by their id', async () => {
      const imports = await openWith();
      await imports.saveClassification(makeClassification('x'));
      await imports.saveClassification(makeClassification('x'));
      expect(await imports.findClassification('x')).toEqual(makeClassification('x'));
      expect(await imports.findClassification('y')).toBeNull();
    });

    it('keep the lines of the sheet as they are', async () => {
      const imports = await openWith();
      const lines = [
        { id: '12', label: 'ș', code: '46327', version: null, day: '2026-11-01' },
        { id: null, label: null, code: '47.12', version: '2' },
      ];
      const classification = { ...makeClassification('x'), lines };
      await imports.saveClassification(classification);
      expect(await imports.findClassification('x')).toEqual(classification);
    });
  });
}

import { describe, expect, it } from 'vitest';
import { makeIdno, type RowSpec } from '../dump-file.ts';
import { openTestImport, openWithRows } from '../open-import.ts';

const [FIRST, SECOND, THIRD] = [makeIdno(1), makeIdno(2), makeIdno(3)];
const ROWS: RowSpec[] = [{ idno: FIRST }, { idno: SECOND }, { idno: THIRD }];
const LATER = { date: '21.09.2026' };
const ANY_NUMBER = { guards: { minRatio: 0 } };

describe('the same file again', () => {
  it('writes nothing', async () => {
    const test = await openWithRows(ROWS);
    const before = await test.store.companies.findRecords([FIRST, SECOND, THIRD]);
    const { counts } = await test.importRows(ROWS);
    expect(counts).toMatchObject({ read: 3, new: 0, changed: 0, unchanged: 3, gone: 0 });
    expect(await test.store.companies.findRecords([FIRST, SECOND, THIRD])).toEqual(before);
  });

  it('with another date and another order of rows writes nothing', async () => {
    const test = await openWithRows(ROWS);
    const { counts } = await test.importRows(ROWS.toReversed(), LATER);
    expect(counts).toMatchObject({ new: 0, changed: 0, unchanged: 3 });
  });

  it('with a duplicate whose last row is stored writes nothing', async () => {
    const test = await openWithRows(ROWS);
    const { counts } = await test.importRows([{ idno: FIRST, name: 'OLD SRL' }, ...ROWS]);
    expect(counts).toMatchObject({ read: 4, unchanged: 3, duplicates: 1, changed: 0 });
  });
});

describe('two rows of one IDNO', () => {
  const OLD: RowSpec = { idno: FIRST, name: 'VECHE SRL', liquidationDate: 43_536 };
  const NEW: RowSpec = { idno: FIRST, name: 'NOUA SRL', regDate: 43_600 };
  const OTHER: RowSpec = { idno: FIRST, name: 'ALTA SRL' };
  const SAME: RowSpec = { idno: FIRST };

  it.each<[string, RowSpec, RowSpec, string]>([
    ['the later registration', OLD, NEW, 'NOUA SRL'],
    ['the later liquidation', { ...OLD, liquidationDate: 43_601 }, NEW, 'VECHE SRL'],
    ['the liquidation, where the other has none', OLD, OTHER, 'VECHE SRL'],
  ])('give in any order the one with %s', async (_, one, other, name) => {
    for (const rows of [
      [one, other],
      [other, one],
    ]) {
      const test = await openWithRows(rows);
      expect(await test.find(FIRST)).toMatchObject({ name });
    }
  });

  it('change nothing when their order changes from week to week', async () => {
    const test = await openWithRows([SAME, OTHER, { idno: SECOND }]);
    for (const [week, rows] of [
      [OTHER, SAME],
      [SAME, OTHER],
    ].entries()) {
      const { counts } = await test.importRows([...rows, { idno: SECOND }], {
        date: `${21 + week}.09.2026`,
      });
      expect(counts).toMatchObject({ unchanged: 2, changed: 0, duplicates: 1 });
    }
    expect(await test.findRecord(FIRST)).toMatchObject({ revision: 1 });
  });
});

describe('a changed company', () => {
  it('has its new values, and its previous ones in the history', async () => {
    const test = await openWithRows(ROWS);
    const changed = {
      idno: SECOND,
      address: 'MD-3100, str. Nouă, 1, mun. Bălţi',
      founders: 'TEI-TEST EVA (100,00%)',
    };
    const { counts, run } = await test.importRows(
      [{ idno: FIRST }, changed, { idno: THIRD }],
      LATER,
    );
    expect(counts).toMatchObject({ new: 0, changed: 1, unchanged: 2 });
    expect(await test.findRecord(SECOND)).toMatchObject({
      company: { address: changed.address, founders: [{ name: 'TEI-TEST EVA' }] },
      revision: 2,
      source: { dumpDate: '2026-09-21' },
    });
    const address = 'MD-2001, str. Izvorului Imaginar, 7, mun. Chişinău';
    expect(await test.store.companies.listChanges(SECOND, 9)).toEqual([
      {
        idno: SECOND,
        revision: 1,
        importId: run.id,
        dumpDate: '2026-09-21',
        previous: {
          company: {
            address,
            founders: [
              { name: 'PRUNARU-TEST ILEANA', share: '60,00%', type: 'persoana_fizica' },
              { name: 'CIREȘARU-TEST PETRU', share: '40,00%', type: 'persoana_fizica' },
            ],
          },
          raw: {
            address,
            founders: 'PRUNARU-TEST ILEANA (60,00%), CIREȘARU-TEST PETRU (40,00%)',
          },
        },
      },
    ]);
    expect(await test.store.companies.listChanges(FIRST, 9)).toEqual([]);
  });

  it('keeps all its earlier values over several dumps', async () => {
    const test = await openTestImport();
    for (const [week, name] of ['ALFA SRL', 'BETA SRL', 'GAMA SRL'].entries()) {
      await test.importRows([{ idno: FIRST, name }], { date: `${14 + week}.09.2026` });
    }
    const changes = await test.store.companies.listChanges(FIRST, 9);
    expect(changes.map(({ previous }) => previous.company?.name)).toEqual(['BETA SRL', 'ALFA SRL']);
  });

  it.each([
    ['whose activity has another label', [[11, 'Altă denumire', 62.01, 2]]],
    ['whose activity has another code', [[11, 'Activităţi', 62.02, 2]]],
    ['whose activity is not named any more', [[12, 'Activităţi', 62.02, 2]]],
  ])('is one %s', async (_, activities) => {
    const test = await openTestImport();
    const row = { idno: FIRST, unlicensed: 11, licensed: null };
    await test.importRows([row, { idno: SECOND, unlicensed: null }]);
    const { counts } = await test.importRows([row, { idno: SECOND, unlicensed: null }], {
      activities,
      ...LATER,
    });
    expect(counts).toMatchObject({ changed: 1, unchanged: 1 });
    const [change] = await test.store.companies.listChanges(FIRST, 1);
    expect(change?.previous.company?.caem).toHaveLength(1);
    expect(change?.previous.raw).toBeUndefined();
  });

  it('is one whose date was after the dump and no longer is', async () => {
    const test = await openTestImport();
    const row = { idno: FIRST, regDate: '18.09.2026' };
    await test.importRows([row]);
    expect(await test.findRecord(FIRST)).toMatchObject({
      company: { regDate: null },
      flags: ['registration_date_invalid'],
    });
    const { counts } = await test.importRows([row], LATER);
    expect(counts).toMatchObject({ changed: 1 });
    expect(await test.find(FIRST)).toMatchObject({ regDate: '2026-09-18' });
  });
});

describe('a company that a full dump lacks', () => {
  it('is marked with the dump date, once, and still served as it was', async () => {
    const test = await openWithRows(ROWS);
    const served = await test.find(THIRD);
    for (const date of ['21.09.2026', '28.09.2026']) {
      const { counts } = await test.importRows(ROWS.slice(0, 2), { date, ...ANY_NUMBER });
      expect(counts.gone).toBe(date === '21.09.2026' ? 1 : 0);
    }
    expect(await test.findRecord(THIRD)).toMatchObject({ goneSince: '2026-09-21', revision: 2 });
    expect(await test.find(THIRD)).toEqual({ ...served, delistedSince: '2026-09-21' });
  });

  it('is listed again when it comes back, and the history records its absence', async () => {
    const test = await openWithRows(ROWS);
    await test.importRows(ROWS.slice(0, 2), { ...LATER, ...ANY_NUMBER });
    const { counts } = await test.importRows(ROWS, { date: '28.09.2026' });
    expect(counts).toMatchObject({ new: 0, changed: 1, unchanged: 2, gone: 0 });
    expect(await test.findRecord(THIRD)).toMatchObject({ goneSince: null, revision: 3 });
    expect(await test.store.companies.listChanges(THIRD, 9)).toMatchObject([
      { previous: { goneSince: '2026-09-21' }, revision: 2, dumpDate: '2026-09-28' },
      { previous: { goneSince: null }, revision: 1, dumpDate: '2026-09-21' },
    ]);
  });

  it('is not gone when the dump is a part of the register', async () => {
    const test = await openWithRows(ROWS);
    const { counts } = await test.importRows([{ idno: FIRST, name: 'ALFA SRL' }], {
      partial: true,
      ...LATER,
    });
    expect(counts).toMatchObject({ changed: 1, gone: 0 });
    expect(await test.findRecord(SECOND)).toMatchObject({ goneSince: null });
  });

  it.each([THIRD, `${THIRD}_x000D_`])(
    'is not gone if its row in the dump is rejected: %s',
    async (idno) => {
      const test = await openWithRows(ROWS);
      const rows = [...ROWS.slice(0, 2), { idno, name: null }];
      const { counts } = await test.importRows(rows, {
        ...LATER,
        guards: { minRatio: 0, maxRejects: 1 },
      });
      expect(counts).toMatchObject({ rejected: 1, gone: 0 });
    },
  );
});

describe('a dry run', () => {
  it('counts everything that a run would do, and writes nothing', async () => {
    const test = await openWithRows(ROWS);
    const rows = [{ idno: FIRST, name: 'ALFA SRL' }, { idno: SECOND }, { idno: makeIdno(4) }];
    const { counts } = await test.importRows(rows, { ...LATER, dryRun: true });
    expect(counts).toMatchObject({ read: 3, new: 1, changed: 1, unchanged: 1, gone: 1 });
    expect(await test.store.companies.count()).toBe(3);
    expect(await test.find(FIRST)).not.toMatchObject({ name: 'ALFA SRL' });
    expect(await test.store.imports.list(9)).toHaveLength(1);
  });
});

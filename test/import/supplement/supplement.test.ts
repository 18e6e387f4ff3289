import { describe, expect, it } from 'vitest';
import { createApiKeyText } from '../../../src/domain/account/api-key.ts';
import type { SUPPLEMENT_COLUMNS } from '../../../src/import/supplement/supplement-file.ts';
import { makeIdno } from '../dump-file.ts';
import { openTestImport, openWithRows, type RunOptions, type TestImport } from '../open-import.ts';

const [FIRST, SECOND, UNKNOWN] = [makeIdno(1), makeIdno(2), makeIdno(9)];
const ROWS = [{ idno: FIRST }, { idno: SECOND }];
/** Two values of every column that a supplement may have. */
const EXAMPLES: Readonly<Record<(typeof SUPPLEMENT_COLUMNS)[number], [string, string]>> = {
  capital: ['10', '20'],
  vat_payer: ['true', 'false'],
  caem_main: ['62.01', '70.22'],
};

function importText(test: TestImport, text: string, options: RunOptions = {}, name = 'add.csv') {
  return test.run({ kind: 'supplement', path: test.save(name, text) }, options);
}

describe('a supplement', () => {
  it('adds values that the dump lacks, and stores their origin', async () => {
    const test = await openWithRows(ROWS);
    expect(await test.find(FIRST)).toMatchObject({ capital: null, vatPayer: null });
    const { counts, run } = await importText(
      test,
      `idno,capital,vat_payer\n${FIRST},"5 400,5",TRUE\n`,
    );
    expect(counts).toMatchObject({ read: 1, new: 0, changed: 1, unchanged: 0, rejected: 0 });
    expect(await test.find(FIRST)).toMatchObject({ capital: '5400.50', vatPayer: true });
    const origin = { importId: run.id, fileName: 'add.csv' };
    expect(await test.store.companies.findSupplements([FIRST])).toEqual([
      {
        idno: FIRST,
        values: { capital: '5400.50', vatPayer: true },
        origins: { capital: origin, vatPayer: origin },
      },
    ]);
    expect(await test.store.companies.listChanges(FIRST, 9)).toMatchObject([
      {
        importId: run.id,
        dumpDate: null,
        previous: { company: { capital: null, vatPayer: null } },
      },
    ]);
  });

  it('stores the name of its file without a key', async () => {
    const test = await openTestImport();
    await importText(test, `idno,capital\n${FIRST},10\n`, {}, `${createApiKeyText()}.csv`);
    const [stored] = await test.store.companies.findSupplements([FIRST]);
    expect(stored?.origins.capital?.fileName).toMatch(/^reg_\w{4}…\.csv$/);
  });

  it('holds after the next dump, changed row or not', async () => {
    const test = await openWithRows(ROWS);
    await importText(test, `idno;vat_payer\n${FIRST};true\n${SECOND};false\n`);
    await test.importRows([{ idno: FIRST, name: 'NOU SRL' }, { idno: SECOND }], {
      date: '21.09.2026',
    });
    expect(await test.find(FIRST)).toMatchObject({ name: 'NOU SRL', vatPayer: true });
    expect(await test.find(SECOND)).toMatchObject({ vatPayer: false });
  });

  it('waits for a company that only a later dump brings', async () => {
    const test = await openWithRows(ROWS);
    const { counts, waiting } = await importText(test, `idno,capital\n${UNKNOWN},10\n`);
    expect(counts).toMatchObject({ new: 1 });
    expect(waiting).toBe(1);
    expect(await test.find(UNKNOWN)).toBeNull();
    await test.importRows([...ROWS, { idno: UNKNOWN }], { date: '21.09.2026' });
    expect(await test.find(UNKNOWN)).toMatchObject({ capital: '10.00' });
  });

  it('counts each company that it waits for once, also when it is repeated', async () => {
    const test = await openWithRows(ROWS);
    const text = `idno,capital\n${UNKNOWN},\n${UNKNOWN},10\n${UNKNOWN},20\n${makeIdno(99)},\n`;
    expect((await importText(test, text)).waiting).toBe(1);
    const { counts, waiting } = await importText(test, text);
    expect(counts).toMatchObject({ new: 0, changed: 0 });
    expect(waiting).toBe(1);
  });

  it('changes nothing with an empty cell, and replaces only stated values', async () => {
    const test = await openWithRows(ROWS);
    const first = await importText(test, `idno,capital,vat_payer\n${FIRST},10,true\n`);
    const next = await importText(test, `idno,capital,vat_payer\n${FIRST},20,\n`, {}, 'next.csv');
    expect(next.counts).toMatchObject({ new: 0, changed: 1 });
    expect(await test.find(FIRST)).toMatchObject({ capital: '20.00', vatPayer: true });
    const [stored] = await test.store.companies.findSupplements([FIRST]);
    expect(stored?.origins).toEqual({
      capital: { importId: next.run.id, fileName: 'next.csv' },
      vatPayer: { importId: first.run.id, fileName: 'add.csv' },
    });
  });

  it.each(Object.entries(EXAMPLES))('writes a change of only %s', async (column, [one, next]) => {
    const test = await openWithRows(ROWS);
    await importText(test, `idno,${column}\n${FIRST},${one}\n`);
    const before = await test.find(FIRST);
    const { counts } = await importText(test, `idno,${column}\n${FIRST},${next}\n`);
    expect(counts).toMatchObject({ changed: 1 });
    expect(await test.find(FIRST)).not.toEqual(before);
  });

  it('again writes nothing', async () => {
    const test = await openWithRows(ROWS);
    const text = `idno,capital\n${FIRST},10\n${SECOND},\n${UNKNOWN},10\n`;
    await importText(test, text);
    const before = await test.findRecord(FIRST);
    const { counts } = await importText(test, text);
    expect(counts).toMatchObject({ read: 3, new: 0, changed: 0, unchanged: 3 });
    expect(await test.findRecord(FIRST)).toEqual(before);
  });

  it('counts the same in a dry run, and writes nothing', async () => {
    const test = await openWithRows(ROWS);
    const text = `idno,capital\n${FIRST},10\n${UNKNOWN},10\n`;
    const { counts, waiting } = await importText(test, text, { dryRun: true });
    expect(counts).toMatchObject({ new: 1, changed: 1 });
    expect(waiting).toBe(1);
    expect(await test.store.companies.findSupplements([FIRST, UNKNOWN])).toEqual([null, null]);
    expect(await test.find(FIRST)).toMatchObject({ capital: null });
  });

  it('of a company that is gone leaves it gone', async () => {
    const test = await openWithRows(ROWS);
    await test.importRows([{ idno: FIRST }], { date: '21.09.2026', guards: { minRatio: 0 } });
    await importText(test, `idno,capital\n${SECOND},10\n`);
    expect(await test.findRecord(SECOND)).toMatchObject({
      company: { capital: '10.00' },
      goneSince: '2026-09-21',
    });
  });
});

describe('the main activity', () => {
  it('may be another one of the register, and the list keeps its order', async () => {
    const test = await openWithRows(ROWS);
    await importText(test, `idno,caem_main\n${FIRST},70.22\n`);
    expect(await test.find(FIRST)).toMatchObject({
      caemMain: '70.22',
      caem: [
        { code: '62.01', main: false },
        { code: '70.22', main: true },
      ],
    });
  });

  it('is added with the label of the classification, and removed when another replaces it', async () => {
    const test = await openWithRows(ROWS);
    await importText(test, `idno,caem_main\n${FIRST},51190\n`);
    expect(await test.find(FIRST)).toMatchObject({
      caemMain: '51190',
      caem: [
        { main: false },
        { main: false },
        { code: '51190', label: 'Comerţ cu ridicata', main: true },
      ],
    });
    await importText(test, `idno,caem_main\n${FIRST},62.01\n`);
    expect((await test.find(FIRST))?.caem).toHaveLength(2);
    expect(await test.find(FIRST)).toMatchObject({ caemMain: '62.01', caem: [{ main: true }, {}] });
  });
});

describe('a code of a supplement', () => {
  it.each([
    ['47110', '47.11', /^Comerţ cu amănuntul în magazine nespecializate/],
    ['G47.11', '47.11', /^Comerţ cu amănuntul în magazine nespecializate/],
    ['5117', '51170', /^Intermedieri pentru vînzarea /],
    // Of both editions, each in its own form.
    ['01.21', '01.21', /^Cultivarea strugurilor$/],
    ['01210', '01210', /^Creşterea bovinelor$/],
  ])('%s is served as %s with its official label', async (text, code, label) => {
    const test = await openWithRows(ROWS);
    await importText(test, `idno,caem_main\n${FIRST},${text}\n`);
    const company = await test.find(FIRST);
    expect(company?.caemMain).toBe(code);
    expect(company?.caem.at(-1)).toEqual({ code, label: expect.stringMatching(label), main: true });
  });

  it('of the edition of 2000 needs the dump, and keeps the label when a later one lacks it', async () => {
    const test = await openTestImport();
    const text = `idno,caem_main\n${FIRST},72200\n`;
    const guards = { maxRejects: 1 };
    await test.importRows(ROWS);
    const { counts } = await importText(test, text, { guards });
    expect(counts).toMatchObject({ rejectedBy: { caem_code_ambiguous: 1 } });
    const activities = [[11, 'Produse software', '72200', 1]];
    await test.importRows(ROWS, { activities });
    await importText(test, text);
    await test.importRows(ROWS, { date: '21.09.2026' });
    expect(await test.find(FIRST)).toMatchObject({ caemMain: '72200' });
    expect((await test.find(FIRST))?.caem.at(-1)).toEqual({
      code: '72200',
      label: 'Produse software',
      main: true,
    });
  });

  it('gives a main activity to a company whose first cannot be read', async () => {
    const test = await openWithRows([{ idno: FIRST, unlicensed: '99, 12' }]);
    expect(await test.find(FIRST)).toMatchObject({ caemMain: null });
    await importText(test, `idno,caem_main\n${FIRST},70.22\n`);
    expect(await test.find(FIRST)).toMatchObject({
      caemMain: '70.22',
      caem: [{ code: '70.22', main: true }],
    });
  });
});

describe('a row of a supplement', () => {
  it.each([
    ['idno', `${Number(FIRST) + 1},10,true,62.01`, 'idno_check_digit'],
    ['capital', `${FIRST},ten,true,62.01`, 'not_an_amount'],
    ['capital', `${FIRST},5.400,true,62.01`, 'amount_ambiguous'],
    ['vat_payer', `${FIRST},10,da,62.01`, 'not_true_or_false'],
    ['caem_main', `${FIRST},10,true,62`, 'not_a_caem_code'],
    ['caem_main', `${FIRST},10,true,47.13`, 'not_a_caem_code'],
    ['caem_main', `${FIRST},10,true,99999`, 'not_a_caem_code'],
    // Of both editions, and in the form of neither.
    ['caem_main', `${FIRST},10,true,0121`, 'caem_code_ambiguous'],
  ])('is rejected as a whole for its %s: %s', async (column, line, reason) => {
    const test = await openWithRows(ROWS);
    const text = `idno,capital,vat_payer,caem_main\n${line}\n${SECOND},10,,\n`;
    const { counts } = await importText(test, text, { guards: { maxRejects: 1 } });
    expect(counts).toMatchObject({ read: 2, changed: 1, rejected: 1, rejectedBy: { [reason]: 1 } });
    expect(test.readRejects('add.csv')).toMatchObject([{ row: 2, column, reason }]);
    expect(await test.store.companies.findSupplements([FIRST])).toEqual([null]);
  });

  it('without an IDNO is counted, and of two with one IDNO the last counts', async () => {
    const test = await openWithRows(ROWS);
    const text = `idno,capital\n,10\n123,10\n${FIRST},10\n${FIRST},20\n`;
    const { counts } = await importText(test, text);
    expect(counts).toMatchObject({
      read: 4,
      changed: 1,
      duplicates: 1,
      withoutIdno: 2,
      rejected: 0,
    });
    expect(await test.find(FIRST)).toMatchObject({ capital: '20.00' });
  });

  it('with an empty cell leaves what an earlier one of the same IDNO states', async () => {
    const test = await openWithRows(ROWS);
    const text = `idno,capital,vat_payer\n${FIRST},10,\n${SECOND},20,true\n${FIRST},,true\n${FIRST},,\n`;
    const { counts } = await importText(test, text);
    expect(counts).toMatchObject({ read: 4, changed: 2, duplicates: 2 });
    expect(await test.find(FIRST)).toMatchObject({ capital: '10.00', vatPayer: true });
    const again = await importText(test, text);
    expect(again.counts).toMatchObject({ changed: 0, unchanged: 2, duplicates: 2 });
  });
});

describe('a supplement is refused', () => {
  it.each([
    ['an unknown column', `idno,capitol\n${FIRST},10\n`, '"capitol"'],
    ['a column twice', `idno,capital,capital\n${FIRST},10,20\n`, '"capital" twice'],
    ['numbers alone', `idno\n${FIRST}\n`, 'none of the columns capital, vat_payer, caem_main'],
    ['no header', `${FIRST},10\n`, 'no header with idno'],
    ['too many rejects', `idno,capital\n${FIRST},x\n`, '--max-rejects'],
  ])('with %s', async (_, text, says) => {
    const test = await openWithRows(ROWS);
    await expect(importText(test, text)).rejects.toThrow(says);
    expect(await test.store.companies.findSupplements([FIRST])).toEqual([null]);
    const [run] = await test.store.imports.list(1);
    expect(run).toMatchObject({ kind: 'supplement', outcome: 'refused' });
  });
});

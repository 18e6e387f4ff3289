import { describe, expect, it } from 'vitest';
import { COLUMNS, type DumpSpec, makeIdno, toTable, writeCsv, writeDump } from '../dump-file.ts';
import { openTestImport, openWithRows, type TestImport } from '../open-import.ts';

const IDNO = makeIdno(1);
const ROWS = [{ idno: IDNO }];

/** What is served of the one company, imported from the register's usual layout. */
async function importUsual() {
  const test = await openWithRows(ROWS);
  return await test.find(IDNO);
}

describe('a dump reads the same', () => {
  const layouts: [string, Partial<DumpSpec>][] = [
    ['with columns in another order', { columns: COLUMNS.toReversed() }],
    ['with the header on row 5', { titles: ['I.P. Agenţia', '', 'starea pînă la 14.09.2026', ''] }],
    ['on a sheet of another name', { sheetName: 'RSUD' }],
    ['with upper case and no diacritics', { headers: { regDate: 'DATA INREGISTRARII' } }],
    [
      'with comma-below letters',
      { headers: { regDate: 'Data înregistrării', licensed: 'Genuri de activitate licențiate' } },
    ],
    [
      'with a line end in a header',
      { headers: { cuatm: 'Codul unităţii\nadministrativ-teritoriale\n(CUATM)' } },
    ],
    ['with the day in the other orthography', { titles: ['(starea până la 14.09.2026)'] }],
  ];
  it.each(layouts)('%s', async (_, layout) => {
    const test = await openTestImport();
    const { run, counts } = await test.importRows(ROWS, layout);
    expect(run.dumpDate).toBe('2026-09-14');
    expect(counts).toMatchObject({ read: 1, new: 1 });
    expect(await test.find(IDNO)).toEqual(await importUsual());
  });

  it.each([',', ';'])('as text with "%s" between cells', async (separator) => {
    const test = await openWithRows([{ idno: makeIdno(2) }], { date: '07.09.2026' });
    const path = test.save('company_2026.09.14.csv', writeCsv({ rows: ROWS }, separator));
    const { counts } = await test.run({ kind: 'partial', path });
    expect(counts).toMatchObject({ read: 1, new: 1 });
    expect(await test.find(IDNO)).toEqual(await importUsual());
  });

  it('with days that count from 1904', async () => {
    const test = await openWithRows([{ idno: IDNO, regDate: 39_889 - 1_462 }], { date1904: true });
    expect(await test.find(IDNO)).toEqual(await importUsual());
  });

  it('with columns of other years next to the known ones', async () => {
    const test = await openTestImport();
    const content = writeCsv({ rows: ROWS })
      .replace('"Data lichidării"', '"Data lichidării","Statutul","Lista beneficiarilor efectivi"')
      .replace(/"\n$/, '","activ","NUC-TEST ANA"\n');
    const path = test.save('company.csv', content);
    const { counts } = await test.run({ kind: 'full', path });
    expect(counts).toMatchObject({ new: 1 });
    expect(await test.find(IDNO)).toMatchObject({ status: 'activa', region: '0120' });
  });
});

it('counts roles that no rule knows, with examples', async () => {
  const directors = [
    'NUC-TEST ANA [Curator], NUC-TEST ION [Administrator]',
    'NUC-TEST ANA [Curator 2019044556677]',
    'NUC-TEST ANA [Administrator], - [Curator]',
    'NUC-TEST ANA [Lichidatorul]',
    'NUC-TEST ANA [Administrator]',
    'NUC-TEST ANA',
  ];
  const test = await openWithRows(
    directors.map((cell, at) => ({ idno: makeIdno(at + 1), directors: cell })),
  );
  expect(test.notes.at(-1)).toContain(
    '3 directors have a role without a rule ("Curator", "Curator …"): it does not count',
  );
});

it('counts an unknown role whose bracket is not closed', async () => {
  const test = await openWithRows([{ idno: IDNO, directors: 'NUC-TEST ANA [Administratorx' }]);
  expect(test.notes.at(-1)).toContain(
    '1 directors have a role without a rule ("Administratorx"): it does not count',
  );
});

describe('the column Statutul of other years', () => {
  const STATES = ['activ', 'Radiat', 'în proces de lichidare', 'insolvabil', '', 'suspendat', 'X'];
  const rows = STATES.map((status, at) => ({ idno: makeIdno(at + 1), status }));
  const columns = [...COLUMNS, 'status'] as const;

  it('gives the status; unknown values are flagged, counted and noted', async () => {
    const test = await openWithRows(rows, { columns });
    const records = await test.store.companies.findRecords(rows.map(({ idno }) => idno));
    expect(records.map((record) => [record?.company.status, record?.flags])).toEqual([
      ['activa', []],
      ['lichidata', []],
      ['in_lichidare', []],
      ['insolvabila', []],
      ['activa', []],
      ['activa', ['status_uncertain']],
      ['activa', ['status_uncertain']],
    ]);
    expect(records.map((record) => record?.raw.status)).toEqual(
      STATES.map((status) => (status === '' ? null : status)),
    );
    expect(test.notes.at(-1)).toContain('2 rows have an unknown value in the column "Statutul"');
    expect(test.notes.at(-1)).toContain('("suspendat", "X")');
  });

  it.each<[string, string]>([
    ['Status', 'lichidata'],
    ['Statusul juridic', 'lichidata'],
    ['Starea juridică', 'lichidata'],
    ['Status TVA', 'activa'],
  ])('stands under the header %j, or not: %s', async (header, status) => {
    const test = await openTestImport();
    await test.importRows([{ idno: IDNO, status: 'Radiat' }], {
      columns,
      headers: { status: header },
    });
    expect(await test.find(IDNO)).toMatchObject({ status });
  });

  it('changes a company like any other column, but not one that never had the column', async () => {
    const test = await openTestImport();
    const [first, second] = [makeIdno(1), makeIdno(2)];
    await test.importRows([{ idno: first }, { idno: second }]);
    const { counts } = await test.importRows(
      [{ idno: first, status: 'Radiat' }, { idno: second }],
      {
        columns,
      },
    );
    expect(counts).toMatchObject({ changed: 1, unchanged: 1 });
    expect((await test.run({ kind: 'rederive' })).counts).toMatchObject({
      changed: 0,
      unchanged: 2,
    });
    expect(await test.find(first)).toMatchObject({ status: 'lichidata' });
  });
});

describe('the sheets of a workbook:', () => {
  const other = toTable({ rows: [{ idno: makeIdno(7) }, { idno: makeIdno(8) }] });
  const idnos = (test: TestImport) => test.store.companies.listIdnos(null, 9);

  const beneficiaries = [
    ['IDNO', 'Beneficiari'],
    [makeIdno(7), 'NUC-TEST ANA'],
  ];
  const lines = Array.from({ length: 60 }, (_, at) => [`rând ${at}`]);
  it.each<[string, Partial<DumpSpec>, string[]]>([
    [
      'hidden ones',
      {
        sheetsBefore: { Vechi: other },
        sheetsBehind: { Ciornă: other },
        hidden: ['Vechi', 'Ciornă'],
      },
      ['"Vechi" is not read: it is hidden', '"Ciornă" is not read: it is hidden'],
    ],
    [
      'one that lacks columns of the register',
      { sheetsBefore: { Beneficiari: beneficiaries } },
      ['"Beneficiari" is not read: it lacks register columns'],
    ],
    [
      'a longer one whose first rows have no company, and not a short one',
      { sheetsBehind: { Anexa: [...lines, [makeIdno(7)]], Legenda: lines.slice(0, 20) } },
      ['"Anexa" is not read: its first 50 rows have no IDNO'],
    ],
    [
      'no short ones',
      {
        sheetsBefore: {
          Legenda: [
            ['Statutul', 'activ'],
            ['Versiunea', 2],
          ],
          Foaie2: [],
        },
      },
      [],
    ],
  ])('the visible one with the columns is read, and a note names %s', async (_, spec, notes) => {
    const test = await openWithRows(ROWS, spec);
    expect(await idnos(test)).toEqual([IDNO]);
    expect(test.notes).toEqual(notes.map((note) => `company.xlsx: sheet ${note}`));
  });

  it.each([
    ['with the same columns', other],
    ['that goes on without a header', other.slice(2)],
  ])('a second one %s is refused with both names', async (_, table) => {
    const test = await openTestImport();
    const refused = test.importRows(ROWS, { sheetsBehind: { 'Company (2)': table } });
    await expect(refused).rejects.toThrow('on 2 sheets ("Company", "Company (2)"): remove all but');
    expect(await idnos(test)).toEqual([]);
  });
});

describe('a dump is refused', () => {
  it.each(COLUMNS.slice(1))('without its column %s, and the message names it', async (column) => {
    const test = await openTestImport();
    const columns = COLUMNS.filter((one) => one !== column);
    await expect(test.importRows(ROWS, { columns })).rejects.toThrow(
      /company\.xlsx has no column "/,
    );
    expect(await test.store.imports.list(9)).toMatchObject([{ outcome: 'refused' }]);
  });

  it('without CUATM, and the message quotes its headers', async () => {
    const test = await openTestImport();
    const columns = COLUMNS.filter((one) => one !== 'cuatm');
    const message =
      'company.xlsx has no column "CUATM"; row 2 has "IDNO/ Cod fiscal", "Data înregistrării", ' +
      '"Denumirea completă", "Forma org./jurid.", "Adresa", "Lista conducătorilor (cu indicarea rolur…", ';
    await expect(test.importRows(ROWS, { columns })).rejects.toThrow(message);
    await expect(test.importRows(ROWS, { columns })).rejects.toThrow(
      /"Data lichidării": fetch the full export, or restore the header of the column$/,
    );
  });

  it('with the separators of another format', async () => {
    const test = await openTestImport();
    const path = test.save('company.csv', writeCsv({ rows: ROWS }, '\t'));
    await expect(test.run({ kind: 'full', path })).rejects.toThrow('company.csv has tabs between');
  });

  it.each([
    ['README.md', '# Title\n\n|a|b|\n|-|-|\n|1|2|\n'],
    ['package.json', '{\n  "name": "a"\n}\n'],
    ['photo.png', '\u0089PNG\r\n\u001a\n\0\0'],
    ['notes.txt', 'some words\n'],
  ])('and is not a dump: %s', async (name, content) => {
    const test = await openTestImport();
    const path = test.save(name, content);
    await expect(test.run({ kind: 'full', path })).rejects.toThrow(
      `${name} is not a dump (XLSX or CSV): `,
    );
  });

  it.each<[string, Partial<DumpSpec>, string]>([
    [
      'without a header that begins with IDNO',
      { columns: COLUMNS.slice(1) },
      'company.xlsx is not a dump (XLSX or CSV): it has no header that begins with IDNO; give',
    ],
    [
      'with two columns of the same meaning',
      { headers: { address: 'Denumirea completa' } },
      '2 columns that may be "Denumirea completă": "Denumirea completă", "Denumirea completa"',
    ],
    [
      'with companies on a hidden sheet alone',
      { hidden: ['Company'] },
      'companies on hidden sheets only ("Company"): show',
    ],
  ])('%s', async (_, spec, message) => {
    const test = await openTestImport();
    await expect(test.importRows(ROWS, spec)).rejects.toThrow(message);
  });

  it.each([
    ['company.xlsx', 'no such file', undefined],
    ['company.xlsx', 'cut short', writeDump({ rows: ROWS }).subarray(0, 900)],
    ['company.csv', 'XLSX workbook', writeDump({ rows: ROWS })],
  ])('as %s that is %s', async (name, _, content) => {
    const test = await openTestImport();
    const path = content === undefined ? `${test.folder}/${name}` : test.save(name, content);
    await expect(test.run({ kind: 'full', path })).rejects.toThrow(name);
    expect(await test.store.imports.list(9)).toMatchObject([{ outcome: 'refused' }]);
  });
});

describe('the day of a dump', () => {
  it.each([
    ['company_2026.09.14.xlsx', '2026-09-14'],
    ['2023.06.19 Company.xlsx', '2023-06-19'],
    ['company-2026-09-14.xlsx', '2026-09-14'],
    ['company 14.09.2026.xlsx', '2026-09-14'],
    ['company_20260914.xlsx', '2026-09-14'],
  ])('comes from the name %s if the title has none', async (name, day) => {
    const test = await openTestImport();
    const { run } = await test.importRows([{ idno: IDNO }], { name, date: null });
    expect(run.dumpDate).toBe(day);
  });

  it.each([
    'company.xlsx',
    'company_20.11.17.xlsx',
    'company_2026.13.14.xlsx',
    'company_2026.02.30.xlsx',
    'company_2026.09.14_2026.09.21.xlsx',
    'company_1026.09.14.xlsx',
    'company_12026091400.xlsx',
  ])('is not guessed from the name %s', async (name) => {
    const test = await openTestImport();
    await expect(test.importRows(ROWS, { name, date: null })).rejects.toThrow('--date');
  });

  it('comes from the option, then the title, then the name', async () => {
    const test = await openTestImport();
    const name = 'company_2026.09.07.xlsx';
    const { run } = await test.importRows(ROWS, { name });
    expect(run.dumpDate).toBe('2026-09-14');
    const path = `${test.folder}/${name}`;
    const again = await test.run({ kind: 'full', path, date: '2026-10-01' });
    expect(again.run.dumpDate).toBe('2026-10-01');
  });

  it('is reported with those of other sources', async () => {
    const test = await openTestImport();
    const name = 'company_2026.09.07.xlsx';
    const { dumpDates } = await test.importRows(ROWS, { name });
    expect(dumpDates).toEqual({ option: null, title: '2026-09-14', fileName: '2026-09-07' });
    const path = `${test.folder}/${name}`;
    const again = await test.run({ kind: 'full', path, date: '2026-10-01' });
    expect(again.dumpDates).toEqual({ ...dumpDates, option: '2026-10-01' });
    expect((await test.run({ kind: 'rederive' })).dumpDates).toBeNull();
  });
});

describe('activities', () => {
  it('keep the order of the cell, with repeats dropped and the first as the main one', async () => {
    const test = await openWithRows([
      { idno: IDNO, unlicensed: '12, 11, 12, 13', licensed: '21, 21' },
    ]);
    expect(await test.findRecord(IDNO)).toMatchObject({
      company: {
        caemMain: '70.22',
        caem: [
          { code: '70.22', main: true },
          { code: '62.01', label: 'Activităţi de realizare a soft-ului la comandă', main: false },
          { code: '51190', main: false },
        ],
      },
      licensedActivities: ['Comercializarea gazelor'],
      flags: [],
    });
  });

  it('that no classification names are left out and flagged', async () => {
    const test = await openWithRows([{ idno: IDNO, unlicensed: '11, 99', licensed: 98 }]);
    expect(await test.findRecord(IDNO)).toMatchObject({
      company: { caemMain: '62.01', caem: [{ code: '62.01' }] },
      licensedActivities: [],
      flags: ['activity_unclassified'],
    });
  });

  it('of a text file are those of the last workbook, never of the sample', async () => {
    const test = await openTestImport();
    const path = test.save('sample.xlsx', writeDump({ rows: [{ idno: makeIdno(5) }] }));
    await test.run({ kind: 'full', path, sample: true });
    const csv = test.save('company.csv', writeCsv({ rows: ROWS }));
    await test.run({ kind: 'full', path: csv });
    expect(test.notes).toEqual([expect.stringContaining('no earlier dump had them')]);
    expect(await test.findRecord(IDNO)).toMatchObject({
      company: { caem: [] },
      flags: ['activity_unclassified', 'main_activity_unknown'],
    });
    await test.importRows([{ idno: makeIdno(2) }], { partial: true });
    const { counts } = await test.run({ kind: 'full', path: csv });
    expect(counts).toMatchObject({ changed: 1 });
    expect(test.notes.at(-1)).toContain('those of the last dump are used');
    expect(await test.find(IDNO)).toMatchObject({ caemMain: '62.01' });
  });

  it('of a workbook that lacks their sheet are left out, flagged and noted', async () => {
    const test = await openWithRows([{ idno: makeIdno(2) }]);
    const guards = { acceptEmpty: ['licensedSheet'] as const };
    await test.importRows(ROWS, { licensed: null, partial: true, guards });
    expect(test.notes).toEqual([
      expect.stringContaining('no sheet "Clasificare licenţiate"'),
      expect.stringContaining('sheet "Clasificare licenţiate" is missing'),
    ]);
    expect(await test.findRecord(IDNO)).toMatchObject({
      company: { caemMain: '62.01' },
      licensedActivities: [],
      flags: ['activity_unclassified'],
    });
    const { counts } = await test.run({ kind: 'rederive' });
    expect(counts).toMatchObject({ read: 2, changed: 0, unchanged: 2 });
  });
});

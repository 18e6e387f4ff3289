import { describe, expect, it } from 'vitest';
import {
  COLUMN_DEFINITIONS,
  REGISTER_COLUMNS,
  type RegisterColumn,
} from '../../../src/domain/register/columns.ts';
import type { SheetName } from '../../../src/import/dump/classification.ts';
import { ACTIVITIES, COLUMNS, makeIdno, type RowSpec, writeCsv } from '../dump-file.ts';
import { type DumpOptions, openTestImport, openWithRows, type TestImport } from '../open-import.ts';

const ROWS = 400;
const WEEK = { date: '21.09.2026', columns: REGISTER_COLUMNS };
const FORMS = ['Societate cu răspundere limitată', 'Întreprindere individuală', 'Concern'];
const CUATMS = [120, 300, 1701, 5301];
const ERRORS = ['#REF!', '#N/A', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#NUM!', 'Err:502'];

/** Companies with a value in every column; one in four is liquidated. */
function makeRows(count = ROWS): RowSpec[] {
  return Array.from({ length: count }, (_, at) => ({
    idno: makeIdno(at),
    name: `${'ABCD'.charAt(at % 4)}LFA-TEST ${at} S.R.L.`,
    legalForm: FORMS[at % FORMS.length] ?? null,
    cuatm: CUATMS[at % CUATMS.length] ?? null,
    liquidationDate: at % 4 === 0 ? 43_536 : null,
    status: 'Activ',
  }));
}

/** The rows with this in place of the first values of a column, of which a share is lost. */
function empty(
  rows: readonly RowSpec[],
  column: RegisterColumn,
  share: number,
  replacement: string | null = null,
): RowSpec[] {
  const filled = rows.filter((row) => row[column] !== null);
  const lost = new Set(filled.slice(0, Math.round(filled.length * share)));
  return rows.map((row) => (lost.has(row) ? { ...row, [column]: replacement } : row));
}

const makeLines = (count: number) =>
  Array.from({ length: count }, (_, at) => [100 + at, `Activitatea ${at}`, '47.11', 2]);
const makeLicensed = (count: number) =>
  makeLines(count).map(([id, label]) => [id ?? 0, label ?? '']);
const SHEETS = {
  activities: [...ACTIVITIES, ...makeLines(97)],
  licensed: [[21, 'Comercializarea gazelor'], ...makeLicensed(99)],
};

/** `accepted`, `noted`, or the message of the refusal; nothing is written. */
async function tryImport(test: TestImport, rows: readonly RowSpec[], options: DumpOptions = {}) {
  test.notes.length = 0;
  return await test.importRows(rows, { ...WEEK, ...SHEETS, dryRun: true, ...options }).then(
    () => (test.notes.length > 0 ? 'noted' : 'accepted'),
    ({ message }: Error) => String(message),
  );
}

const openBase = (count = ROWS) =>
  openWithRows(makeRows(count), { columns: REGISTER_COLUMNS, ...SHEETS });

describe('a column that lost values is refused before the first write', () => {
  it.each(REGISTER_COLUMNS)('%s', async (column) => {
    // Of the liquidated, one in four, a few more or fewer may be chance.
    const count = column === 'liquidationDate' ? 6_000 : ROWS;
    const test = await openBase(count);
    for (const share of [1, 0.5, 0.2, 0.11]) {
      const outcome = await tryImport(test, empty(makeRows(count), column, share));
      expect(outcome, `${share}`).toMatch(
        /^company\.xlsx[: ].*(fetch it again|fix the file|give the register)/,
      );
    }
    expect(await tryImport(test, makeRows(count))).toBe('accepted');
  });

  it('unless few rows have it, where chance decides', async () => {
    const test = await openBase();
    const rows = empty(makeRows(), 'liquidationDate', 0.2);
    expect(await tryImport(test, rows)).toBe('noted');
  });

  it.each(['directors', 'founders', 'address', 'liquidationDate'] as const)(
    'naming the column, both shares and the option: %s',
    async (column) => {
      const test = await openBase();
      const usual = column === 'liquidationDate' ? ['12.5', '25.0'] : ['50.0', '100.0'];
      const { title } = COLUMN_DEFINITIONS[column];
      await expect(
        test.importRows(empty(makeRows(), column, 0.5), { ...WEEK, ...SHEETS }),
      ).rejects.toThrow(
        `company.xlsx: the column "${title}" has a readable value in ${usual[0]} % of the rows, ` +
          `${usual[1]} % in the last full import: fetch it again, or add ` +
          `--accept-empty ${column} if the register no longer has these values`,
      );
      const [run] = await test.store.imports.list(1);
      expect(run).toMatchObject({ outcome: 'refused', contents: null });
      expect(await test.findRecord(makeIdno(0))).toMatchObject({ revision: 1 });
    },
  );

  it.each(ERRORS)('by errors of a spreadsheet: %s', async (error) => {
    const test = await openBase();
    const outcome = await tryImport(test, empty(makeRows(), 'address', 1, error));
    expect(outcome).toContain('"Adresa" has a readable value in 0.0 % of the rows, 100.0 %');
    test.notes.length = 0;
    const few = empty(makeRows(), 'address', 0.01, error);
    await test.importRows(few, { ...WEEK, ...SHEETS });
    expect(test.notes).toEqual([
      'company.xlsx: 4 cells of the column "Adresa" have an error of a spreadsheet or a formula ' +
        `instead of a value, such as "${error}" in row 3: they are unreadable`,
    ]);
    expect(await test.findRecord(makeIdno(0))).toMatchObject({
      company: { address: null },
      flags: expect.arrayContaining(['address_unknown']),
    });
  });

  it.each(['NULL', 'nan', 'Datele lipsesc', '-', '0'])('by placeholders: %s', async (text) => {
    const test = await openBase();
    for (const column of ['address', 'founders', 'directors'] as const) {
      const outcome = await tryImport(test, empty(makeRows(), column, 1, text));
      expect(outcome).toContain(`--accept-empty ${column}`);
    }
  });

  it('all of them at once', async () => {
    const test = await openBase();
    const rows = empty(empty(makeRows(), 'founders', 1), 'unlicensed', 1);
    const outcome = await tryImport(test, rows, { activities: [] });
    expect(outcome).toContain(
      'add --accept-empty founders --accept-empty unlicensed --accept-empty unlicensedSheet if',
    );
    const guards = { acceptEmpty: ['founders', 'unlicensed', 'unlicensedSheet'] as const };
    expect(await tryImport(test, rows, { activities: [], guards })).toBe('noted');
    expect(test.notes).toHaveLength(3);
  });

  it('unless it is accepted, once: the next week is compared with that', async () => {
    const test = await openBase();
    const rows = empty(makeRows(), 'founders', 1);
    const guards = { acceptEmpty: ['founders'] as const };
    await test.importRows(rows, { ...WEEK, ...SHEETS, guards });
    expect(await test.find(makeIdno(1))).toMatchObject({ founders: [] });
    expect(await tryImport(test, rows, { date: '28.09.2026' })).toBe('accepted');
  });
});

describe('a first import', () => {
  it.each(COLUMNS.filter((column) => column !== 'idno' && column !== 'name'))(
    'is refused if a column has no value: %s',
    async (column) => {
      const test = await openTestImport();
      const rows = empty(makeRows(), column, 1);
      const { title } = COLUMN_DEFINITIONS[column];
      expect(await tryImport(test, rows)).toContain(
        `the column "${title}" has no readable value in any of 400 rows`,
      );
      const guards = { acceptEmpty: [column] };
      expect(await tryImport(test, rows, { guards })).toBe('noted');
    },
  );

  it('is refused if a sheet has its heading only', async () => {
    const test = await openTestImport();
    expect(await tryImport(test, makeRows(), { licensed: [] })).toContain(
      'company.xlsx: the sheet "Clasificare licenţiate" has 0 readable lines: fetch',
    );
  });

  it('accepts a layout without the column, and columns that few companies use', async () => {
    const test = await openTestImport();
    expect(await tryImport(test, makeRows(), { columns: COLUMNS })).toBe('accepted');
    const few = makeRows(20).map((row) => ({ ...row, liquidationDate: null, licensed: null }));
    expect(await tryImport(test, few, { columns: COLUMNS })).toBe('accepted');
  });
});

describe('a classification sheet that lost lines is refused', () => {
  const CASES: [SheetName, 'activities' | 'licensed'][] = [
    ['unlicensedSheet', 'activities'],
    ['licensedSheet', 'licensed'],
  ];

  it.each(CASES)('%s', async (name, option) => {
    const test = await openBase();
    for (const share of [1, 0.5, 0.2, 0.11]) {
      const lines = SHEETS[option].slice(0, Math.round(100 * (1 - share)));
      const outcome = await tryImport(test, makeRows(), { [option]: lines });
      expect(outcome).toContain(`has ${lines.length} readable lines, 100 in the last dump`);
      expect(outcome).toContain(`--accept-empty ${name}`);
    }
    const outcome = await tryImport(test, makeRows(), { [option]: null });
    expect(outcome).toContain('is missing, 100 in the last dump');
  });

  it('also if a text file, which has none, was imported between', async () => {
    const test = await openBase();
    const path = test.save('company.csv', writeCsv({ rows: makeRows(), date: '15.09.2026' }));
    await test.run({ kind: 'full', path });
    expect(test.notes.join()).not.toContain('--accept-empty');
    expect(await tryImport(test, makeRows(), { licensed: [] })).toContain('licensedSheet');
  });
});

describe('what else can be lost is refused', () => {
  it.each<[string, (row: RowSpec) => boolean, string]>([
    [
      'a district',
      ({ cuatm }) => cuatm === 1701,
      'district \\(column "CUATM"\\): Cahul 0 instead of 50',
    ],
    [
      'a legal form',
      ({ legalForm }) => legalForm === FORMS[1],
      'legal form .*: Î\\.I\\. 0 instead',
    ],
    ['a letter', ({ name }) => String(name).startsWith('B'), 'begin with .*: b 0 instead of 50'],
  ])('%s', async (_, isLost, says) => {
    // Twice as many of the others, so that the number of companies falls by less than a tenth.
    const rows = [
      ...makeRows(200),
      ...makeRows(1_000)
        .slice(200)
        .map((row) => ({
          ...row,
          cuatm: 120,
          legalForm: FORMS[0] ?? null,
          name: 'ALFA-TEST S.R.L.',
        })),
    ];
    const test = await openWithRows(rows, { columns: REGISTER_COLUMNS, ...SHEETS });
    const outcome = await tryImport(
      test,
      rows.filter((row) => !isLost(row)),
    );
    expect(outcome).toMatch(new RegExp(`fewer rows than in the last full import, by .*${says}`));
  });

  it('the ends of lists', async () => {
    const test = await openBase();
    const rows = makeRows().map((row) => ({ ...row, founders: 'PRUNARU-TEST ILEANA (60,00%)' }));
    expect(await tryImport(test, rows)).toContain(
      'the lists of the column "Lista fondatorilor" have 28.0 characters on average, ' +
        '58.0 in the last full import',
    );
  });
});

describe('accepted with a note', () => {
  it('is a share that is a little lower', async () => {
    const test = await openBase();
    expect(await tryImport(test, empty(makeRows(), 'founders', 0.04))).toBe('noted');
    expect(test.notes).toEqual([
      'company.xlsx: the column "Lista fondatorilor" has a readable value in 96.0 % of the rows, ' +
        '100.0 % in the last full import',
    ]);
  });

  it('is a column that the layout no longer has', async () => {
    const test = await openBase();
    expect(await tryImport(test, makeRows(), { columns: COLUMNS })).toBe('noted');
    expect(test.notes.join()).toContain('has no column "Statutul", the last full import had it');
  });

  it('is a part of the register with other shares, unless a column has no value', async () => {
    const test = await openBase();
    const rows = makeRows(40);
    const half = empty(rows, 'founders', 0.5);
    expect(await tryImport(test, half, { partial: true })).toBe('noted');
    const none = empty(rows, 'founders', 1);
    expect(await tryImport(test, none, { partial: true })).toContain('--accept-empty founders');
  });
});

describe('accepted', () => {
  it('are a few missing values, and a part of a few companies', async () => {
    const test = await openBase();
    expect(await tryImport(test, empty(makeRows(), 'founders', 0.02))).toBe('accepted');
    const few = makeRows(9).map((row) => ({ ...row, founders: null, liquidationDate: null }));
    expect(await tryImport(test, few, { partial: true })).toBe('accepted');
  });

  it('is a file that is much larger than the last one', async () => {
    const test = await openWithRows(makeRows(1), { columns: REGISTER_COLUMNS, ...SHEETS });
    expect(await tryImport(test, makeRows())).toBe('accepted');
  });
});

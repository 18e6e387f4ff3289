import { describe, expect, it } from 'vitest';
import {
  COLUMN_DEFINITIONS,
  REGISTER_COLUMNS,
  type RegisterColumn,
} from '../../../src/domain/register/columns.ts';
import { findLosses } from '../../../src/import/dump/lost-values.ts';
import { openShared } from '../../support/shared.ts';
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

const openBase = () => openWithRows(makeRows(), { columns: REGISTER_COLUMNS, ...SHEETS });
/** A store with the rows, and one without any: for tests that write nothing. */
const base = openShared(openBase);
const emptyStore = openShared(() => openTestImport());

describe('a column that lost values is refused before the first write', () => {
  const OTHERS = REGISTER_COLUMNS.filter((column) => column !== 'idno' && column !== 'name');

  it.each([1, 0.5, 0.2, 0.11])('of which %d is lost', async (share) => {
    const rows = OTHERS.reduce((lost, column) => empty(lost, column, share), makeRows());
    const outcome = await tryImport(base(), rows);
    for (const column of OTHERS) {
      // Of the liquidated, one in four, a few more or fewer may be chance.
      if (column === 'liquidationDate' && share < 0.5) continue;
      expect(outcome).toContain(` --accept-empty ${column} `);
    }
    for (const column of ['idno', 'name'] as const) {
      expect(await tryImport(base(), empty(makeRows(), column, share)), column).toMatch(
        /^company\.xlsx[: ].*(fetch it again|fix the file|give the register)/,
      );
    }
  });

  it('unless few rows have it, where chance decides', async () => {
    expect(await tryImport(base(), empty(makeRows(), 'liquidationDate', 0.2))).toBe('noted');
    const toValues = (readable: number) => {
      const counts = { readable, errors: 0, length: 0, groups: [] };
      const columns = [{ column: 'liquidationDate' as const, ...counts }];
      return { contents: { rows: 6_000, columns, sheets: null }, sheets: null };
    };
    const find = (readable: number) =>
      findLosses('company.xlsx', toValues(readable), toValues(1_500), {
        isFull: true,
        acceptEmpty: [],
      });
    expect(find(1_366)).toEqual({ refusal: null, notes: [expect.any(String)] });
    expect(find(1_365).refusal).toContain('--accept-empty liquidationDate');
  });

  it('unless it lost nothing', async () => {
    expect(await tryImport(base(), makeRows())).toBe('accepted');
  });

  it.each(['directors', 'founders', 'address', 'liquidationDate'] as const)(
    'naming the column, both shares and the option: %s',
    async (column) => {
      const usual = column === 'liquidationDate' ? ['12.5', '25.0'] : ['50.0', '100.0'];
      const { title } = COLUMN_DEFINITIONS[column];
      await expect(
        base().importRows(empty(makeRows(), column, 0.5), { ...WEEK, ...SHEETS }),
      ).rejects.toThrow(
        `company.xlsx: the column "${title}" has a readable value in ${usual[0]} % of the rows, ` +
          `${usual[1]} % in the last full import: fetch it again, or add ` +
          `--accept-empty ${column} if the register no longer has these values`,
      );
      const [run] = await base().store.imports.list(1);
      expect(run).toMatchObject({ outcome: 'refused' });
      expect(await base().store.imports.findContents(run?.id ?? '')).toBeNull();
      expect(await base().findRecord(makeIdno(0))).toMatchObject({ revision: 1 });
    },
  );

  it('by errors of a spreadsheet, of which a few are noted', async () => {
    const rows = makeRows().map((row, at) => ({ ...row, address: ERRORS[at % 8] ?? null }));
    expect(await tryImport(base(), rows)).toContain(
      '"Adresa" has a readable value in 0.0 % of the rows, 100.0 %',
    );
    const test = await openTestImport();
    const few = [...rows.slice(0, 8), ...makeRows().slice(8)];
    await test.importRows(few, { ...WEEK, ...SHEETS });
    expect(test.notes).toEqual([
      'company.xlsx: 8 cells of the column "Adresa" have an error of a spreadsheet or a formula ' +
        `instead of a value, such as "${ERRORS[0]}" in row 3: they are unreadable`,
    ]);
    for (const at of ERRORS.keys()) {
      expect(await test.findRecord(makeIdno(at))).toMatchObject({
        company: { address: null },
        flags: expect.arrayContaining(['address_unknown']),
      });
    }
  });

  it('by placeholders', async () => {
    const texts = ['NULL', 'nan', 'Datele lipsesc', '-', '0'];
    const rows = makeRows().map((row, at) => {
      const text = texts[at % texts.length] ?? null;
      return { ...row, address: text, founders: text, directors: text };
    });
    const outcome = await tryImport(base(), rows);
    for (const column of ['address', 'founders', 'directors'] as const) {
      expect(outcome).toContain(
        `"${COLUMN_DEFINITIONS[column].title}" has a readable value in 0.0 % of the rows`,
      );
    }
  });

  it('by days that are placeholders or after the dump', async () => {
    for (const day of ['01.01.1900', 78_957, '78957', '1.1.2116']) {
      const rows = makeRows().map((row) => ({ ...row, regDate: day }));
      expect(await tryImport(base(), rows)).toContain('--accept-empty regDate');
    }
    const rows = makeRows().map((row) => ({ ...row, liquidationDate: '31.12.9999' }));
    expect(await tryImport(base(), rows)).toContain('--accept-empty liquidationDate');
  });

  it('by IDs that no classification has', async () => {
    const activities = SHEETS.activities.map(([id, ...rest]) => [Number(id) + 1_000, ...rest]);
    const licensed = SHEETS.licensed.map(([id, ...rest]) => [Number(id) + 1_000, ...rest]);
    expect(await tryImport(base(), makeRows(), { activities, licensed })).toContain(
      ' --accept-empty unlicensed --accept-empty licensed ',
    );
  });

  it('but not if a conversion is undone', async () => {
    const rows = makeRows().map((row) => ({
      ...row,
      regDate: '17.03.2009_x000D_',
      legalForm: row.legalForm?.toString().replace('ă', '&abreve;') ?? null,
      cuatm: `${row.cuatm}_x000D_`,
      directors: 'PRUNARU-TEST ILEANA [Administrator_x000D_]',
      unlicensed: '11, 12_x000D_',
    }));
    expect(await tryImport(base(), rows)).toBe('accepted');
  });

  it('all of them at once', async () => {
    const rows = empty(empty(makeRows(), 'founders', 1), 'unlicensed', 1);
    const outcome = await tryImport(base(), rows, { activities: [] });
    expect(outcome).toContain(
      'add --accept-empty founders --accept-empty unlicensed --accept-empty unlicensedSheet if',
    );
    const guards = { acceptEmpty: ['founders', 'unlicensed', 'unlicensedSheet'] as const };
    expect(await tryImport(base(), rows, { activities: [], guards })).toBe('noted');
    expect(base().notes).toHaveLength(3);
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
  it('is refused if a column has no value', async () => {
    const columns = COLUMNS.filter((column) => column !== 'idno' && column !== 'name');
    const rows = columns.reduce((lost, column) => empty(lost, column, 1), makeRows());
    const outcome = await tryImport(emptyStore(), rows);
    for (const column of columns) {
      const { title } = COLUMN_DEFINITIONS[column];
      expect(outcome).toContain(`the column "${title}" has no readable value in any of 400 rows`);
    }
    const guards = { acceptEmpty: columns };
    expect(await tryImport(emptyStore(), rows, { guards })).toBe('noted');
    expect(emptyStore().notes).toHaveLength(columns.length);
  });

  it('is refused if a sheet has its heading only', async () => {
    expect(await tryImport(emptyStore(), makeRows(), { licensed: [] })).toContain(
      'company.xlsx: the sheet "Clasificare licenţiate" has 0 readable lines: fetch',
    );
  });

  it('accepts a layout without the column, and columns that few companies use', async () => {
    expect(await tryImport(emptyStore(), makeRows(), { columns: COLUMNS })).toBe('accepted');
    const few = makeRows(20).map((row) => ({ ...row, liquidationDate: null, licensed: null }));
    expect(await tryImport(emptyStore(), few, { columns: COLUMNS })).toBe('accepted');
  });
});

describe('a classification sheet that lost lines is refused', () => {
  const NAMES = ['unlicensedSheet', 'licensedSheet'];

  it.each([1, 0.5, 0.2, 0.11])('of which %d is lost', async (share) => {
    const cut = <Line>(lines: readonly Line[]) => lines.slice(0, Math.round(100 * (1 - share)));
    const activities = cut(SHEETS.activities);
    const licensed = cut(SHEETS.licensed);
    const outcome = await tryImport(base(), makeRows(), { activities, licensed });
    const found = `has ${licensed.length} readable lines, 100 in the last dump`;
    expect(outcome.split(found)).toHaveLength(3);
    for (const name of NAMES) expect(outcome).toContain(`--accept-empty ${name}`);
  });

  it('that is missing', async () => {
    const outcome = await tryImport(base(), makeRows(), { activities: null, licensed: null });
    expect(outcome.split('is missing, 100 in the last dump')).toHaveLength(3);
    for (const name of NAMES) expect(outcome).toContain(`--accept-empty ${name}`);
  });

  it('also if a text file, which has none, was imported between', async () => {
    const rows = makeRows(20);
    const test = await openWithRows(rows, { columns: REGISTER_COLUMNS, ...SHEETS });
    const path = test.save('company.csv', writeCsv({ rows, date: '15.09.2026' }));
    await test.run({ kind: 'full', path });
    expect(test.notes.join()).not.toContain('--accept-empty');
    expect(await tryImport(test, rows, { licensed: [] })).toContain('licensedSheet');
  });

  it.each([
    { activities: [], licensed: [] },
    { activities: null, licensed: null },
  ])('unless it is accepted, once: %j', async (sheets) => {
    const rows = makeRows(20);
    const test = await openWithRows(rows, { columns: REGISTER_COLUMNS, ...SHEETS });
    const guards = { acceptEmpty: ['unlicensedSheet', 'licensedSheet'] as const };
    await test.importRows(rows, { ...WEEK, ...sheets, guards });
    expect(await tryImport(test, rows, { ...sheets, date: '28.09.2026' })).not.toContain(
      '--accept-empty',
    );
  });
});

describe('what else can be lost is refused', () => {
  it.each<[string, (row: RowSpec) => boolean, string]>([
    [
      'a district',
      ({ cuatm }) => cuatm === 1701,
      'district \\(column "CUATM"\\): Cahul 0 instead of 100',
    ],
    [
      'a legal form',
      ({ legalForm }) => legalForm === FORMS[1],
      'legal form .*: Î\\.I\\. 0 instead',
    ],
    [
      'a form without an abbreviation',
      ({ legalForm }) => legalForm === FORMS[2],
      'legal form .*: concern 0 instead',
    ],
    ['a letter', ({ name }) => String(name).startsWith('B'), 'begin with .*: b 0 instead of 100'],
  ])('%s', async (_, isLost, says) => {
    const rows = makeRows().filter((row) => !isLost(row));
    const outcome = await tryImport(base(), rows, { guards: { minRatio: 0.5 } });
    expect(outcome).toMatch(new RegExp(`fewer rows than in the last full import, by .*${says}`));
  });

  it('a letter behind the legal form and quotes', async () => {
    const toRows = (toName: (letter: string, at: number) => string) =>
      makeRows().map((row, at) => ({
        ...row,
        cuatm: 120,
        name: toName('ABCD'.charAt(at % 4), at),
      }));
    const week = toRows((letter, at) => {
      const name = `${letter}LFA-TEST ${at}`;
      const names = [
        `Societatea cu Răspundere Limitată „${name}”`,
        `SOCIETATEA CU RASPUNDERE LIMITATA ${name}`,
        `S.R.L. "${name}"`,
        `Întreprinderea Individuală «${name}»`,
        `ÎNTREPRINDEREA CU CAPITAL STRĂIN ${name} S.R.L.`,
      ];
      return names[at % names.length] ?? '';
    });
    const test = await openWithRows(week, { columns: REGISTER_COLUMNS, ...SHEETS });
    const rows = week.filter((_, at) => at % 4 !== 1);
    expect(await tryImport(test, rows, { guards: { minRatio: 0.5 } })).toContain(
      'by names that begin with (column "Denumirea completă"): b 0 instead of 100',
    );
  });

  it('also among values of which a few are missing', async () => {
    const few = (column: RegisterColumn, rows: readonly RowSpec[]) => empty(rows, column, 0.03);
    const cuatms = few('cuatm', makeRows()).map((row) => {
      return row.cuatm === null ? row : { ...row, cuatm: 120 };
    });
    const cut = few('founders', makeRows()).map((row) => {
      return row.founders === null ? row : { ...row, founders: 'PRUNARU-TEST ILEANA (60,00%)' };
    });
    const forms = makeRows().map((row) =>
      row.legalForm === FORMS[2] ? { ...row, legalForm: null } : row,
    );
    expect(await tryImport(base(), cuatms)).toContain('Cahul 0 instead of 100');
    expect(await tryImport(base(), cut)).toContain('characters on average');
    expect(await tryImport(base(), forms)).toContain('--accept-empty legalForm');
  });

  it('the ends of lists', async () => {
    const rows = makeRows().map((row) => ({ ...row, founders: 'PRUNARU-TEST ILEANA (60,00%)' }));
    expect(await tryImport(base(), rows)).toContain(
      'the lists of the column "Lista fondatorilor" have 28.0 characters on average, ' +
        '58.0 in the last full import',
    );
  });
});

describe('accepted with a note', () => {
  it('is a share that is a little lower', async () => {
    expect(await tryImport(base(), empty(makeRows(), 'founders', 0.04))).toBe('noted');
    expect(base().notes).toEqual([
      'company.xlsx: the column "Lista fondatorilor" has a readable value in 96.0 % of the rows, ' +
        '100.0 % in the last full import',
    ]);
  });

  it('is a column that the layout no longer has', async () => {
    expect(await tryImport(base(), makeRows(), { columns: COLUMNS })).toBe('noted');
    expect(base().notes.join()).toContain('has no column "Statutul", the last full import had it');
  });

  it('is a part of the register with other shares, unless a column has no value', async () => {
    const rows = makeRows(40);
    const half = empty(rows, 'founders', 0.5);
    expect(await tryImport(base(), half, { partial: true })).toBe('noted');
    const none = empty(rows, 'founders', 1);
    expect(await tryImport(base(), none, { partial: true })).toContain('--accept-empty founders');
  });
});

describe('accepted', () => {
  it('are a few missing values, and a part of a few companies', async () => {
    expect(await tryImport(base(), empty(makeRows(), 'founders', 0.02))).toBe('accepted');
    const few = makeRows(9).map((row) => ({ ...row, founders: null, liquidationDate: null }));
    expect(await tryImport(base(), few, { partial: true })).toBe('accepted');
  });

  it('is a file that is much larger than the last one', async () => {
    const test = await openWithRows(makeRows(1), { columns: REGISTER_COLUMNS, ...SHEETS });
    expect(await tryImport(test, makeRows())).toBe('accepted');
  });
});

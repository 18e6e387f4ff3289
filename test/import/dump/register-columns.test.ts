import { describe, expect, it } from 'vitest';
import {
  COLUMN_DEFINITIONS,
  DATE_COLUMNS,
  mapColumns,
  OPTIONAL_COLUMNS,
  REGISTER_COLUMNS,
  type RegisterRow,
} from '../../../src/domain/register/columns.ts';
import { toRegisterRow } from '../../../src/domain/register/record.ts';
import { findColumns } from '../../../src/import/dump/columns.ts';
import { createParseContext } from '../../../src/import/dump/parse-row.ts';
import { COMPANY, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { openTestStore } from '../../support/stores.ts';

const ROW: RegisterRow = {
  ...mapColumns(() => null),
  idno: '1012600042422',
  regDate: '41000',
  name: 'S.R.L. "PLAI"',
  legalForm: 'Societate cu răspundere limitată',
  cuatm: '120',
  directors: 'A [Administrator]',
  founders: 'A (100,00%)',
  unlicensed: '11, 12',
};
const stored = {
  id: 'one',
  lines: [{ id: '11', label: 'Soft', code: '62.01', version: '2' }],
  licensed: [],
};
const context = createParseContext(stored, '2026-09-14');
const fingerprint = (row: RegisterRow) => context.fingerprint(row, context.dumpDate);

describe('a fingerprint', () => {
  it('differs where any one cell does', () => {
    const changed = REGISTER_COLUMNS.flatMap((column) => [
      fingerprint({ ...ROW, [column]: 'x' }),
      ...(OPTIONAL_COLUMNS.has(column) ? [] : [fingerprint({ ...ROW, [column]: '' })]),
    ]);
    expect(new Set([fingerprint(ROW), ...changed]).size).toBe(changed.length + 1);
  });
});

it('the first columns keep their positions, by which stored rows have their cells', () => {
  expect(REGISTER_COLUMNS.join(' ')).toMatch(
    /^idno regDate name legalForm address cuatm directors founders unlicensed licensed liquidationDate status\b/,
  );
});

it('a column is found by its title', () => {
  const cells = REGISTER_COLUMNS.map((column) => COLUMN_DEFINITIONS[column].title);
  expect(findColumns({ number: 1, cells }, 'dump.xlsx')).toEqual(mapColumns((_, index) => index));
});

describe.each([...DATE_COLUMNS])('%s', (column) => {
  it('counts a serial number from the year of the workbook', () => {
    const toRow = (cell: number, date1904: boolean) =>
      toRegisterRow((one) => (one === column ? cell : null), date1904)[column];
    expect(toRow(46_083 - 1_462, true)).toBe(toRow(46_083, false));
  });

  it('changes the fingerprint when a day that was after the dump no longer is', () => {
    const row = { ...ROW, [column]: '20.09.2026' };
    expect(context.fingerprint(row, '2026-09-21')).not.toBe(fingerprint(row));
  });
});

/** Rows with one cell each, all cells and none. */
const ROWS: readonly RegisterRow[] = [
  ...REGISTER_COLUMNS.map((only) => mapColumns((column) => (column === only ? 'x' : null))),
  mapColumns((column) => `a ${column}`),
  mapColumns(() => null),
];

it('the store keeps the cells of each column', async () => {
  const { companies, close } = await openTestStore(makeTestFolder());
  for (const raw of ROWS) {
    await companies.write([{ ...toStored(COMPANY), raw }], []);
    expect((await companies.findRecords([COMPANY.idno]))[0]?.raw).toEqual(raw);
  }
  await close();
});

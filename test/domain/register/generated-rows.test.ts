import { expect, it } from 'vitest';
import { licensedClasses, unlicensedClasses } from '../../../scripts/make-dump/classification.ts';
import { DEFAULT_DUMP_DATE } from '../../../scripts/make-dump/options.ts';
import { allColumns } from '../../../scripts/make-dump/row.ts';
import { type GeneratedRow, generateRows } from '../../../scripts/make-dump/rows.ts';
import type { Cell } from '../../../scripts/xlsx-writer/sheet.ts';
import type { CellValue } from '../../../src/domain/register/cell.ts';
import { toCompanyRecord, toRegisterRow } from '../../../src/domain/register/record.ts';

const ROWS = 3_000;

const context = {
  classification: {
    unlicensed: new Map(unlicensedClasses.map(({ id, code, label }) => [id, { code, label }])),
    licensed: new Map(licensedClasses.map(({ id, label }) => [id, label])),
  },
  dumpDate: DEFAULT_DUMP_DATE,
};

/** What the rules make of a generated row, in the words of the generator's own truth. */
function read({ cells }: GeneratedRow) {
  const byColumn = new Map<string, Cell>(
    allColumns.map((column, index) => [column, cells[index] ?? null]),
  );
  const row = toRegisterRow((column) => toRead(byColumn.get(column) ?? null), false);
  const reading = toCompanyRecord(row, context);
  if ('without' in reading) return { outcome: 'without_idno' };
  if ('reject' in reading) return { outcome: 'rejected' };
  const { company, flags, directors, licensedActivities, liquidatedOn } = reading.record;
  return {
    outcome: 'stored',
    expected: company,
    flags: flags.toSorted(),
    directors,
    licensedActivities,
    liquidatedOn,
  };
}

/** The value that the workbook's reader makes of a cell. */
function toRead(cell: Cell): CellValue {
  if (cell === null || typeof cell !== 'object') return cell;
  const { type, value, formula = '' } = cell;
  if (value === undefined) return `=${formula}`;
  if (type === 'b') return value === '1';
  return type === 'n' ? Number(value) : value;
}

it.each([[false], [true]])(
  'every generated row is read as it was made (status in a column: %j)',
  (statusColumn) => {
    const anomalies = 'all' as const;
    const options = { rows: ROWS, seed: 17, dumpDate: DEFAULT_DUMP_DATE, anomalies, statusColumn };
    for (const row of generateRows(options)) {
      const { outcome, expected, flags, directors, licensedActivities, liquidatedOn } = row.truth;
      // A duplicate that a later row replaces is read like any other; the import decides on it.
      if (outcome === 'superseded') continue;
      const truth =
        outcome === 'stored'
          ? { expected, flags: flags.toSorted(), directors, licensedActivities, liquidatedOn }
          : {};
      expect(read(row), row.truth.kind).toEqual({ outcome, ...truth });
    }
  },
);

import { checkDigit } from '../../scripts/make-dump/idno.ts';
import HEADERS from '../../scripts/make-dump/words/headers.json' with { type: 'json' };
import { writeTable } from '../../scripts/xlsx-writer/sheet.ts';
import type { CellValue } from '../../src/domain/register/cell.ts';
import {
  mapColumns,
  OPTIONAL_COLUMNS,
  REGISTER_COLUMNS,
  type RegisterColumn,
} from '../../src/domain/register/columns.ts';
import { writeWorkbookParts } from './xlsx/workbook-writer.ts';
import { writeZip } from './xlsx/zip-writer.ts';

/** The cells of one row. */
export type RegisterCells = Readonly<Record<RegisterColumn, CellValue>>;
/** Cells of one row; missing ones are those of a clean company. */
export type RowSpec = Partial<RegisterCells>;

export interface DumpSpec {
  rows: readonly RowSpec[];
  /** In the title, `14.09.2026`; null: the title tells no day. */
  date?: string | null;
  /** The columns that the file has, in its order. */
  columns?: readonly RegisterColumn[];
  headers?: Partial<Record<RegisterColumn, string>>;
  /** Rows of titles above the header. */
  titles?: readonly string[];
  date1904?: boolean;
  /** Of the activities' sheets; null: the file has none. */
  activities?: readonly (readonly CellValue[])[] | null;
  /** Of that sheet. */
  activityHeader?: readonly string[];
  licensed?: readonly (readonly CellValue[])[] | null;
  sheetName?: string;
  /** Further sheets, before or behind the dump's own, by their names. */
  sheetsBefore?: Record<string, readonly (readonly CellValue[])[]>;
  sheetsBehind?: Record<string, readonly (readonly CellValue[])[]>;
  hidden?: readonly string[];
}

/** Of the layout of today. */
export const COLUMNS = REGISTER_COLUMNS.filter((column) => !OPTIONAL_COLUMNS.has(column));

export const ACTIVITIES: readonly (readonly CellValue[])[] = [
  [11, 'Activităţi de realizare a soft-ului la comandă', 62.01, 2],
  [12, 'Activităţi de consultanţă pentru afaceri', '70.22', 2],
  [13, 'Comerţ cu ridicata', '51190', 1],
];
const ACTIVITY_HEADER = ['ID', 'Denumire', 'Cod CAEM', 'Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2)'];
export const LICENSED: readonly (readonly CellValue[])[] = [[21, 'Comercializarea gazelor']];

const { idno: _idno, ...NO_CELLS } = mapColumns(() => null);
/** An invented company; the number must be given. */
export const CLEAN_ROW: Omit<RegisterCells, 'idno'> = {
  ...NO_CELLS,
  regDate: 39_889,
  name: 'Societatea cu Răspundere Limitată „IZVOR-TEST”',
  legalForm: 'Societate cu răspundere limitată',
  address: 'MD-2001, str. Izvorului Imaginar, 7, mun. Chişinău',
  cuatm: 120,
  directors: 'PRUNARU-TEST ILEANA [Administrator]',
  founders: 'PRUNARU-TEST ILEANA (60,00%), CIREȘARU-TEST PETRU (40,00%)',
  unlicensed: '11, 12',
  licensed: '21',
};

/** A number of the register with a valid check digit. */
export function makeIdno(serial: number): string {
  const digits = `1099600${String(serial).padStart(5, '0')}`;
  return `${digits}${checkDigit(digits)}`;
}

/** An XLSX workbook in the register's layout. */
export function writeDump(spec: DumpSpec): Buffer {
  const {
    activityHeader = ACTIVITY_HEADER,
    activities = ACTIVITIES,
    licensed = LICENSED,
    sheetName = 'Company',
  } = spec;
  // Texts stand in their cells, so that tests read these too.
  const sheets: Record<string, string> = {
    ...toSheets(spec.sheetsBefore),
    [sheetName]: writeTable(toTable(spec)),
    ...toSheets(spec.sheetsBehind),
  };
  if (activities !== null) {
    sheets['Clasificare nelicenţiate'] = writeTable([activityHeader, ...activities]);
  }
  if (licensed !== null) {
    sheets['Clasificare licenţiate'] = writeTable([['ID', 'Denumire'], ...licensed]);
  }
  const { date1904 = false, hidden = [] } = spec;
  return writeZip(writeWorkbookParts({ sheets, hidden, date1904 }));
}

/** The same table as text; the register's own exports have commas. */
export function writeCsv(spec: DumpSpec, separator = ','): string {
  const lines = toTable(spec).map((cells) =>
    cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(separator),
  );
  return `${lines.join('\n')}\n`;
}

function toSheets(tables: DumpSpec['sheetsBefore'] = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(tables).map(([name, table]) => [name, writeTable(table)]),
  );
}

export function toTable(spec: DumpSpec): CellValue[][] {
  const { rows, date = '14.09.2026', columns = COLUMNS, headers = {} } = spec;
  const title = `Date din Registrul de stat${date === null ? '' : ` (starea pînă la ${date})`}`;
  return [
    ...(spec.titles ?? [title]).map((text) => [null, text]),
    columns.map((column) => headers[column] ?? HEADERS[column]),
    ...rows.map((row) => {
      const cells: RowSpec = { ...CLEAN_ROW, ...row };
      return columns.map((column) => cells[column] ?? null);
    }),
  ];
}

import type { Cell } from '../xlsx-writer/sheet.ts';
import { type AnomalySet, anomalies } from './anomalies.ts';
import type { ClassificationForm } from './classification-forms.ts';
import { writeCleanRow } from './clean-row.ts';
import { makeCompany, type Revision, UNCHANGED } from './company.ts';
import { type PlannedRow, planRows } from './plan.ts';
import { chance, createRandom, integer } from './random.ts';
import { allColumns, columns, type Row, type Truth } from './row.ts';
import { stateStatus } from './stated-status.ts';
import { countNew, decideFate } from './week.ts';

export interface DumpOptions {
  /** Rows of the first dump, 1 to MAX_ROWS; the same for every later week of it. */
  rows: number;
  /** A whole number from 0 to 2^32 − 1; the same seed gives the same dump. */
  seed: number;
  /** `YYYY-MM-DD`, not before FIRST_DUMP_DATE. */
  dumpDate: string;
  /** `none`: clean rows only, and no last row with a count; by default `common`. */
  anomalies?: AnomalySet;
  /** Share of rows without a number of 13 digits; the real file has 0.11. */
  withoutIdno?: number;
  /** Share of the clean companies that differ from the first dump, or are gone. */
  changed?: number;
  /** Serial days count from 1904. */
  date1904?: boolean;
  /** The sheet has the column `Statutul`. */
  statusColumn?: boolean;
  /** A hidden sheet of companies that are none of the dump stands first in the workbook. */
  hiddenSheet?: boolean;
  /** How the codes of activities are written; by default `dotted`. */
  classification?: ClassificationForm;
}

export interface GeneratedRow {
  /** In the order of `columns`, and the status where the sheet has it. */
  cells: Cell[];
  truth: Truth;
}

export const MAX_ROWS = 1_000_000;
/** The companies of a seed are made up to the end of 2025. */
export const FIRST_DUMP_DATE = '2026-01-01';
export const DEFAULT_DUMP_DATE = '2026-09-14';
/** As in the real file. */
export const DEFAULT_WITHOUT_IDNO = 0.11;
/** Title and header stand above. */
export const FIRST_DATA_ROW = 3;

const PURPOSES = { anomaly: 103, legacy: 104, duplicate: 105, status: 108 };
/** A real short code that public notes name: not to be given to anyone. */
const REAL_SHORT_CODE = 213_976;
const NOTHING = { flags: [], directors: [], licensedActivities: [], liquidatedOn: null };
const NOT_STORED = { ...NOTHING, idno: null, expected: null };

/** The data rows of a dump from the first to the last, each with its truth. */
export function* generateRows(options: DumpOptions): Generator<GeneratedRow> {
  const { rows, seed, dumpDate, changed = 0, anomalies: set = 'common' } = options;
  const { withoutIdno = DEFAULT_WITHOUT_IDNO, statusColumn = false } = options;
  const written = statusColumn ? allColumns : columns;
  const plan = planRows({ seed, rows, anomalies: set, withoutIdno });
  const end = changed > 0 ? rows + countNew(rows, changed) : rows;
  let number = FIRST_DATA_ROW;
  for (let index = 0; index < end; index += 1) {
    const isNew = index >= rows;
    const planned = isNew ? { kind: 'clean', partner: null } : plan(index);
    const mayChange = changed > 0 && !isNew && planned.kind === 'clean';
    const fate = mayChange ? decideFate(seed, index, dumpDate, changed) : 'same';
    if (fate === 'gone') continue;
    const row = makeRow(options, index, planned, fate === 'same' ? UNCHANGED : fate);
    const change = isNew ? 'new' : fate === 'same' ? null : 'changed';
    const truth = tellTruth(row, { row: number, kind: planned.kind, change });
    yield { cells: written.map((column) => row.cells[column]), truth };
    number += 1;
  }
  if (set !== 'none') yield writeCountRow(number);
}

function makeRow(
  { seed, dumpDate, date1904 = false, statusColumn = false }: DumpOptions,
  index: number,
  { kind, partner }: PlannedRow,
  revision: Revision,
): Row {
  const isDuplicate = kind.startsWith('duplicate_idno') && partner !== null;
  const company = isDuplicate
    ? makeCompany(seed, partner, reviseDuplicate(seed, index))
    : makeCompany(seed, index, revision);
  const row = writeCleanRow(company, date1904);
  if (kind === 'without_idno') removeIdno(row, seed, index);
  if (kind === 'superseded') row.outcome = 'superseded';
  const anomaly = anomalies[kind];
  if (anomaly !== undefined) {
    const random = createRandom(seed, index, PURPOSES.anomaly);
    const twinBrand = partner === null || isDuplicate ? '' : makeCompany(seed, partner).brand;
    const { spell, form } = company;
    anomaly.apply(row, { random, spell, form, dumpDate, date1904, twinBrand });
  }
  if (statusColumn) stateStatus(row, createRandom(seed, index, PURPOSES.status));
  return row;
}

/** Half of the duplicates repeat the earlier row, the others are a later state of the company. */
function reviseDuplicate(seed: number, index: number): Revision {
  const isSame = chance(createRandom(seed, index, PURPOSES.duplicate), 0.5);
  return isSame ? UNCHANGED : { salt: 1, liquidatedOn: null };
}

/** Nothing, or the short fiscal code of the years before the IDNO. */
function removeIdno(row: Row, seed: number, index: number): void {
  const random = createRandom(seed, index, PURPOSES.legacy);
  const isBlank = chance(random, 0.4);
  const code = integer(random, 10_000, 9_999_999);
  row.outcome = 'without_idno';
  row.idno = null;
  row.cells.idno = isBlank ? null : code === REAL_SHORT_CODE ? code + 1 : code;
}

function tellTruth(row: Row, place: Pick<Truth, 'row' | 'kind' | 'change'>): Truth {
  const { cells: _, ...truth } = row;
  const { idno, outcome } = truth;
  return { ...place, ...(outcome === 'stored' ? truth : { ...NOT_STORED, idno, outcome }) };
}

/** The last row of the real file holds nothing but a count. */
function writeCountRow(row: number): GeneratedRow {
  const cells = columns.map((column) => (column === 'founders' ? row - FIRST_DATA_ROW : null));
  const place = { row, kind: 'count_row', change: null };
  return { cells, truth: { ...place, ...NOT_STORED, outcome: 'without_idno' } };
}

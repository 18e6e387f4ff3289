import type { Cell } from '../xlsx-writer/sheet.ts';
import { type AnomalyKind, anomalies } from './anomalies.ts';
import { writeCleanRow } from './clean-row.ts';
import { makeCompany, type Revision, UNCHANGED } from './company.ts';
import { type PlannedRow, planRows } from './plan.ts';
import { chance, createRandom, integer, type Random } from './random.ts';
import { columns, type Row, type Truth } from './row.ts';
import { countNew, decideFate } from './week.ts';

export interface DumpOptions {
  /** Rows of the first dump, 1 to MAX_ROWS; the same for every later week of it. */
  rows: number;
  /** A whole number from 0 to 2^32 − 1; the same seed gives the same dump. */
  seed: number;
  /** `YYYY-MM-DD`, not before FIRST_DUMP_DATE. */
  dumpDate: string;
  /** False: clean rows only, and no last row with a count. */
  anomalies?: boolean;
  /** Share of rows without a number of 13 digits; the real file has 0.11. */
  withoutIdno?: number;
  /** Share of the clean companies that differ from the first dump, or are gone. */
  changed?: number;
  /** Serial days count from 1904. */
  date1904?: boolean;
}

export interface GeneratedRow {
  /** In the order of `columns`. */
  cells: Cell[];
  /** Number cells are to be written as Java writes a double. */
  exponent: boolean;
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

const PURPOSES = { anomaly: 103, legacy: 104, duplicate: 105 };
/** A real short code that public notes name: not to be given to anyone. */
const REAL_SHORT_CODE = 213_976;

const NOT_STORED = {
  idno: null,
  expected: null,
  flags: [],
  directors: [],
  licensedActivities: [],
  liquidatedOn: null,
};

/** The data rows of a dump from the first to the last, each with its truth. */
export function* generateRows(options: DumpOptions): Generator<GeneratedRow> {
  const { rows, seed, dumpDate, changed = 0, anomalies: hasAnomalies = true } = options;
  const { withoutIdno = DEFAULT_WITHOUT_IDNO } = options;
  const plan = planRows({ seed, rows, anomalies: hasAnomalies, withoutIdno });
  const end = changed > 0 ? rows + countNew(rows, changed) : rows;
  let number = FIRST_DATA_ROW;
  for (let index = 0; index < end; index += 1) {
    const isNew = index >= rows;
    const planned: PlannedRow = isNew ? { kind: 'clean', partner: null } : plan(index);
    const mayChange = changed > 0 && !isNew && planned.kind === 'clean';
    const fate = mayChange ? decideFate(seed, index, dumpDate, changed) : 'same';
    if (fate === 'gone') continue;
    const revision = fate === 'same' ? reviseDuplicate(seed, index, planned) : fate;
    const row = makeRow(options, index, planned, revision);
    const change = isNew ? 'new' : fate === 'same' ? null : 'changed';
    yield {
      cells: columns.map((column) => row.cells[column]),
      exponent: row.exponent,
      truth: tellTruth(row, { row: number, kind: planned.kind, change }),
    };
    number += 1;
  }
  if (hasAnomalies) yield writeCountRow(number);
}

function makeRow(
  { seed, dumpDate, date1904 = false }: DumpOptions,
  index: number,
  { kind, partner }: PlannedRow,
  revision: Revision,
): Row {
  const isTwin = kind === 'name_twin';
  const company = makeCompany(seed, isTwin ? index : (partner ?? index), revision);
  const row = writeCleanRow(company, date1904);
  if (kind === 'without_idno') {
    removeIdno(row, createRandom(seed, index, PURPOSES.legacy));
  } else if (kind === 'superseded') {
    row.outcome = 'superseded';
  } else if (isAnomaly(kind)) {
    const random = createRandom(seed, index, PURPOSES.anomaly);
    const twinBrand = isTwin ? makeCompany(seed, partner ?? index).brand : '';
    const { spell, form } = company;
    anomalies[kind].apply(row, { random, spell, form, dumpDate, date1904, twinBrand });
  }
  return row;
}

/** Half of the duplicates repeat the earlier row, the others are a later state of the company. */
function reviseDuplicate(seed: number, index: number, { kind }: PlannedRow): Revision {
  if (kind !== 'duplicate_idno' && kind !== 'duplicate_idno_far') return UNCHANGED;
  const random = createRandom(seed, index, PURPOSES.duplicate);
  if (chance(random, 0.5)) return UNCHANGED;
  return { salt: 1, parts: ['address', 'directors'], liquidatedOn: null };
}

/** Nothing, or the short fiscal code of the years before the IDNO. */
function removeIdno(row: Row, random: Random): void {
  row.outcome = 'without_idno';
  row.idno = null;
  row.cells.idno = null;
  if (chance(random, 0.4)) return;
  const code = integer(random, 10_000, 9_999_999);
  row.cells.idno = code === REAL_SHORT_CODE ? code + 1 : code;
}

function isAnomaly(kind: string): kind is AnomalyKind {
  return kind in anomalies;
}

function tellTruth(row: Row, place: Pick<Truth, 'row' | 'kind' | 'change'>): Truth {
  const { cells: _cells, exponent: _exponent, ...truth } = row;
  const { idno, outcome } = truth;
  return outcome === 'stored' ? { ...place, ...truth } : { ...place, ...NOT_STORED, idno, outcome };
}

/** The last row of the real file holds nothing but a count. */
function writeCountRow(number: number): GeneratedRow {
  const count = number - FIRST_DATA_ROW;
  const cells = columns.map((column) => (column === 'founders' ? count : null));
  const place = { row: number, kind: 'count_row', change: null } as const;
  return { cells, exponent: false, truth: { ...place, ...NOT_STORED, outcome: 'without_idno' } };
}

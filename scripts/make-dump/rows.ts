import { writeCleanRow } from './clean-row.ts';
import { inventCompany, type Revision, unchanged } from './company.ts';
import { type DirtKind, dirts } from './dirt.ts';
import { type PlannedRow, planRows } from './plan.ts';
import { chance, createRandom, integer, type Random } from './random.ts';
import { type CellValue, columns, type Row, type Truth } from './row.ts';
import { countNew, decideFate } from './week.ts';

export interface DumpOptions {
  /** Rows of the first dump, 1 to MAX_ROWS; the same for every later week of it. */
  rows: number;
  /** A whole number from 0 to 2^32 − 1; the same seed gives the same dump. */
  seed: number;
  /** `YYYY-MM-DD`, not before FIRST_DUMP_DATE. */
  dumpDate: string;
  /** False: no dirt and no last row with a count. */
  dirt?: boolean;
  /** Share of rows without a number of 13 digits; the real file has 0.11. */
  withoutIdno?: number;
  /** Share of the clean companies that differ from the first dump, or are gone. */
  changed?: number;
  /** Serial days count from 1904. */
  date1904?: boolean;
}

export interface GeneratedRow {
  /** In the order of `columns`. */
  cells: CellValue[];
  /** Number cells are to be written as Java writes a double. */
  exponent: boolean;
  truth: Truth;
}

export const MAX_ROWS = 1_000_000;
/** The companies of a seed are invented up to the end of 2025. */
export const FIRST_DUMP_DATE = '2026-01-01';
export const DEFAULT_DUMP_DATE = '2026-09-14';
/** As in the real file. */
export const DEFAULT_WITHOUT_IDNO = 0.11;
/** Title and header stand above. */
export const FIRST_DATA_ROW = 3;

const purposes = { dirt: 103, legacy: 104, duplicate: 105 };
/** A real short code that public notes name: not to be given to anyone. */
const realShortCode = 213_976;

/** The data rows of a dump from the first to the last, each with its truth. */
export function* generateRows(options: DumpOptions): Generator<GeneratedRow> {
  const { rows, seed, dumpDate, dirt = true, changed = 0, date1904 = false } = options;
  const withoutIdno = options.withoutIdno ?? DEFAULT_WITHOUT_IDNO;
  const plan = planRows({ seed, rows, dirt, withoutIdno });
  const end = changed > 0 ? rows + countNew(rows, changed) : rows;
  let number = FIRST_DATA_ROW;
  for (let index = 0; index < end; index += 1) {
    const isNew = index >= rows;
    const planned: PlannedRow = isNew ? { kind: 'clean', partner: null } : plan(index);
    const mayChange = changed > 0 && !isNew && planned.kind === 'clean';
    const fate = mayChange ? decideFate(seed, index, dumpDate, changed) : 'same';
    if (fate === 'gone') continue;
    const revision = fate === 'same' ? reviseDuplicate(seed, index, planned) : fate;
    const row = inventRow({ seed, index, planned, revision, dumpDate, date1904 });
    const change = isNew ? 'new' : fate === 'same' ? null : 'changed';
    yield {
      cells: columns.map((column) => row.cells[column]),
      exponent: row.exponent,
      truth: tellTruth(row, number, planned.kind, change),
    };
    number += 1;
  }
  if (dirt) yield writeCountRow(number, number - FIRST_DATA_ROW);
}

interface RowRequest {
  seed: number;
  index: number;
  planned: PlannedRow;
  revision: Revision;
  dumpDate: string;
  date1904: boolean;
}

function inventRow({ seed, index, planned, revision, dumpDate, date1904 }: RowRequest): Row {
  const { kind, partner } = planned;
  const twin = kind === 'name_twin';
  const invention = inventCompany(seed, twin ? index : (partner ?? index), revision);
  const row = writeCleanRow(invention, date1904);
  if (kind === 'without_idno') {
    takeIdno(row, createRandom(seed, index, purposes.legacy));
  } else if (kind === 'superseded') {
    row.outcome = 'superseded';
  } else if (isDirt(kind)) {
    const random = createRandom(seed, index, purposes.dirt);
    const twinBrand = twin ? inventCompany(seed, partner ?? index).brand : '';
    const { spell, form } = invention;
    dirts[kind].spoil(row, { random, spell, form, dumpDate, date1904, twinBrand });
  }
  return row;
}

/** Half of the duplicates repeat the earlier row, the others are a later state of the company. */
function reviseDuplicate(seed: number, index: number, { kind }: PlannedRow): Revision {
  if (kind !== 'duplicate_idno' && kind !== 'duplicate_idno_far') return unchanged;
  const random = createRandom(seed, index, purposes.duplicate);
  if (chance(random, 0.5)) return unchanged;
  return { salt: 1, parts: ['address', 'directors'], liquidatedOn: null };
}

/** Nothing, or the short fiscal code of the years before the IDNO. */
function takeIdno(row: Row, random: Random): void {
  row.outcome = 'without_idno';
  row.idno = null;
  if (chance(random, 0.4)) {
    row.cells.idno = null;
    return;
  }
  const code = integer(random, 10_000, 9_999_999);
  row.cells.idno = code === realShortCode ? code + 1 : code;
}

function isDirt(kind: string): kind is DirtKind {
  return kind in dirts;
}

function tellTruth(row: Row, number: number, kind: Truth['kind'], change: Truth['change']): Truth {
  const { outcome, idno } = row;
  if (outcome !== 'stored') return { ...nothingStored(number), idno, kind, outcome, change };
  const { company: expected, flags, directors, licensedActivities, liquidatedOn } = row;
  return {
    row: number,
    idno,
    kind,
    outcome,
    change,
    expected,
    flags,
    directors,
    licensedActivities,
    liquidatedOn,
  };
}

/** Dirt 6: the last row of the real file holds nothing but a count. */
function writeCountRow(number: number, count: number): GeneratedRow {
  const cells = columns.map((column) => (column === 'founders' ? count : null));
  return { cells, exponent: false, truth: nothingStored(number) };
}

function nothingStored(row: number): Truth {
  return {
    row,
    idno: null,
    kind: 'count_row',
    outcome: 'without_idno',
    change: null,
    expected: null,
    flags: [],
    directors: [],
    licensedActivities: [],
    liquidatedOn: null,
  };
}

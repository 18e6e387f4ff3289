import type { Cell } from '../xlsx-writer/sheet.ts';
import { anomalies, applyAnomaly } from './anomalies.ts';
import { makeCompany, type Revision, UNCHANGED } from './company.ts';
import { addDays } from './notation.ts';
import { DEFAULTS, type DumpOptions, type DumpSettings } from './options.ts';
import { type PlannedRow, planRows } from './plan.ts';
import { chance, createRandom, integer, pick, type Random } from './random.ts';
import { allColumns, columns, type Row, type Truth, writeCleanRow } from './row.ts';
import statuses from './words/statuses.json' with { type: 'json' };

export interface GeneratedRow {
  /** In the order of `columns`, and the status where the sheet has it. */
  cells: Cell[];
  truth: Truth;
}

/** The rows above are the title and the header. */
export const FIRST_DATA_ROW = 3;

const PURPOSES = { week: 102, anomaly: 103, legacy: 104, duplicate: 105, status: 108 };
/** A real company's short code: no synthetic company may have it. */
const REAL_SHORT_CODE = 213_976;
const NEW: PlannedRow = { kind: 'clean', partner: null };
const NOTHING = { flags: [], directors: [], licensedActivities: [], liquidatedOn: null };
const NOT_STORED = { ...NOTHING, idno: null, expected: null };

/** The data rows of a dump from the first to the last, each with its truth. */
export function* generateRows(options: DumpOptions): Generator<GeneratedRow> {
  const settings = { ...DEFAULTS, ...options };
  const { rows, changed } = settings;
  const written = settings.statusColumn ? allColumns : columns;
  const plan = planRows(settings);
  // About as many companies are added as are removed.
  const end = rows + Math.round((rows * changed) / 10);
  let number = FIRST_DATA_ROW;
  for (let index = 0; index < end; index += 1) {
    const isNew = index >= rows;
    const planned = isNew ? NEW : plan(index);
    const mayChange = changed > 0 && !isNew && planned.kind === 'clean';
    const revision = mayChange ? reviseCompany(settings, index) : UNCHANGED;
    if (revision === null) continue;
    const row = makeRow(settings, index, planned, revision);
    const change = isNew ? 'new' : revision === UNCHANGED ? null : 'changed';
    const truth = toTruth(row, { row: number, kind: planned.kind, change });
    yield { cells: written.map((column) => row.cells[column]), truth };
    number += 1;
  }
  if (settings.anomalies !== 'none') yield writeCountRow(number);
}

/**
 * How a week changed a company of the first dump: of the share `changed` one in ten is removed
 * (null) and the others differ. The dump date selects the companies, always starting from the first
 * dump.
 */
function reviseCompany({ seed, dumpDate, changed }: DumpSettings, index: number): Revision | null {
  const salt = Number(dumpDate.replaceAll('-', ''));
  const random = createRandom(seed, index, PURPOSES.week, salt);
  if (!chance(random, changed)) return UNCHANGED;
  if (chance(random, 0.1)) return null;
  const isLiquidated = chance(random, 0.1);
  return { salt, liquidatedOn: isLiquidated ? addDays(dumpDate, -integer(random, 1, 7)) : null };
}

function makeRow(settings: DumpSettings, index: number, planned: PlannedRow, revision: Revision) {
  const { kind, partner } = planned;
  const { seed, statusColumn } = settings;
  const isDuplicate = kind.startsWith('duplicate_idno') && partner !== null;
  const company = isDuplicate
    ? makeCompany(seed, partner, reviseDuplicate(seed, index))
    : makeCompany(seed, index, revision);
  const row = writeCleanRow(company);
  if (kind === 'without_idno') removeIdno(row, createRandom(seed, index, PURPOSES.legacy));
  if (kind === 'superseded') row.outcome = 'superseded';
  if (kind in anomalies) {
    const random = createRandom(seed, index, PURPOSES.anomaly);
    const twinBrand = partner === null || isDuplicate ? '' : makeCompany(seed, partner).brand;
    applyAnomaly(kind, row, { random, company, settings, twinBrand });
  }
  if (statusColumn) stateStatus(row, createRandom(seed, index, PURPOSES.status));
  return row;
}

/** Half of the duplicates repeat the earlier row, the others are a later state of the company. */
function reviseDuplicate(seed: number, index: number): Revision {
  const isSame = chance(createRandom(seed, index, PURPOSES.duplicate), 0.5);
  return isSame ? UNCHANGED : { salt: 1, liquidatedOn: null };
}

/** Leaves the cell empty or gives it a short fiscal code from the years before the IDNO. */
function removeIdno(row: Row, random: Random): void {
  const isBlank = chance(random, 0.4);
  const code = integer(random, 10_000, 9_999_999);
  row.outcome = 'without_idno';
  row.idno = null;
  row.cells.idno = isBlank ? null : code === REAL_SHORT_CODE ? code + 1 : code;
}

/**
 * Fills the column `Statutul`, which the layouts of 2018 to 2022 have, unless an anomaly has. One
 * row in a hundred has an unknown word, and one has a liquidation that no other column shows.
 */
function stateStatus({ cells, flags, expected }: Row, random: Random): void {
  if (cells.status !== null) return;
  if (chance(random, 0.01)) {
    cells.status = 'suspendat';
    if (!flags.includes('status_uncertain')) flags.push('status_uncertain');
    return;
  }
  if (expected.status === 'activa' && chance(random, 0.01)) expected.status = 'in_lichidare';
  cells.status = pick(random, statuses[expected.status]);
}

function toTruth(row: Row, origin: Pick<Truth, 'row' | 'kind' | 'change'>): Truth {
  const { cells: _, ...truth } = row;
  const { idno, outcome } = truth;
  return { ...origin, ...(outcome === 'stored' ? truth : { ...NOT_STORED, idno, outcome }) };
}

/** The last row of the real file holds nothing but a count. */
function writeCountRow(row: number): GeneratedRow {
  const cells = columns.map((column) => (column === 'founders' ? row - FIRST_DATA_ROW : null));
  const origin = { row, kind: 'count_row', change: null };
  return { cells, truth: { ...origin, ...NOT_STORED, outcome: 'without_idno' } };
}

import type { Company, RegisterRow } from '../../domain/company/company.ts';
import { isStoredIdno } from '../../domain/company/idno.ts';
import type {
  CompanyChange,
  CompanyState,
  StoredCompany,
  StoredSupplement,
} from '../port/companies.ts';
import type { ActivityIds } from './activities.ts';
import { toTextOrNull } from './database.ts';

type Row = Record<string, unknown>;

const IDNO_LENGTH = 13;
/** In the order of the register's columns, which must not change: cells are stored by position. */
const CELLS = [
  'idno',
  'regDate',
  'name',
  'legalForm',
  'address',
  'cuatm',
  'directors',
  'founders',
  'unlicensed',
  'licensed',
  'liquidationDate',
  'status',
] as const satisfies (keyof RegisterRow)[];

/** Cells that nearly always equal the served value, with their positions; then stored as `true`. */
const SERVED_CELLS = (['idno', 'name', 'address'] as const).map(
  (cell) => [CELLS.indexOf(cell), cell] as const,
);

/** IDNOs are stored as integers. Null for a text that is not an IDNO. */
export function toIdnoColumn(idno: string): number | null {
  return isStoredIdno(idno) ? Number(idno) : null;
}

export function toIdno(row: Row): string {
  return String(row['idno']).padStart(IDNO_LENGTH, '0');
}

/** To save space, activities are stored as ids and cells without their names. */
export function toCompanyColumns(stored: StoredCompany, { toIds }: ActivityIds) {
  const { company, fingerprint, goneSince, sample, revision } = stored;
  const { directors, licensedActivities, liquidatedOn, flags, source } = stored;
  return [
    Number(company.idno),
    fingerprint,
    goneSince,
    sample ? 1 : 0,
    revision,
    JSON.stringify({ ...company, caem: toIds(company.caem) }),
    JSON.stringify({
      directors,
      licensedActivities,
      liquidatedOn,
      flags,
      source,
      raw: toCells(stored),
    }),
  ] as const;
}

function toCells({ company, raw }: StoredCompany): unknown[] {
  const cells: unknown[] = CELLS.map((cell) => raw[cell]);
  // Few dumps have the last column.
  if (raw.status === null) cells.pop();
  for (const [place, cell] of SERVED_CELLS) {
    if (raw[cell] === company[cell]) cells[place] = true;
  }
  return cells;
}

function toRaw(cells: unknown[], company: Company): RegisterRow {
  for (const [place, cell] of SERVED_CELLS) {
    if (cells[place] === true) cells[place] = company[cell];
  }
  return Object.fromEntries(
    // Rows stored before a column was added lack its cell.
    CELLS.map((cell, place) => [cell, cells[place] ?? null]),
  ) as unknown as RegisterRow;
}

export type CompanyColumns = ReturnType<typeof toCompanyColumns>;

export function toCompany(column: unknown, { toActivities }: ActivityIds): Company {
  const company = JSON.parse(String(column));
  company.caem = toActivities(company.caem);
  return company;
}

export function toStoredCompany(row: Row, activities: ActivityIds): StoredCompany {
  const { fingerprint, goneSince, sample } = toState(row);
  const { raw, ...details } = JSON.parse(String(row['details']));
  const company = toCompany(row['company'], activities);
  return {
    company,
    ...details,
    raw: toRaw(raw, company),
    fingerprint,
    goneSince,
    sample,
    revision: Number(row['revision']),
  };
}

export function toState(row: Row): CompanyState {
  return {
    idno: toIdno(row),
    fingerprint: String(row['fingerprint']),
    goneSince: toTextOrNull(row['gone_since']),
    sample: row['sample'] === 1,
  };
}

export type ChangeColumns = ReturnType<typeof toChangeColumns>;

export function toChangeColumns(change: CompanyChange) {
  const { idno, revision, importId, dumpDate, previous } = change;
  return [Number(idno), revision, importId, dumpDate, JSON.stringify(previous)] as const;
}

export function toChange(row: Row): CompanyChange {
  return {
    idno: toIdno(row),
    revision: Number(row['revision']),
    importId: String(row['import_id']),
    dumpDate: toTextOrNull(row['dump_date']),
    previous: JSON.parse(String(row['previous'])),
  };
}

export type SupplementColumns = ReturnType<typeof toSupplementColumns>;

export function toSupplementColumns(supplement: StoredSupplement) {
  const { idno, ...rest } = supplement;
  return [Number(idno), JSON.stringify(rest)] as const;
}

export function toStoredSupplement(row: Row): StoredSupplement {
  return { idno: toIdno(row), ...JSON.parse(String(row['supplement'])) };
}

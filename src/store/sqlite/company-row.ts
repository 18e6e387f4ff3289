import type { Company, RegisterRow } from '../../domain/company.ts';
import { isStoredIdno } from '../../domain/idno.ts';
import type {
  CompanyChange,
  CompanyState,
  StoredCompany,
  StoredSupplement,
} from '../company-store.ts';
import type { ActivityNumbers } from './activities.ts';

type Row = Record<string, unknown>;

const IDNO_LENGTH = 13;
/** In the order of the register's columns, which must stay: stored cells have no names. */
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
] as const satisfies (keyof RegisterRow)[];

/** Numbers of the register are integers here; null for a text that is none. */
export function toIdnoColumn(idno: string): number | null {
  return isStoredIdno(idno) ? Number(idno) : null;
}

export function toIdno(row: Row): string {
  return String(row['idno']).padStart(IDNO_LENGTH, '0');
}

/** Documents as they are stored; with activities as numbers and cells without names, for size. */
export function toCompanyColumns(stored: StoredCompany, { toNumbers }: ActivityNumbers) {
  const { company, raw, fingerprint, goneSince, sample, revision } = stored;
  const { directors, licensedActivities, liquidatedOn, flags, source } = stored;
  const cells = CELLS.map((cell) => raw[cell]);
  return [
    Number(company.idno),
    fingerprint,
    goneSince,
    sample ? 1 : 0,
    revision,
    JSON.stringify({ ...company, caem: toNumbers(company.caem) }),
    JSON.stringify({ directors, licensedActivities, liquidatedOn, flags, source, raw: cells }),
  ] as const;
}

export function toCompany(column: unknown, { toActivities }: ActivityNumbers): Company {
  const company = JSON.parse(String(column));
  company.caem = toActivities(company.caem);
  return company;
}

export function toStoredCompany(row: Row, activities: ActivityNumbers): StoredCompany {
  const { fingerprint, goneSince, sample } = toState(row);
  const { raw, ...details } = JSON.parse(String(row['details']));
  return {
    company: toCompany(row['company'], activities),
    ...details,
    raw: Object.fromEntries(CELLS.map((cell, place) => [cell, raw[place]])),
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
    goneSince: row['gone_since'] === null ? null : String(row['gone_since']),
    sample: row['sample'] === 1,
  };
}

export function toChangeColumns(change: CompanyChange) {
  const { idno, revision, importId, dumpDate, previous } = change;
  return [Number(idno), revision, importId, dumpDate, JSON.stringify(previous)] as const;
}

export function toChange(row: Row): CompanyChange {
  return {
    idno: toIdno(row),
    revision: Number(row['revision']),
    importId: String(row['import_id']),
    dumpDate: row['dump_date'] === null ? null : String(row['dump_date']),
    previous: JSON.parse(String(row['previous'])),
  };
}

export function toSupplementColumns(supplement: StoredSupplement) {
  const { idno, ...rest } = supplement;
  return [Number(idno), JSON.stringify(rest)] as const;
}

export function toStoredSupplement(row: Row): StoredSupplement {
  return { idno: toIdno(row), ...JSON.parse(String(row['supplement'])) };
}

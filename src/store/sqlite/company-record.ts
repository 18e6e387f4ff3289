import type { Company } from '../../domain/company/company.ts';
import { isStoredIdno } from '../../domain/company/idno.ts';
import type {
  CompanyChange,
  CompanyState,
  StoredCompany,
  StoredSupplement,
} from '../port/companies.ts';
import type { ActivityIds } from './activities.ts';
import { toTextOrNull } from './database.ts';
import {
  type CompanyWithoutActivities,
  type PackedCompany,
  packCompany,
  packDetails,
  unpackCompany,
  unpackDetails,
} from './packed-company.ts';

type Row = Record<string, unknown>;

const IDNO_LENGTH = 13;
/** SQL for a company's name as it is registered, in the packed column; see `packCompany`. */
export const REGISTERED_NAME = "companies.company ->> '$[2]'";

/** IDNOs are stored as integers. Null for a text that is not an IDNO. */
export function toIdnoColumn(idno: string): number | null {
  return isStoredIdno(idno) ? Number(idno) : null;
}

export function toIdno(row: Row): string {
  return String(row['idno']).padStart(IDNO_LENGTH, '0');
}

export function toCompanyColumns(stored: StoredCompany, { toIds }: ActivityIds) {
  const { company, fingerprint, goneSince, sample, revision } = stored;
  return [
    Number(company.idno),
    fingerprint,
    goneSince,
    sample ? 1 : 0,
    revision,
    JSON.stringify(packCompany(company, toIds(company.caem))),
    JSON.stringify(packDetails(stored)),
  ] as const;
}

export type CompanyColumns = ReturnType<typeof toCompanyColumns>;

export function toCompany(column: unknown, { toActivities }: ActivityIds): Company {
  const packed: PackedCompany = JSON.parse(String(column));
  return unpackCompany(packed, toActivities(packed[0]));
}

/** Without its activities, whose ids only a connection's `ActivityIds` can read. */
export function toPlainCompany(column: unknown): CompanyWithoutActivities {
  return unpackCompany(JSON.parse(String(column)), []);
}

export function toStoredCompany(row: Row, activities: ActivityIds): StoredCompany {
  const { fingerprint, goneSince, sample } = toState(row);
  const company = toCompany(row['company'], activities);
  return {
    company,
    ...unpackDetails(JSON.parse(String(row['details'])), company),
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

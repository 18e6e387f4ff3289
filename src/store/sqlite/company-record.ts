import type { Activity, Company } from '../../domain/company/company.ts';
import { isStoredIdno } from '../../domain/company/idno.ts';
import { mapColumns, REGISTER_COLUMNS, type RegisterRow } from '../../domain/register/columns.ts';
import type { CompanyState, StoredCompany } from '../port/companies.ts';
import type { ActivityIds } from './activities.ts';
import { toTextOrNull } from './database.ts';

type Row = Record<string, unknown>;

const IDNO_LENGTH = 13;
/** SQL for a company's name as it is registered, in the packed column; see `packCompany`. */
export const REGISTERED_NAME = "companies.company ->> '$[2]'";

/** IDNOs are stored as integers. Null for a text that is not an IDNO. */
export function toIdnoColumn(idno: string): number | null {
  return isStoredIdno(idno) ? Number(idno) : null;
}

export function readIdno(row: Row): string {
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

/** A company without its activities, whose ids only a connection's `ActivityIds` can resolve. */
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
    idno: readIdno(row),
    fingerprint: String(row['fingerprint']),
    goneSince: toTextOrNull(row['gone_since']),
    sample: row['sample'] === 1,
  };
}

// The JSON of the columns `company` and `details`: arrays of values in a fixed order, as names would
// be a third of all bytes. New values are appended.

/** Cells that nearly always equal the served value, with their positions; then stored as `true`. */
const SERVED_CELLS = (['idno', 'name', 'address'] as const).map(
  (cell) => [REGISTER_COLUMNS.indexOf(cell), cell] as const,
);

/** A served company without the activities, which are stored as ids. */
type CompanyWithoutActivities = Omit<Company, 'caem'>;

type PackedCompany = ReturnType<typeof packCompany>;

/** `activityIds`: the ids of its activities (see `activities.ts`). */
function packCompany(company: Company, activityIds: readonly number[]) {
  return [
    activityIds,
    company.idno,
    company.name,
    company.legalForm,
    company.status,
    company.regDate,
    company.address,
    company.region,
    company.capital,
    company.vatPayer,
    company.caemMain,
    company.founders.map(({ name, share, type }) => [name, share, type] as const),
    company.admins,
  ] as const;
}

/** `caem`: the activities of the packed ids. */
function unpackCompany(packed: PackedCompany, caem: Activity[]): Company {
  const [, idno, name, legalForm, status, regDate, address, region, ...more] = packed;
  const [capital, vatPayer, caemMain, founders, admins] = more;
  return {
    idno,
    name,
    legalForm,
    status,
    regDate,
    address,
    region,
    capital,
    vatPayer,
    caemMain,
    founders: founders.map(([name, share, type]) => ({ name, share, type })),
    admins,
    caem,
  };
}

type PackedDetails = ReturnType<typeof packDetails>;

function packDetails(stored: StoredCompany) {
  const { directors, licensedActivities, liquidatedOn, flags, source, firstDumpDate } = stored;
  return [
    directors.map(({ name, role }) => [name, role] as const),
    licensedActivities,
    liquidatedOn,
    flags,
    source.dumpDate,
    source.classificationId,
    packCells(stored),
    firstDumpDate,
  ] as const;
}

type Details = Pick<
  StoredCompany,
  'directors' | 'licensedActivities' | 'liquidatedOn' | 'flags' | 'source' | 'raw' | 'firstDumpDate'
>;

function unpackDetails(packed: PackedDetails, company: Company): Details {
  const [directors, licensedActivities, liquidatedOn, flags, ...more] = packed;
  const [dumpDate, classificationId, cells, firstDumpDate] = more;
  return {
    directors: directors.map(([name, role]) => ({ name, role })),
    licensedActivities,
    liquidatedOn,
    flags,
    source: { dumpDate, classificationId },
    raw: unpackCells(cells, company),
    firstDumpDate,
  };
}

function packCells({ company, raw }: StoredCompany): unknown[] {
  const cells: unknown[] = REGISTER_COLUMNS.map((column) => raw[column]);
  while (cells.at(-1) === null) cells.pop();
  for (const [index, cell] of SERVED_CELLS) {
    if (raw[cell] === company[cell]) cells[index] = true;
  }
  return cells;
}

function unpackCells(cells: unknown[], company: Company): RegisterRow {
  for (const [index, cell] of SERVED_CELLS) {
    if (cells[index] === true) cells[index] = company[cell];
  }
  // Empty cells at the end are not stored.
  return mapColumns((_, index) => cells[index] ?? null) as RegisterRow;
}

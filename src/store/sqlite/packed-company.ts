import {
  type Activity,
  type Company,
  mapColumns,
  REGISTER_COLUMNS,
  type RegisterRow,
} from '../../domain/company/company.ts';
import type { StoredCompany } from '../port/companies.ts';

// The JSON of the columns `company` and `details`: arrays of values in a fixed order, as names would
// be a third of all bytes. New values are appended, with a migration of the stored rows.

/** Cells that nearly always equal the served value, with their positions; then stored as `true`. */
const SERVED_CELLS = (['idno', 'name', 'address'] as const).map(
  (cell) => [REGISTER_COLUMNS.indexOf(cell), cell] as const,
);

/** A served company without the activities, which are stored as ids. */
export type CompanyWithoutActivities = Omit<Company, 'caem'>;

export type PackedCompany = ReturnType<typeof packCompany>;

/** `activityIds`: of its activities; see `activities.ts`. */
export function packCompany(company: Company, activityIds: readonly number[]) {
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
export function unpackCompany(packed: PackedCompany, caem: Activity[]): Company {
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

export function packDetails(stored: StoredCompany) {
  const { directors, licensedActivities, liquidatedOn, flags, source } = stored;
  return [
    directors.map(({ name, role }) => [name, role] as const),
    licensedActivities,
    liquidatedOn,
    flags,
    source.dumpDate,
    source.classificationId,
    packCells(stored),
  ] as const;
}

type Details = Pick<
  StoredCompany,
  'directors' | 'licensedActivities' | 'liquidatedOn' | 'flags' | 'source' | 'raw'
>;

export function unpackDetails(packed: PackedDetails, company: Company): Details {
  const [directors, licensedActivities, liquidatedOn, flags, dumpDate, classificationId, cells] =
    packed;
  return {
    directors: directors.map(([name, role]) => ({ name, role })),
    licensedActivities,
    liquidatedOn,
    flags,
    source: { dumpDate, classificationId },
    raw: unpackCells(cells, company),
  };
}

function packCells({ company, raw }: StoredCompany): unknown[] {
  const cells: unknown[] = REGISTER_COLUMNS.map((column) => raw[column]);
  while (cells.at(-1) === null) cells.pop();
  for (const [place, cell] of SERVED_CELLS) {
    if (raw[cell] === company[cell]) cells[place] = true;
  }
  return cells;
}

function unpackCells(cells: unknown[], company: Company): RegisterRow {
  for (const [place, cell] of SERVED_CELLS) {
    if (cells[place] === true) cells[place] = company[cell];
  }
  // Empty cells at the end are not stored, nor is a column that was added later.
  return mapColumns((_, place) => cells[place] ?? null) as RegisterRow;
}

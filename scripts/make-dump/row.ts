import type { Company, CompanyFlag, Director, Founder } from '../../src/domain/company.ts';
import type { LegalStatus } from '../../src/domain/status.ts';
import type { DirtKind } from './dirt.ts';

/** A cell as the workbook holds it; a day is a serial number. */
export type CellValue = string | number | null;

/** The eleven columns of the sheet, in its order. */
export const columns = [
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
] as const;

export type Cells = Record<(typeof columns)[number], CellValue>;

/**
 * What an import must make of a row. A `superseded` row is a duplicate whose IDNO comes again
 * further down: that later row is the one that is stored.
 */
export type Outcome = 'stored' | 'superseded' | 'rejected' | 'without_idno';

export type RowKind = 'clean' | 'without_idno' | 'superseded' | 'count_row' | DirtKind;

/** What must be known of a row after the import; computed from the invention, never by parsing. */
export interface Truth {
  /** The sheet's own row number; the first data row is 3. */
  row: number;
  /** Thirteen digits as the cell means them; null where the cell has no such number. */
  idno: string | null;
  kind: RowKind;
  outcome: Outcome;
  /** How the company differs from the first dump, where this is a later week of it. */
  change: 'new' | 'changed' | null;
  /** What the row is stored as; null unless the outcome is `stored`. */
  expected: Company | null;
  flags: CompanyFlag[];
  directors: Director[];
  licensedActivities: string[];
  /** `YYYY-MM-DD`; null unless liquidated. */
  liquidatedOn: string | null;
}

/** A row in the making: what its cells say, and beside it what must come of them. */
export interface Row {
  cells: Cells;
  /** The number cells are to be written as Java does, `1.003602023531E12`. */
  exponent: boolean;
  idno: string | null;
  outcome: Outcome;
  company: Company;
  flags: CompanyFlag[];
  directors: Director[];
  licensedActivities: string[];
  liquidatedOn: string | null;
}

/** Puts other directors into the row, and what follows from them. */
export function setDirectors(row: Row, cell: string, directors: Director[]): void {
  row.cells.directors = cell;
  row.directors = directors;
  row.company.admins = directors.map((director) => director.name);
  row.company.status = deriveStatus(directors, row.liquidatedOn);
}

export function setFounders(row: Row, cell: string, founders: Founder[]): void {
  row.cells.founders = cell;
  row.company.founders = founders;
}

export const insolvencyRoles = [
  'Administrator al procesului de insolvabilitate',
  'Administrator provizoriu',
  'Administrator fiduciar',
  'Administrator din oficiu',
  'Administrator al procedurii planului',
];

export function deriveStatus(directors: Director[], liquidatedOn: string | null): LegalStatus {
  if (liquidatedOn !== null) return 'lichidata';
  const roles = directors.map((director) => director.role);
  if (roles.includes('Lichidator')) return 'in_lichidare';
  return roles.some((role) => role !== null && insolvencyRoles.includes(role))
    ? 'insolvabila'
    : 'activa';
}

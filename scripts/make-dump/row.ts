import type { Company, CompanyFlag, Director, Founder } from '../../src/domain/company.ts';
import type { LegalStatus } from '../../src/domain/status.ts';
import type { Cell } from '../xlsx-writer/sheet.ts';
import type { AnomalyKind } from './anomalies.ts';

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

/** Days are serial numbers. */
export type Cells = Record<(typeof columns)[number], Cell>;

/**
 * What an import must make of a row. A `superseded` row is a duplicate whose IDNO comes again
 * further down: that later row is the one that is stored.
 */
export type Outcome = 'stored' | 'superseded' | 'rejected' | 'without_idno';

export type RowKind = 'clean' | 'without_idno' | 'superseded' | 'count_row' | AnomalyKind;

/** What a row must be stored as; known from how it was made, never from reading its cells. */
export interface Expected {
  expected: Company;
  flags: CompanyFlag[];
  directors: Director[];
  licensedActivities: string[];
  /** `YYYY-MM-DD`; null unless liquidated. */
  liquidatedOn: string | null;
}

/** What must be known of a row after the import. */
export interface Truth extends Omit<Expected, 'expected'> {
  /** The sheet's own row number; the first data row is 3. */
  row: number;
  /** Thirteen digits as the cell means them; null where the cell has no such number. */
  idno: string | null;
  kind: RowKind;
  outcome: Outcome;
  /** How the company differs from the first dump, where this is a later week of it. */
  change: 'new' | 'changed' | null;
  /** Null unless the outcome is `stored`. */
  expected: Company | null;
}

/** A row in the making: what its cells say, and beside it what must come of them. */
export interface Row extends Expected {
  cells: Cells;
  /** The number cells are to be written as Java does, `1.003602023531E12`. */
  exponent: boolean;
  idno: string | null;
  outcome: Outcome;
}

/** Puts other directors into the row, and what follows from them. */
export function setDirectors(row: Row, cell: Cell, directors: Director[]): void {
  row.cells.directors = cell;
  row.directors = directors;
  row.expected.admins = directors.map(({ name }) => name);
  row.expected.status = deriveStatus(directors, row.liquidatedOn);
}

export function setFounders(row: Row, cell: Cell, founders: Founder[]): void {
  row.cells.founders = cell;
  row.expected.founders = founders;
}

export const INSOLVENCY_ROLES = [
  'Administrator al procesului de insolvabilitate',
  'Administrator provizoriu',
  'Administrator fiduciar',
  'Administrator din oficiu',
  'Administrator al procedurii planului',
];

export function deriveStatus(
  directors: readonly Director[],
  liquidatedOn: string | null,
): LegalStatus {
  if (liquidatedOn !== null) return 'lichidata';
  const roles = directors.map(({ role }) => role ?? '');
  if (roles.includes('Lichidator')) return 'in_lichidare';
  return roles.some((role) => INSOLVENCY_ROLES.includes(role)) ? 'insolvabila' : 'activa';
}

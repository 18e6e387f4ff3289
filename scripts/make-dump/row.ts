import type {
  Company,
  CompanyRecord,
  Director,
  LegalStatus,
} from '../../src/domain/company/company.ts';
import { NOTHING_KNOWN } from '../../src/domain/company/test-companies.ts';
import type { Cell } from '../xlsx-writer/sheet.ts';
import type { SyntheticCompany } from './company.ts';
import { writeFounders } from './founders.ts';
import { toSerial } from './notation.ts';
import { writeDirectors } from './people.ts';
import headers from './words/headers.json' with { type: 'json' };
import insolvencyRoles from './words/insolvency-roles.json' with { type: 'json' };

type Column = keyof typeof headers;

/** All columns, in the order of the sheet. */
export const allColumns = Object.keys(headers) as Column[];
/** The eleven that every layout has. */
export const columns = allColumns.filter((column) => column !== 'status');

/** The cells of a row; dates are serial numbers. */
export type Cells = Record<Column, Cell>;

/** A `superseded` row is overridden by a later row with the same IDNO, which is the one stored. */
export type Outcome = 'stored' | 'superseded' | 'rejected' | 'without_idno';

/** The fields that must be stored in addition to those of the public answer. */
type Details = Omit<CompanyRecord, 'company' | 'raw'>;

/** The expected result of importing a row. */
export interface Truth extends Details {
  /** The sheet's own row number; the first data row is 3. */
  row: number;
  /** The IDNO that the cell means; null if it means none. */
  idno: string | null;
  /** `clean`, `without_idno`, `superseded`, `count_row` or the kind of an anomaly. */
  kind: string;
  outcome: Outcome;
  /** In a later week: how the company differs from the first dump. */
  change: 'new' | 'changed' | null;
  /** Null unless the outcome is `stored`. */
  expected: Company | null;
}

/**
 * A row being generated: its cells and what an import must make of them, which follows from how the
 * row was generated and never from reading its cells.
 */
export interface Row extends Details, Pick<Truth, 'idno' | 'outcome'> {
  cells: Cells;
  expected: Company;
}

/** Replaces the directors and the fields that are derived from them. */
export function setDirectors(row: Row, directors: Director[]): void {
  row.directors = directors;
  row.expected.admins = directors.map(({ name }) => name);
  row.expected.status = deriveStatus(directors, row.liquidatedOn);
}

export function deriveStatus(directors: readonly Director[], day: string | null): LegalStatus {
  if (day !== null) return 'lichidata';
  const roles = directors.map(({ role }) => role ?? '');
  if (roles.includes('Lichidator')) return 'in_lichidare';
  return roles.some((role) => insolvencyRoles.includes(role)) ? 'insolvabila' : 'activa';
}

/** The row of a company without anomalies, and what must be stored for it. */
export function writeCleanRow(company: SyntheticCompany): Row {
  const { idno, form, name, address, liquidatedOn, directors, founders, registeredOn } = company;
  return {
    cells: {
      idno: Number(idno),
      regDate: toSerial(registeredOn),
      name,
      legalForm: form.words,
      address: address.text,
      cuatm: address.cuatm,
      directors: writeDirectors(directors),
      founders: writeFounders(founders) || null,
      unlicensed: writeIds(company.unlicensed),
      licensed: writeIds(company.licensed),
      liquidationDate: liquidatedOn === null ? null : toSerial(liquidatedOn),
      status: null,
    },
    idno,
    outcome: 'stored',
    expected: {
      ...NOTHING_KNOWN,
      idno,
      name,
      legalForm: form.abbreviation,
      status: deriveStatus(directors, liquidatedOn),
      regDate: registeredOn,
      address: address.text,
      region: String(address.cuatm).padStart(4, '0'),
      caemMain: company.unlicensed[0]?.code ?? null,
      founders,
      admins: directors.map((director) => director.name),
      caem: company.unlicensed.map(({ code, label }, at) => ({ code, label, main: at === 0 })),
    },
    flags: form.abbreviation === null ? ['legal_form_unknown'] : [],
    directors,
    licensedActivities: company.licensed.map(({ label }) => label),
    liquidatedOn,
  };
}

/** A single ID is a number cell, several are text. */
function writeIds(classes: readonly { id: number }[]): string | number | null {
  const [first, ...others] = classes.map(({ id }) => id);
  return others.length === 0 ? (first ?? null) : `${first}, ${others.join(', ')}`;
}

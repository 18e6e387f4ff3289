import type { RegisterRow } from '../register/columns.ts';
import type { CompanyFlag } from './flags.ts';

/** A company's legal state, derived from several columns of the register. */
export const LEGAL_STATUSES = ['activa', 'in_lichidare', 'insolvabila', 'lichidata'] as const;
export type LegalStatus = (typeof LEGAL_STATUSES)[number];

/**
 * The type of a founder: a person, an organisation, the state, or a group. A group is a number of
 * members (`TOTAL 71 MEMBRI`), or people and organisations that hold one share together.
 */
export const FOUNDER_TYPES = ['persoana_fizica', 'persoana_juridica', 'stat', 'grup'] as const;
export type FounderType = (typeof FOUNDER_TYPES)[number];

export interface Founder {
  name: string;
  /** As filed, `40,00%`; null if the register gives none. */
  share: string | null;
  type: FounderType;
}

/** One name of the directors' column, with its role. */
export interface Director {
  name: string;
  /** In the register's words; null if it gives none or says that the data are missing. */
  role: string | null;
}

/** A code of the national classification of economic activities (CAEM). */
export interface Activity {
  /** Rev.2 in the form `62.01`, Rev.1 as five digits. */
  code: string;
  /** The dump's label, else the official one; never empty. */
  label: string;
  main: boolean;
}

/** A company as the public API serves it, derived once at import. */
export interface Company {
  /** 13 digits. */
  idno: string;
  name: string;
  /** The usual abbreviation, `S.R.L.`. */
  legalForm: string | null;
  status: LegalStatus;
  /** `YYYY-MM-DD`. */
  regDate: string | null;
  address: string | null;
  /** CUATM code, four digits. */
  region: string | null;
  /** Decimal text in lei, `5400.00`; never a float. */
  capital: string | null;
  vatPayer: boolean | null;
  caemMain: string | null;
  founders: Founder[];
  admins: string[];
  caem: Activity[];
}

/** A stored company: the served fields, fields for staff only, and the row that they come from. */
export interface CompanyRecord {
  company: Company;
  directors: Director[];
  /** Activities that need a licence; they have no CAEM code. */
  licensedActivities: string[];
  /** `YYYY-MM-DD`; null unless liquidated. */
  liquidatedOn: string | null;
  flags: CompanyFlag[];
  raw: RegisterRow;
}

/** A company as a server reads it, with its delisting. */
export interface ServedCompany extends Company {
  /** Date of the first full dump without it, `YYYY-MM-DD`; left out while the register lists it. */
  delistedSince?: string;
}

/** `delistedSince`: null while the register lists the company, which is then not copied. */
export function withDelisting<Part extends Partial<Company>>(
  company: Part,
  delistedSince: string | null,
): Part & Pick<ServedCompany, 'delistedSince'> {
  return delistedSince === null ? company : { ...company, delistedSince };
}

/** When a company was delisted, and the date of its data; its record stays as it was last. */
export interface Delisting {
  /** Date of the first full dump without the company, `YYYY-MM-DD`. */
  since: string;
  /**
   * Date of the company's data, `YYYY-MM-DD`: that of the last full dump before, or of the dump
   * that the record comes from if that is newer, which a partial one may be.
   */
  dataDate: string;
}

/** The address of a company's public page, from an address with `{idno}` in it (`COMPANY_URL`). */
export function createToCompanyUrl(template: string): (idno: string) => string {
  return (idno) => template.replaceAll('{idno}', idno);
}

/** A company's legal state, derived from what the register says. */
export const LEGAL_STATUSES = ['activa', 'in_lichidare', 'insolvabila', 'lichidata'] as const;
export type LegalStatus = (typeof LEGAL_STATUSES)[number];

/**
 * Who a founder is: a person, an organisation, the state, or a group: one that the register counts
 * (`TOTAL 71 MEMBRI`), or people and organisations that hold one share together.
 */
export const FOUNDER_TYPES = ['persoana_fizica', 'persoana_juridica', 'stat', 'grup'] as const;
export type FounderType = (typeof FOUNDER_TYPES)[number];

export interface Founder {
  name: string;
  /** As filed, `40,00%`; null where the register gives none. */
  share: string | null;
  type: FounderType;
}

/** One name of the directors' column with the role that stands beside it. */
export interface Director {
  name: string;
  /** The register's own word; null where it gives none or says that the data are missing. */
  role: string | null;
}

/** A code of the national classification of economic activities (CAEM). */
export interface Activity {
  /** Rev.2 in the form `62.01`, Rev.1 as five digits. */
  code: string;
  /** The dump's, else the official one; never empty. */
  label: string;
  main: boolean;
}

/** What the public API serves of a company: shaped once, at import. */
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

/**
 * A row of the dump as text, cell by cell, just as the register wrote it; null where empty. Numbers
 * are plain decimals; serial dates count as in the 1900 system, whatever the workbook counts in.
 */
export interface RegisterRow {
  idno: string | null;
  regDate: string | null;
  name: string | null;
  legalForm: string | null;
  address: string | null;
  cuatm: string | null;
  directors: string | null;
  founders: string | null;
  unlicensed: string | null;
  licensed: string | null;
  liquidationDate: string | null;
  /** Of the layouts of 2018 to 2022; null in others. */
  status: string | null;
}

/** What is known to be uncertain or missing in a stored company. */
export type CompanyFlag =
  | 'address_unknown'
  | 'region_unknown'
  | 'legal_form_unknown'
  | 'registration_date_invalid'
  | 'liquidation_date_invalid'
  | 'status_uncertain'
  | 'directors_junk'
  | 'directors_unsplit'
  | 'founders_junk'
  | 'founders_joint'
  | 'founders_unsplit'
  | 'share_invalid'
  | 'shares_over_100'
  | 'founder_type_uncertain'
  | 'activity_unclassified'
  | 'main_activity_unknown'
  | 'personal_number_cut'
  | 'text_cut';

/** A company as the store keeps it: what is served, what only staff see, and where it is from. */
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

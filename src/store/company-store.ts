import type { Company, CompanyRecord } from '../domain/company.ts';

/** The most records that one write takes: readers of other parts wait no longer than for these. */
export const MAX_RECORDS_PER_WRITE = 1_000;

/** A company with what the import needs to know about it the next time. */
export interface StoredCompany extends CompanyRecord {
  /** Of the register's row: equal fingerprints mean that the row has not changed. */
  fingerprint: string;
  /** The date of the first full dump that lacked it, `YYYY-MM-DD`; null while it is listed. */
  goneSince: string | null;
  /** One of the bundled invented companies. */
  sample: boolean;
}

/** What a company was before an import changed it. */
export interface CompanyChange {
  idno: string;
  importId: string;
  dumpDate: string;
  /** Previous values of the changed fields only. */
  previous: Partial<CompanyRecord>;
}

export interface CompanyState {
  fingerprint: string;
  goneSince: string | null;
  sample: boolean;
}

export interface CompanyStore {
  /** What the API serves, in the order of the numbers, null where there is no such company. */
  findByIdnos(idnos: readonly string[]): Promise<(Company | null)[]>;
  count(): Promise<number>;

  /** In the order of the numbers, null where there is no such company. */
  findStates(idnos: readonly string[]): Promise<(CompanyState | null)[]>;
  findRecords(idnos: readonly string[]): Promise<(StoredCompany | null)[]>;
  /** All or nothing, at most MAX_RECORDS_PER_WRITE. */
  write(companies: readonly StoredCompany[], changes: readonly CompanyChange[]): Promise<void>;
  /** Numbers in ascending order, from the first one after `after`. */
  listIdnos(after: string | null, first: number): Promise<string[]>;
  markGone(idnos: readonly string[], goneSince: string): Promise<void>;
  /** Newest first. */
  listChanges(idno: string, first: number): Promise<CompanyChange[]>;
  /** Removes at most MAX_RECORDS_PER_WRITE of the bundled companies; how many it removed. */
  removeSamples(): Promise<number>;
}

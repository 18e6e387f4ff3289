import type { Company, CompanyRecord, RegisterRow } from '../../domain/company/company.ts';
import type { Supplement } from '../../domain/company/supplement.ts';

/** The most records that one write takes: readers of other parts wait no longer than for these. */
export const MAX_RECORDS_PER_WRITE = 1_000;

/** What a record was read with; reading its raw text with the same again gives the same. */
export interface RecordSource {
  /** Of the dump that brought the record as it is, `YYYY-MM-DD`. */
  dumpDate: string;
  /** Names a stored classification; null where none was known. */
  classificationId: string | null;
}

/** A company with what the import needs to know about it the next time. */
export interface StoredCompany extends CompanyRecord {
  /** Of the register's row: equal fingerprints mean that the row has not changed. */
  fingerprint: string;
  /** The date of the first full dump that lacked it, `YYYY-MM-DD`; null while it is listed. */
  goneSince: string | null;
  /** One of the bundled invented companies. */
  sample: boolean;
  /** 1 at first, one more with each write that changes it. */
  revision: number;
  source: RecordSource;
}

/** What a company was before an import changed it. */
export interface CompanyChange {
  idno: string;
  /** The revision that was replaced. */
  revision: number;
  importId: string;
  /** Of the dump that brought the change; null where no dump did. */
  dumpDate: string | null;
  previous: PreviousValues;
}

/** Of each part only the fields that changed. */
export interface PreviousValues
  extends Partial<Omit<CompanyRecord, 'company' | 'raw'> & Pick<StoredCompany, 'goneSince'>> {
  company?: Partial<Company>;
  raw?: Partial<RegisterRow>;
}

export interface CompanyState {
  idno: string;
  fingerprint: string;
  goneSince: string | null;
  sample: boolean;
}

/** Which import said so. */
export interface SupplementOrigin {
  importId: string;
  fileName: string;
}

/** What supplement files said of one number of the register, known to the dump or not. */
export interface StoredSupplement {
  idno: string;
  values: Supplement;
  /** For each of the values, where it came from. */
  origins: Partial<Record<keyof Supplement, SupplementOrigin>>;
}

export interface CompanyStore {
  /** What the API serves, in the order of the numbers, null where there is no such company. */
  findByIdnos(idnos: readonly string[]): Promise<(Company | null)[]>;
  /**
   * A number that changes when any company changes, in whichever process; a new one empties the
   * cache of answers (rest/answer-cache.ts). Null for a store in which reading it costs as much as
   * reading a company. Throws Unavailable.
   */
  readDataVersion: (() => number) | null;
  count(): Promise<number>;

  /** All companies in any order, each once, provided that nothing is written meanwhile. */
  scanStates(): AsyncIterable<readonly CompanyState[]>;
  /** In the order of the numbers, null where there is no such company. */
  findRecords(idnos: readonly string[]): Promise<(StoredCompany | null)[]>;
  /** In the order of the numbers, null where nothing is known beside the dump. */
  findSupplements(idnos: readonly string[]): Promise<(StoredSupplement | null)[]>;
  /**
   * At most MAX_RECORDS_PER_WRITE of each. A company is replaced whole; a change replaces an
   * earlier one of the same company and revision. No reader sees a part of a company. What was
   * written is seen, here as elsewhere, after `flush` at the latest; a fault, too, may be told then.
   */
  write(
    companies: readonly StoredCompany[],
    changes: readonly CompanyChange[],
    supplements?: readonly StoredSupplement[],
  ): Promise<void>;
  /** Whatever was written here is seen by all, and survives the end of the process. */
  flush(): Promise<void>;
  /** Numbers in ascending order, from the first one after `after`. */
  listIdnos(after: string | null, first: number): Promise<string[]>;
  markGone(idnos: readonly string[], goneSince: string): Promise<void>;
  /** Newest first. */
  listChanges(idno: string, first: number): Promise<CompanyChange[]>;
  /**
   * Removes at most MAX_RECORDS_PER_WRITE of the bundled companies with all that belongs to them;
   * how many it removed.
   */
  removeSamples(): Promise<number>;
}

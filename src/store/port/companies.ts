import type { Company, CompanyRecord, RegisterRow } from '../../domain/company/company.ts';
import type { Supplement } from '../../domain/company/supplement.ts';

/** The most records that one write takes: readers of other parts wait no longer than for these. */
export const MAX_RECORDS_PER_WRITE = 1_000;

/** A RangeError for a write of more records than MAX_RECORDS_PER_WRITE. */
export function assertWriteSize(size: number): void {
  if (size > MAX_RECORDS_PER_WRITE) {
    throw new RangeError(`one write takes at most ${MAX_RECORDS_PER_WRITE} records, got ${size}`);
  }
}

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

/** The import that brought a value. */
export interface SupplementOrigin {
  importId: string;
  fileName: string;
}

/** What supplement files hold about one IDNO, whether the dump has that company or not. */
export interface StoredSupplement {
  idno: string;
  values: Supplement;
  /** For each value, the import that brought it. */
  origins: Partial<Record<keyof Supplement, SupplementOrigin>>;
}

/** What a server reads. */
export interface CompanyReads {
  /** What the API serves, in the order of the IDNOs, null where there is no such company. */
  findByIdnos(idnos: readonly string[]): Promise<(Company | null)[]>;
  /**
   * Returns a version number that changes with any commit to the companies, whoever made it.
   * `src/rest/answer-cache.ts` drops its answers when this number changes. Null where asking for it
   * would take as long as reading the company. Throws Unavailable.
   */
  readDataVersion: (() => number) | null;
  count(): Promise<number>;
  /** IDNOs in ascending order, from the first one after `after`. */
  listIdnos(after: string | null, first: number): Promise<string[]>;
}

/** What an import does beyond that: it alone writes companies, and reads whole records. */
export interface CompanyWrites {
  /** All companies in any order, each once, provided that nothing is written meanwhile. */
  scanStates(): AsyncIterable<readonly CompanyState[]>;
  /** In the order of the IDNOs, null where there is no such company. */
  findRecords(idnos: readonly string[]): Promise<(StoredCompany | null)[]>;
  /** In the order of the IDNOs, null where no supplement file has been imported for it. */
  findSupplements(idnos: readonly string[]): Promise<(StoredSupplement | null)[]>;
  /**
   * At most MAX_RECORDS_PER_WRITE of each. A company is replaced whole; a change replaces an
   * earlier one of the same company and revision. No reader sees a part of a company. Everybody
   * sees what was written after `flush` at the latest; `flush` may also be what rejects.
   */
  write(
    companies: readonly StoredCompany[],
    changes: readonly CompanyChange[],
    supplements?: readonly StoredSupplement[],
  ): Promise<void>;
  /** Commits: everything written so far is visible to all and survives the end of the process. */
  flush(): Promise<void>;
  markGone(idnos: readonly string[], goneSince: string): Promise<void>;
  /**
   * Removes at most MAX_RECORDS_PER_WRITE of the bundled sample companies with their changes and
   * supplements. Returns how many it removed.
   */
  removeSamples(): Promise<number>;
}

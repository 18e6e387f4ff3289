import type {
  Company,
  CompanyRecord,
  Delisting,
  ServedCompany,
} from '../../domain/company/company.ts';
import type { Supplement } from '../../domain/company/supplement.ts';
import type { ActivityClass } from '../../domain/register/activities.ts';
import type { RegisterRow } from '../../domain/register/columns.ts';
import type { ImportRun } from './imports.ts';
import type { RecordedChange } from './public-changes.ts';

/** The most records of one write, which limits how long concurrent readers wait. */
export const MAX_RECORDS_PER_WRITE = 1_000;

/** More than there can be codes: five digits, and about 600 codes of Rev.2. */
export const MAX_LISTED_ACTIVITIES = 101_000;

/** Throws a RangeError for more records than MAX_RECORDS_PER_WRITE. */
export function assertWriteSize(size: number): void {
  if (size > MAX_RECORDS_PER_WRITE) {
    throw new RangeError(`one write takes at most ${MAX_RECORDS_PER_WRITE} records, got ${size}`);
  }
}

/** The context in which a record was parsed. With the same context its raw text gives the same values. */
export interface RecordSource {
  /** Date of the dump that the record comes from, `YYYY-MM-DD`. */
  dumpDate: string;
  /** Id of a stored classification; null if there was none. */
  classificationId: string | null;
}

/** A company with the values that the next import compares. */
export interface StoredCompany extends CompanyRecord {
  /** Hash of the register's row: if it is equal, the row has not changed. */
  fingerprint: string;
  /** Date of the first full dump without the company, `YYYY-MM-DD`; null while it is listed. */
  goneSince: string | null;
  /** True for the bundled sample companies. */
  sample: boolean;
  /** Starts at 1 and increases by 1 with each write that changes the company. */
  revision: number;
  source: RecordSource;
  /** Date of the first dump with the company, `YYYY-MM-DD`. */
  firstDumpDate: string;
}

/** The previous values of a company that an import changed. */
export interface CompanyChange {
  idno: string;
  /** The revision that was replaced. */
  revision: number;
  importId: string;
  /** Date of the dump with the change; null if it did not come from a dump. */
  dumpDate: string | null;
  previous: PreviousValues;
}

/** Contains only the fields that changed. */
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

/** The import that a value comes from. */
export interface SupplementOrigin {
  importId: string;
  fileName: string;
}

/** The values from supplement files for one IDNO, whether or not the dump has that company. */
export interface StoredSupplement {
  idno: string;
  values: Supplement;
  /** For each value, the import that it comes from. */
  origins: Partial<Record<keyof Supplement, SupplementOrigin>>;
}

/** The reads of a server. */
export interface CompanyReads {
  /** In the order of the IDNOs, null if there is no such company. */
  findByIdnos(idnos: readonly string[]): Promise<(ServedCompany | null)[]>;
  /**
   * A version number that changes with any process's commit to the companies: at once on the
   * embedded store, within a second (`MAX_AGE_MS`) on MongoDB. `src/answers/caches.ts` drops its
   * answers when it changes. Rejects with Unavailable.
   */
  readDataVersion(): Promise<number>;
  /**
   * The date of the dump whose state is served, `YYYY-MM-DD`: that of the last completed full
   * import. Imports of the bundled sample and of parts count only while there is no other; null
   * before the first import has completed.
   */
  findDataDate(): Promise<string | null>;
  /** Null while the register lists the company, and if there is no such company. */
  findDelisting(idno: string): Promise<Delisting | null>;
  /** Whether an import has changed the company since the first one with it. */
  hasChanged(idno: string): Promise<boolean>;
  /**
   * When the last completed import ended, in milliseconds since the epoch. Imports of the bundled
   * sample count only while there is no other; null before the first import has completed.
   */
  findLastImportMs(): Promise<number | null>;
  /** The last import of each kind and outcome, excluding the bundled sample, in any order. */
  listLastImports(): Promise<ImportRun[]>;
  /**
   * When the last completed import began, up to which there are changes, excluding the bundled
   * sample; 0 before the first.
   */
  findChangesEndMs(): Promise<number>;
  /** Whether a copy of another store into this one has begun and not ended. */
  isPartialCopy(): Promise<boolean>;
  count(): Promise<number>;
  /**
   * The code of every activity that a company has or ever had, each once, with a label that a
   * company had with it. At most MAX_LISTED_ACTIVITIES.
   */
  listActivities(): Promise<ActivityClass[]>;
  /** IDNOs in ascending order, beginning after `after`. */
  listIdnos(after: string | null, first: number): Promise<string[]>;
}

/** The additional methods of imports and copies, which alone write companies and read whole records. */
export interface CompanyWrites {
  /** All companies in any order, each once, provided that nothing is written during the scan. */
  scanStates(): AsyncIterable<readonly CompanyState[]>;
  /** In the order of the IDNOs, null if there is no such company. */
  findRecords(idnos: readonly string[]): Promise<(StoredCompany | null)[]>;
  /** In the order of the IDNOs, null if there is no such company. */
  findRevisions(idnos: readonly string[]): Promise<(number | null)[]>;
  /** In the order of the IDNOs, null if no supplement file has values for it. */
  findSupplements(idnos: readonly string[]): Promise<(StoredSupplement | null)[]>;
  /**
   * Takes at most MAX_RECORDS_PER_WRITE of each. Replaces whole companies atomically; a change
   * replaces an earlier one of the same company and revision. Readers see the write after the next
   * `flush` at the latest, and an error may be reported by that `flush`.
   */
  write(
    companies: readonly StoredCompany[],
    changes: readonly CompanyChange[],
    supplements?: readonly StoredSupplement[],
    published?: readonly RecordedChange[],
  ): Promise<void>;
  /** For `listActivities`, as `write` records those of its companies. */
  recordActivities(activities: readonly ActivityClass[]): Promise<void>;
  /** Commits: all earlier writes are visible to every process and survive the end of this one. */
  flush(): Promise<void>;
  /**
   * Removes at most MAX_RECORDS_PER_WRITE of the bundled sample companies with their changes and
   * supplements. Returns how many it removed.
   */
  removeSamples(): Promise<number>;
}

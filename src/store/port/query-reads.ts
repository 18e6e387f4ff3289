import type { CompanyChange, StoredCompany } from './companies.ts';
import type { ImportRun } from './imports.ts';
import type { PublicChangeReads } from './public-changes.ts';
import type { CompanyFilter, SearchReads } from './search-reads.ts';

/** The most entries of one page; a list reads one more, which shows that there are others. */
export const MAX_STAFF_PAGE = 100;
/** The most keys in one batch: more than the founders of all companies on a page. */
export const MAX_STAFF_KEYS = 1_000;

/** The number of companies with a value; null stands for no value. */
export interface ValueCount {
  value: string | null;
  count: number;
}

export interface CompanyStats {
  companies: number;
  gone: number;
  regions: ValueCount[];
  legalForms: ValueCount[];
  statuses: ValueCount[];
}

/** The companies that share these values. */
export interface CompanyGroup {
  region: string | null;
  legalForm: string | null;
  status: string;
  isDelisted: boolean;
  count: number;
}

export function toCompanyStats(groups: readonly CompanyGroup[]): CompanyStats {
  return {
    companies: sum(groups),
    gone: sum(groups.filter(({ isDelisted }) => isDelisted)),
    regions: countBy('region', groups),
    legalForms: countBy('legalForm', groups),
    statuses: countBy('status', groups),
  };
}

function sum(groups: readonly CompanyGroup[]): number {
  return groups.reduce((total, { count }) => total + count, 0);
}

/** Most frequent first, then by value, those without a value last. */
function countBy(
  field: 'region' | 'legalForm' | 'status',
  groups: readonly CompanyGroup[],
): ValueCount[] {
  const byValue = Map.groupBy(groups, (group) => group[field]);
  const counts = [...byValue].map(([value, same]) => ({ value, count: sum(same) }));
  return counts.sort(
    (one, other) =>
      other.count - one.count ||
      ((one.value ?? '\u{10ffff}') < (other.value ?? '\u{10ffff}') ? -1 : 1),
  );
}

/** The most changes in the history of a company: those of 19 years with one a week. */
export const MAX_HISTORY_CHANGES = 1_000;

/** A company as it is, and what it was. */
export interface CompanyHistory
  extends Pick<StoredCompany, 'company' | 'goneSince' | 'firstDumpDate'> {
  /** The newest MAX_HISTORY_CHANGES, newest first. */
  changes: CompanyChange[];
  /** The imports of the register, or of the bundled sample for a company of it, newest first. */
  runs: Pick<ImportRun, 'id' | 'kind' | 'outcome' | 'startedAtMs' | 'dumpDate'>[];
}

export interface HistoryReads {
  /** Null if there is no such company. */
  readHistory(idno: string): Promise<CompanyHistory | null>;
}

export interface StaffCompanyReads {
  /** Null if there is no such company. */
  findCompanies(idnos: readonly string[]): Promise<(StoredCompany | null)[]>;
  /** Sorted by IDNO. */
  listCompanies(filter: CompanyFilter, after: string | null, first: number): Promise<string[]>;
  countCompanies(filter: CompanyFilter, max: number): Promise<number | null>;
  /** Companies where one founder or administrator has all words (see `toPersonSearch`), by IDNO. */
  listByPerson(words: readonly string[], after: string | null, first: number): Promise<string[]>;
  countByPerson(words: readonly string[], max: number): Promise<number | null>;
  /** For each folded name (see `foldCompanyName`) at most two companies with that name, by IDNO. */
  findNamesakes(names: readonly string[]): Promise<string[][]>;
  /** For each founder identifier (see `toIdentifierText`) the companies it founded, by IDNO. */
  listFounded(identifiers: readonly string[], first: number): Promise<string[][]>;
  /** How many matching companies have each value: most frequent first, then by value. */
  countByValue(filter: CompanyFilter): Promise<CompanyStats>;
}

/** The reads of the API. */
export type ApiReads = Pick<SearchReads, 'searchNames' | 'countNames' | 'listMatching'> &
  Pick<StaffCompanyReads, 'countCompanies'> &
  PublicChangeReads &
  HistoryReads;

export type OpenApiReads = (signal: AbortSignal) => ApiReads;

/** The reads of webhooks. */
export type OpenChangeReads = (signal: AbortSignal) => PublicChangeReads;

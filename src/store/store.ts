import type { AccountParts } from './accounts/store.ts';
import type { ImportStore } from './imports/runs.ts';
import type { CompanyReads, CompanyWrites } from './port/companies.ts';
import type { DocumentCollections, ImportCollections } from './port/layout.ts';
import type { PublicChangeReads } from './port/public-changes.ts';
import type { Counters } from './port/usage.ts';

/**
 * The store of a server or a command. A method that fails rejects with Unavailable; null, false
 * and empty lists are results and never stand for failures.
 */
export interface Store extends AccountParts {
  companies: CompanyReads;
  /**
   * The time, in milliseconds since the epoch, of the clock that all servers of the store share; null
   * on the embedded store, whose only server has its own.
   */
  readClockMs(): Promise<number | null>;
  /** Resolves when the store can serve requests; rejects with Unavailable when it cannot. */
  ping(): Promise<void>;
  /** Whether only look-ups work, since it was opened on a full disk that still is full. */
  isReadOnly(): boolean;
  close(): Promise<void>;
}

/** The part that an import changes; only one process at a time can have it open. */
export interface StoreForImport {
  companies: CompanyReads & CompanyWrites;
  imports: ImportStore;
  close(): Promise<void>;
}

/** All of a store, which no other import or copy writes while it is open. */
export interface WholeStore {
  companies: CompanyReads & CompanyWrites;
  documents: DocumentCollections & ImportCollections;
  counters: Counters;
  close(): Promise<void>;
}

/** All companies as they were when it was opened. */
export interface CompanySnapshot {
  companies: Pick<CompanyReads, 'findByIdnos' | 'findDataDate' | 'listIdnos'>;
  changes: PublicChangeReads;
  /** Rejects with a one-line Error if the companies have changed since it was opened. */
  confirm(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Does the reads of an API request, for a random key and a random company. They differ each time,
 * so that no cache has them and every part of the indexes is read eventually.
 */
export async function probe(
  { accounts, companies }: Pick<Store, 'accounts' | 'companies'>,
  random: () => number = Math.random,
): Promise<void> {
  const keyHash = Array.from({ length: 64 }, () => toDigit(random(), 16)).join('');
  const idno = `1${Array.from({ length: 12 }, () => toDigit(random(), 10)).join('')}`;
  await Promise.all([accounts.findKeyAccess([keyHash]), companies.findByIdnos([idno])]);
}

function toDigit(share: number, base: number): string {
  return Math.floor(share * base).toString(base);
}

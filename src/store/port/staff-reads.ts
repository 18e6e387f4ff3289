import type { Account } from '../../domain/account/account.ts';
import type { Plan } from '../../domain/account/plan.ts';
import type { CompanyFlag, LegalStatus } from '../../domain/company/company.ts';
import type { AuditAction, AuditEntry } from './audit.ts';
import type { CompanyChange, StoredCompany } from './companies.ts';
import type { ImportRun, KeptReject } from './imports.ts';
import type { DayUsage } from './usage.ts';

/** The most that one page or one batch of these reads holds, with one more to see what follows. */
export const MAX_STAFF_PAGE = 101;
/** The most keys that one batch asks for: more than the founders of a page's companies. */
export const MAX_STAFF_KEYS = 1_000;

/** A company must be all that is given. */
export interface CompanyFilter {
  legalForm?: string;
  status?: LegalStatus;
  /** Four digits. */
  region?: string;
  /** A code among its activities. */
  caem?: string;
  /** Both days count, `YYYY-MM-DD`. */
  registeredFrom?: string;
  registeredTo?: string;
  vatPayer?: boolean;
  flag?: CompanyFlag;
  gone?: boolean;
}

export interface AccountFilter {
  /** A part of the address, in any case. */
  email?: string;
  /** At `nowMs`. */
  plan?: Plan;
  keyStart?: string;
}

export interface AuditFilter {
  accountId?: string;
  actor?: string;
  action?: AuditAction;
  /** From then on. */
  fromMs?: number;
  /** Before then. */
  toMs?: number;
}

/** A place in the audit log, newest first; entries of one instant are ordered by their ids. */
export interface AuditPlace {
  atMs: number;
  id: string;
}

/** How many companies have a value; null stands for those without one. */
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

/** The most first, then by value, those without one last. */
export function sortCounts(counts: readonly ValueCount[]): ValueCount[] {
  return counts.toSorted(
    (one, other) =>
      other.count - one.count ||
      ((one.value ?? '\u{10ffff}') < (other.value ?? '\u{10ffff}') ? -1 : 1),
  );
}

/**
 * What staff ask, read only. Lists are in the order told, from the first after `after`; batches
 * answer in the order of their keys. All reject with Unavailable.
 */
export interface StaffReads {
  /** Null where there is no such company. */
  findCompanies(idnos: readonly string[]): Promise<(StoredCompany | null)[]>;
  /** By number. */
  listCompanies(filter: CompanyFilter, after: string | null, first: number): Promise<string[]>;
  /**
   * Names that are what was typed (see `toNameSearch`), then such as begin with it, then such as
   * have all its words, of the last one the beginning; then the shorter, then by code points, then
   * by number.
   */
  searchCompanies(search: string, first: number): Promise<string[]>;
  /** Where one founder or administrator has all words (see `toPersonSearch`); by number. */
  listByPerson(words: readonly string[], after: string | null, first: number): Promise<string[]>;
  /** For each folded name (see `foldCompanyName`) companies that have it; two at most, by number. */
  findNamesakes(names: readonly string[]): Promise<string[][]>;
  /** For each mark (see `toIdentifierText`) companies that one so marked founded; by number. */
  listFounded(marks: readonly string[], first: number): Promise<string[][]>;
  /** For each company what it was, the newest first. */
  listChanges(idnos: readonly string[], first: number): Promise<CompanyChange[][]>;
  /** Values by how many have them, the most first, then by value. */
  countCompanies(): Promise<CompanyStats>;

  /** By folded address. */
  listAccounts(
    filter: AccountFilter,
    nowMs: number,
    afterEmail: string | null,
    first: number,
  ): Promise<Account[]>;
  /** By address, in whatever case it is written; null where there is none. */
  findAccounts(emails: readonly string[]): Promise<(Account | null)[]>;
  listAudit(filter: AuditFilter, after: AuditPlace | null, first: number): Promise<AuditEntry[]>;
  /** Days with a request, both ends included, the oldest first. */
  listUsage(accountId: string, fromDay: string, toDay: string): Promise<DayUsage[]>;

  /** Newest first. */
  listImports(first: number): Promise<ImportRun[]>;
  /** In the order of the file, from the one after so many. */
  listRejects(importId: string, after: number, first: number): Promise<KeptReject[]>;
}

/** Reads that are given up when the signal says so: they then reject with its reason. */
export type OpenStaffReads = (signal: AbortSignal) => StaffReads;

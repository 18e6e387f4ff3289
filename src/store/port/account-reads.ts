import type { Account } from '../../domain/account/account.ts';
import type { Plan } from '../../domain/account/plan.ts';
import type { AuditAction, AuditEntry } from './audit.ts';
import type { Session } from './sessions.ts';
import type { DayUsage, FailedRequest } from './usage.ts';
import type { Webhook } from './webhooks.ts';

/** An account must match all given fields. */
export interface AccountFilter {
  /** A part of the address; case is ignored. */
  email?: string;
  /** The plan at `nowMs`. */
  plan?: Plan;
  /** Of its key, or of one that was replaced or revoked. */
  keyStart?: string;
  /** Of a failed request of its. */
  requestId?: string;
  /** Its plan at `nowMs`, other than `free`, ends at this time or before. */
  endsByMs?: number;
}

/** An entry must match all given fields. */
export interface AuditFilter {
  accountId?: string;
  actor?: string;
  /** Any of these. */
  actions?: readonly AuditAction[];
  /** Inclusive. */
  fromMs?: number;
  /** Exclusive. */
  toMs?: number;
}

/** A position in the audit log, newest first; entries with the same time are ordered by id. */
export interface AuditPosition {
  atMs: number;
  id: string;
}

/**
 * Reads of accounts and of what belongs to them, for the server and for staff. Lists and batches are
 * as in `QueryReads`, as are counts.
 */
export interface AccountReads {
  /** In the order of the addresses, whose case is ignored; null if there is no such account. */
  findByEmails(emails: readonly string[]): Promise<(Account | null)[]>;
  /** Sorted by folded address. */
  listAccounts(
    filter: AccountFilter,
    nowMs: number,
    afterEmail: string | null,
    first: number,
  ): Promise<Account[]>;
  countAccounts(filter: AccountFilter, nowMs: number, max: number): Promise<number | null>;
  /**
   * For each account its sessions that have not expired and were not last used in the future
   * (`isInFuture`); last used first.
   */
  listSessions(accountIds: readonly string[], nowMs: number, first: number): Promise<Session[][]>;
  /** For each account the time of the last sign-in; null if there was none. */
  findLastSignIns(accountIds: readonly string[]): Promise<(number | null)[]>;
  listAudit(filter: AuditFilter, after: AuditPosition | null, first: number): Promise<AuditEntry[]>;
  countAudit(filter: AuditFilter, max: number): Promise<number | null>;
  /** Days with a request, both ends included, oldest first. */
  listUsage(accountId: string, fromDay: string, toDay: string): Promise<DayUsage[]>;
  /** For each account its failed requests since `fromMs`, newest first, at most MAX_FAILED_REQUESTS. */
  listFailedRequests(accountIds: readonly string[], fromMs: number): Promise<FailedRequest[][]>;
  /** For each account how many companies it watches. */
  findWatchListSizes(accountIds: readonly string[]): Promise<number[]>;
  /** In the order of the accounts, null where one has none. */
  findWebhooks(accountIds: readonly string[]): Promise<(Webhook | null)[]>;
}

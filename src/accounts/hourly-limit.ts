import { MAX_CLOCK_SKEW_MS } from '../domain/time/clock-skew.ts';
import type { AccountReads, AuditFilter } from '../store/port/account-reads.ts';
import { Refusal } from './refusal.ts';

const HOUR_MS = 3_600_000;

export interface HourlyLimit {
  /** Which entries of the audit log count. */
  entries: AuditFilter;
  max: number;
  /** What the message says that the account has done: `created 10 keys`. */
  what: string;
}

/**
 * Throws Refusal TOO_MANY if the limit was reached in the last hour. Counts entries of the audit
 * log, so that refused attempts do not count and the count survives a restart.
 */
export async function requireHourlyRoom(
  reads: Pick<AccountReads, 'countAudit'>,
  { entries, max, what }: HourlyLimit,
  nowMs: number,
): Promise<void> {
  const recent = { fromMs: nowMs - HOUR_MS + 1, toMs: nowMs + MAX_CLOCK_SKEW_MS + 1 };
  if ((await reads.countAudit({ ...entries, ...recent }, max - 1)) !== null) return;
  throw new Refusal('TOO_MANY', `the account has ${what} in the last hour; try again later`);
}

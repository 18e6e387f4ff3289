import { SESSION_IDLE_MS } from '../accounts/sign-in/sessions.ts';
import { LINK_VALID_MS } from '../accounts/sign-in/sign-in.ts';
import { toDay } from '../domain/time/time-zone.ts';
import { ADDRESS_RETENTION_DAYS } from '../store/port/audit.ts';
import { MAX_DELETED } from '../store/port/documents.ts';
import { FAILED_REQUESTS_KEPT_MS } from '../store/port/usage.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;
const ADDRESS_KEPT_MS = ADDRESS_RETENTION_DAYS * DAY_MS;
/** Senders stop repeating an event long before; an older event is rejected as stale anyway. */
const EVENT_KEPT_MS = 90 * DAY_MS;
/** After the clock was set back by less than this, no valid session or link is deleted. */
const CLOCK_MARGIN_MS = DAY_MS;
/** A year and a month, so that a month can be compared with that of the year before. */
const USAGE_KEPT_MS = 400 * DAY_MS;
/** Per run; a batch locks the store for some milliseconds, and the rest waits for the next run. */
const MAX_BATCHES = 1_000;

type RetentionStores = Pick<
  Store,
  'accounts' | 'audit' | 'sessions' | 'signInLinks' | 'usage' | 'failedRequests'
>;

/** Deletes the data whose retention period has passed at this time. Rejects with Unavailable. */
export async function deleteExpired(stores: RetentionStores, atMs: number): Promise<void> {
  const { accounts, audit, sessions, signInLinks, usage, failedRequests } = stores;
  const latestMs = atMs + CLOCK_MARGIN_MS;
  await repeat(() => sessions.deleteExpired(atMs, latestMs + SESSION_IDLE_MS));
  await repeat(() => signInLinks.deleteExpired(atMs, latestMs + LINK_VALID_MS.mail));
  await repeat(() => audit.deleteAddresses(atMs - ADDRESS_KEPT_MS));
  await repeat(() => accounts.deleteEvents(atMs - EVENT_KEPT_MS));
  await repeat(() => usage.deleteBefore(toDay(atMs - USAGE_KEPT_MS)));
  await repeat(() => failedRequests.deleteExpired(atMs - FAILED_REQUESTS_KEPT_MS, latestMs));
  await accounts.finishDeletions(atMs);
}

async function repeat(work: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await work()) < MAX_DELETED) return;
    // Lets requests run in between.
    await new Promise((resume) => setImmediate(resume));
  }
}

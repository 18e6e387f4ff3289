import { SESSION_IDLE_MS } from '../accounts/sessions.ts';
import { LINK_VALID_MS } from '../accounts/sign-in.ts';
import { toDay } from '../domain/time/time-zone.ts';
import { ADDRESS_RETENTION_DAYS } from '../store/port/audit.ts';
import { FAILED_REQUESTS_KEPT_MS } from '../store/port/failed-requests.ts';
import { MAX_DELETED, type Store } from '../store/port/store.ts';

const DAY_MS = 86_400_000;
const ADDRESS_KEPT_MS = ADDRESS_RETENTION_DAYS * DAY_MS;
/** Senders stop repeating an event long before; an older event is rejected as stale anyway. */
const EVENT_KEPT_MS = 90 * DAY_MS;
/** After the clock was set back by less than this, no valid session or link is deleted. */
const CLOCK_MARGIN_MS = DAY_MS;
/** A year and a month, so that a month can be compared with that of the year before. */
const USAGE_KEPT_MS = 400 * DAY_MS;
const INTERVAL_MS = 3_600_000;
/** Per run; a batch locks the store for some milliseconds, and the rest waits for the next run. */
const MAX_BATCHES = 1_000;

/** Deletes data whose retention period has passed. */
interface Retention {
  /** Rejects with Unavailable. */
  run(): Promise<void>;
  close(): void;
}

interface RetentionDependencies {
  store: Pick<
    Store,
    'accounts' | 'audit' | 'sessions' | 'signInLinks' | 'usage' | 'failedRequests'
  >;
  nowMs: () => number;
  /** Called for each failed run of the timer. */
  onFault: (error: unknown) => void;
}

/** Runs every hour until it is closed; the caller starts the first run. */
export function createRetention({ store, nowMs, onFault }: RetentionDependencies): Retention {
  async function run(): Promise<void> {
    const atMs = nowMs();
    const { accounts, audit, sessions, signInLinks, usage, failedRequests } = store;
    const latestMs = atMs + CLOCK_MARGIN_MS;
    await repeat(() => sessions.deleteExpired(atMs, latestMs + SESSION_IDLE_MS));
    await repeat(() => signInLinks.deleteExpired(atMs, latestMs + LINK_VALID_MS.mail));
    await repeat(() => audit.deleteAddresses(atMs - ADDRESS_KEPT_MS));
    await repeat(() => accounts.deleteEvents(atMs - EVENT_KEPT_MS));
    await repeat(() => usage.deleteBefore(toDay(atMs - USAGE_KEPT_MS)));
    await repeat(() => failedRequests.deleteExpired(atMs - FAILED_REQUESTS_KEPT_MS, latestMs));
  }

  const timer = setInterval(() => run().catch(onFault), INTERVAL_MS).unref();
  return { run, close: () => clearInterval(timer) };
}

async function repeat(work: () => Promise<number>): Promise<void> {
  for (let batch = 0; batch < MAX_BATCHES; batch++) {
    if ((await work()) < MAX_DELETED) return;
    // Lets requests run in between.
    await new Promise((resume) => setImmediate(resume));
  }
}

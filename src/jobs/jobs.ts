import { createKeyUses, type KeyUses } from '../accounts/keys/key-uses.ts';
import type { Notify } from '../accounts/mail/notification.ts';
import { createLimitNotices, createPlanEndNotices } from '../accounts/plans/plan-notices.ts';
import { createFailedRequests, type FailedRequests } from '../accounts/usage/failed-requests.ts';
import { createUsageCounter, type UsageCounter } from '../accounts/usage/usage-counter.ts';
import type { BackgroundPart } from '../domain/background-part.ts';
import type { Resources } from '../operation/resources.ts';
import type { Store } from '../store/store.ts';
import { deleteExpired } from './retention.ts';

const HOUR_MS = 3_600_000;

/** The write-behind jobs that requests add to. */
export interface Jobs {
  keyUses: KeyUses;
  usageCounter: UsageCounter;
  failedRequests: FailedRequests;
}

interface JobDependencies {
  notify: Notify;
  nowMs: () => number;
  /** Called with the name of the job for each failed run; the run is repeated. */
  onFault: (part: BackgroundPart, error: unknown) => void;
  /** Closing a job stops it and writes its waiting rows. */
  resources: Pick<Resources, 'add'>;
}

export function startJobs(
  store: Store,
  { notify, nowMs, onFault, resources }: JobDependencies,
): Jobs {
  const { accounts } = store;
  const keyUses = createKeyUses({
    record: (uses) => accounts.recordKeyUses(uses, nowMs()),
    nowMs,
    onFault: (error) => onFault('key_uses', error),
  });
  resources.add('key_uses', keyUses.close);
  const usageCounter = createUsageCounter({
    add: (counts, batchId) => store.usage.add(counts, batchId),
    onLimited: createLimitNotices({ accounts, notify, nowMs }),
    nowMs,
    onFault: (error) => onFault('usage', error),
  });
  resources.add('usage', usageCounter.close);
  const failedRequests = createFailedRequests({
    add: (requests) => store.failedRequests.add(requests),
    nowMs,
    onFault: (error) => onFault('failed_requests', error),
  });
  resources.add('failed_requests', failedRequests.close);

  /** Runs it now and every hour until it is closed, when the signal aborts. */
  function runHourly(part: BackgroundPart, run: (closing: AbortSignal) => Promise<void>): void {
    const closing = new AbortController();
    const start = () => void run(closing.signal).catch((error) => onFault(part, error));
    const timer = setInterval(start, HOUR_MS).unref();
    start();
    resources.add(part, () => {
      closing.abort();
      clearInterval(timer);
    });
  }

  runHourly('retention', () => deleteExpired(store, nowMs()));
  runHourly('plan_ends', createPlanEndNotices({ accounts, notify, nowMs }));
  return { keyUses, usageCounter, failedRequests };
}

import type { Notify } from '../accounts/notification.ts';
import type { Resources } from '../operation/resources.ts';
import type { Store } from '../store/port/store.ts';
import { createFailedRequests, type FailedRequests } from './failed-requests.ts';
import { createKeyUses, type KeyUses } from './key-uses.ts';
import { createLimitNotices } from './limit-notices.ts';
import { createPlanEnds } from './plan-ends.ts';
import { createRetention } from './retention.ts';
import { createUsageCounter, type UsageCounter } from './usage-counter.ts';

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
  onFault: (part: string, error: unknown) => void;
  /** Closing a job stops it and writes its waiting rows. */
  resources: Pick<Resources, 'add'>;
}

export function startJobs(
  store: Store,
  { notify, nowMs, onFault, resources }: JobDependencies,
): Jobs {
  const keyUses = createKeyUses({
    record: (uses) => store.accounts.recordKeyUses(uses, nowMs()),
    nowMs,
    onFault: (error) => onFault('key_uses', error),
  });
  resources.add('key_uses', keyUses.close);
  const limitNotices = createLimitNotices({
    claim: (accountIds, atMs) => store.accounts.claimLimitNotices(accountIds, atMs),
    notify,
    nowMs,
  });
  const usageCounter = createUsageCounter({
    add: (counts, batchId) => store.usage.add(counts, batchId),
    onLimited: limitNotices.notice,
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
  const onRetentionFault = (error: unknown) => onFault('retention', error);
  const retention = createRetention({ store, nowMs, onFault: onRetentionFault });
  retention.run().catch(onRetentionFault);
  resources.add('retention', retention.close);
  const onPlanEndFault = (error: unknown) => onFault('plan_ends', error);
  const { accounts } = store;
  const planEnds = createPlanEnds({ accounts, notify, nowMs, onFault: onPlanEndFault });
  planEnds.run().catch(onPlanEndFault);
  resources.add('plan_ends', planEnds.close);
  return { keyUses, usageCounter, failedRequests };
}

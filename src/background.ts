import { createKeyUses, type KeyUses } from './accounts/key-uses.ts';
import { createUpkeep } from './accounts/upkeep.ts';
import { createUsageCounter, type UsageCounter } from './accounts/usage-counter.ts';
import type { Resources } from './resources.ts';
import type { Store } from './store/store.ts';

/** What a server does beside its requests. */
export interface Background {
  keyUses: KeyUses;
  usageCounter: UsageCounter;
}

/**
 * To close its parts ends them and writes what has not been written yet. `onFault` is told of what
 * failed, by part; it is tried again.
 */
export function startBackground(
  store: Store,
  nowMs: () => number,
  onFault: (part: string, error: unknown) => void,
  resources: Pick<Resources, 'add'>,
): Background {
  const keyUses = createKeyUses({
    record: (uses) => store.accounts.recordKeyUses(uses, nowMs()),
    nowMs,
    onFault: (error) => onFault('key_uses', error),
  });
  resources.add('key_uses', keyUses.close);
  const usageCounter = createUsageCounter({
    add: (counts, batchId) => store.usage.add(counts, batchId),
    nowMs,
    onFault: (error) => onFault('usage', error),
  });
  resources.add('usage', usageCounter.close);
  const upkeep = createUpkeep({ store, nowMs, onFault: (error) => onFault('upkeep', error) });
  upkeep.run().catch((error: unknown) => onFault('upkeep', error));
  resources.add('upkeep', upkeep.close);
  return { keyUses, usageCounter };
}

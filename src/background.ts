import { createKeyUses, type KeyUses } from './accounts/key-uses.ts';
import { createUpkeep } from './accounts/upkeep.ts';
import { createUsageCounter, type UsageCounter } from './accounts/usage-counter.ts';
import type { Store } from './store/store.ts';

/** What a server does beside its requests. */
export interface Background {
  keyUses: KeyUses;
  usageCounter: UsageCounter;
  /** Ends it and writes what has not been written yet. */
  close(): Promise<void>;
}

/** `onFault` is told of what failed, by part; it is tried again. */
export function startBackground(
  store: Store,
  nowMs: () => number,
  onFault: (part: string, error: unknown) => void,
): Background {
  const keyUses = createKeyUses({
    record: (uses) => store.accounts.recordKeyUses(uses, nowMs()),
    nowMs,
    onFault: (error) => onFault('key_uses', error),
  });
  const usageCounter = createUsageCounter({
    add: (counts, batchId) => store.usage.add(counts, batchId),
    nowMs,
    onFault: (error) => onFault('usage', error),
  });
  const upkeep = createUpkeep({ store, nowMs, onFault: (error) => onFault('upkeep', error) });
  upkeep.run().catch((error: unknown) => onFault('upkeep', error));
  return {
    keyUses,
    usageCounter,
    async close() {
      upkeep.close();
      // Each writes what it has, whatever becomes of the other.
      const closed = await Promise.allSettled([keyUses.close(), usageCounter.close()]);
      for (const one of closed) if (one.status === 'rejected') throw one.reason;
    },
  };
}

import { setImmediate } from 'node:timers/promises';
import type { KeyUse } from '../store/account-store.ts';

/** A key's last use is kept to the minute: a write per request would be too dear. */
const RESOLUTION_MS = 60_000;
const FLUSH_INTERVAL_MS = 5_000;
const MAX_USES_PER_WRITE = 100;
/** What does not fit is not noted; the key's next request a minute later is. */
const MAX_KEYS = 100_000;

/** Notes when keys were used, and writes it down beside the requests, never during one. */
export interface KeyUses {
  note(keyHash: string): void;
  /** Writes all that waits; what can't be written waits on. Rejects with Unavailable. */
  flush(): Promise<void>;
  /** Stops the timer and flushes. */
  close(): Promise<void>;
}

export interface KeyUseDependencies {
  record: (uses: readonly KeyUse[]) => Promise<void>;
  nowMs: () => number;
  /** Told of each flush by the timer that failed. */
  onFault: (error: unknown) => void;
}

export function createKeyUses({ record, nowMs, onFault }: KeyUseDependencies): KeyUses {
  const notedAtMs = new Map<string, number>();
  const waiting = new Map<string, number>();
  const timer = setInterval(() => flush().catch(onFault), FLUSH_INTERVAL_MS).unref();

  async function flush(): Promise<void> {
    while (waiting.size > 0) {
      const uses: KeyUse[] = [];
      for (const [keyHash, atMs] of waiting) {
        if (uses.push({ keyHash, atMs }) === MAX_USES_PER_WRITE) break;
      }
      await record(uses);
      for (const { keyHash, atMs } of uses) {
        if (waiting.get(keyHash) === atMs) waiting.delete(keyHash);
      }
      // Requests that came in meanwhile go first.
      await setImmediate();
    }
    for (const [keyHash, atMs] of notedAtMs) {
      if (nowMs() - atMs >= RESOLUTION_MS) notedAtMs.delete(keyHash);
    }
  }

  return {
    note(keyHash) {
      const atMs = nowMs();
      const lastMs = notedAtMs.get(keyHash);
      if (lastMs !== undefined && atMs - lastMs < RESOLUTION_MS) return;
      if (lastMs === undefined && notedAtMs.size >= MAX_KEYS) return;
      notedAtMs.set(keyHash, atMs);
      waiting.set(keyHash, atMs);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

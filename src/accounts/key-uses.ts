import type { KeyUse } from '../store/account-store.ts';
import { type Flushing, startFlushing } from './flushing.ts';

/** A key's last use is kept to the minute: a write per request would be too dear. */
const RESOLUTION_MS = 60_000;
/** What does not fit is not noted; the key's next request a minute later is. */
const MAX_KEYS = 100_000;

/** Notes when keys were used, and writes it down beside the requests. */
export interface KeyUses extends Flushing {
  note(keyHash: string): void;
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

  /** Not of keys that wait to be written: what waits stays within MAX_KEYS by what is noted. */
  function forgetOld(): void {
    for (const [keyHash, atMs] of notedAtMs) {
      if (nowMs() - atMs >= RESOLUTION_MS && !waiting.has(keyHash)) notedAtMs.delete(keyHash);
    }
  }

  async function write(uses: readonly KeyUse[]): Promise<void> {
    await record(uses);
    for (const { keyHash, atMs } of uses) {
      if (waiting.get(keyHash) === atMs) waiting.delete(keyHash);
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
    ...startFlushing({
      listWaiting() {
        forgetOld();
        return Array.from(waiting, ([keyHash, atMs]) => ({ keyHash, atMs }));
      },
      write,
      onFault,
    }),
  };
}

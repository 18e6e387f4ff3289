import { isInFuture } from '../../domain/time/clock-skew.ts';
import type { KeyUse } from '../../store/accounts/key-uses.ts';
import { startWriteBehind, type WriteBehind } from '../usage/write-behind.ts';

/** A key's last use is stored to the minute: a write per request would be too expensive. */
const RESOLUTION_MS = 60_000;
/** Uses beyond it are dropped; a later request of the key is recorded. */
const MAX_WAITING = 100_000;
/** Keys whose last written use is cached; when the cache is full it is emptied. */
const MAX_KNOWN = 100_000;

/** Records when keys were used and writes it later, in batches. */
export interface KeyUses extends WriteBehind {
  /** Records a use now, unless this process has recorded one in the same minute. */
  note(keyHash: string): void;
}

interface KeyUseDependencies {
  record: (uses: readonly KeyUse[]) => Promise<void>;
  nowMs: () => number;
  /** Called for each failed flush of the timer. */
  onFault: (error: unknown) => void;
}

export function createKeyUses({ record, nowMs, onFault }: KeyUseDependencies): KeyUses {
  const waiting = new Map<string, number>();
  const written = new Map<string, number>();

  async function write(uses: readonly KeyUse[]): Promise<void> {
    await record(uses);
    for (const { keyHash, atMs } of uses) {
      if (waiting.get(keyHash) === atMs) waiting.delete(keyHash);
      if (written.size >= MAX_KNOWN) written.clear();
      written.set(keyHash, atMs);
    }
  }

  return {
    note(keyHash) {
      const atMs = nowMs();
      const writtenMs = written.get(keyHash);
      if (writtenMs !== undefined && isKnown(writtenMs, atMs)) return;
      const waitingMs = waiting.get(keyHash);
      if (waitingMs === undefined ? waiting.size >= MAX_WAITING : isKnown(waitingMs, atMs)) return;
      waiting.set(keyHash, atMs);
    },
    ...startWriteBehind({
      listWaiting: () => Array.from(waiting, ([keyHash, atMs]) => ({ keyHash, atMs })),
      write,
      onFault,
    }),
  };
}

/** Whether a use at this instant is covered by the recorded one. */
function isKnown(usedAtMs: number, atMs: number): boolean {
  return atMs - usedAtMs < RESOLUTION_MS && !isInFuture(usedAtMs, atMs);
}

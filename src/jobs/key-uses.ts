import { isInFuture } from '../domain/time/clock-skew.ts';
import type { KeyUse } from '../store/port/accounts.ts';
import { startWriteBehind, type WriteBehind } from './write-behind.ts';

/** A key's last use is stored to the minute: a write per request would be too expensive. */
const RESOLUTION_MS = 60_000;
/** Uses beyond it are dropped; a later request of the key is recorded. */
const MAX_WAITING = 100_000;
/** Keys whose last recorded use is cached; when the cache is full it is emptied. */
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
  /** Not yet taken to be written. */
  const noted = new Map<string, number>();
  const known = new Map<string, number>();
  const { flush, close, listTaken } = startWriteBehind({ take, write: record, onFault });

  function take(): KeyUse[] {
    const uses = Array.from(noted, ([keyHash, atMs]) => ({ keyHash, atMs }));
    noted.clear();
    return uses;
  }

  return {
    note(keyHash) {
      const atMs = nowMs();
      const usedMs = known.get(keyHash);
      if (usedMs !== undefined && isKnown(usedMs, atMs)) return;
      const isFull = noted.size + listTaken().length >= MAX_WAITING;
      if (isFull && !noted.has(keyHash)) return;
      if (known.size >= MAX_KNOWN) known.clear();
      known.set(keyHash, atMs);
      noted.set(keyHash, atMs);
    },
    flush,
    close,
  };
}

/** Whether a use at this instant is covered by the recorded one. */
function isKnown(usedAtMs: number, atMs: number): boolean {
  return atMs - usedAtMs < RESOLUTION_MS && !isInFuture(usedAtMs, atMs);
}

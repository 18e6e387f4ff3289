import { setTimeout as sleep } from 'node:timers/promises';
import { Unavailable } from '../domain/errors.ts';
import type { Limiter } from './limiter.ts';

/** How long a page waits for a number that it can also leave out. */
const TIMEOUT_MS = 300;

/** The requests of a key that count now; null if the limiter does not answer in time. */
type Peek = (key: string) => Promise<number | null>;

export function createPeek(limiter: Pick<Limiter, 'peek'>, timeoutMs = TIMEOUT_MS): Peek {
  return async (key) => {
    try {
      return await Promise.race([limiter.peek(key), sleep(timeoutMs, null, { ref: false })]);
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  };
}

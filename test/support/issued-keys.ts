import { expect } from 'vitest';
import type { Keys } from '../../src/accounts/keys.ts';
import { findLeaks, toTraces } from './leaks.ts';

/** Keys whose every issued text is remembered, so that it can be searched for. */
export interface WatchedKeys {
  keys: Keys;
  /** Fails when an issued text stands in a file of the folder or in a log line. */
  expectNoLeak(folder: string, logs: readonly string[]): void;
}

export function watchKeys(keys: Keys): WatchedKeys {
  const texts: string[] = [];
  const remember = async (issuing: ReturnType<Keys['create']>) => {
    const issued = await issuing;
    texts.push(issued.text);
    return issued;
  };
  return {
    keys: {
      create: (...args) => remember(keys.create(...args)),
      reveal: (...args) => remember(keys.reveal(...args)),
      regenerate: (...args) => remember(keys.regenerate(...args)),
      revoke: keys.revoke,
    },
    expectNoLeak(folder, logs) {
      expect(findLeaks(folder, texts)).toEqual([]);
      const log = logs.join('');
      for (const trace of texts.flatMap(toTraces)) expect(log).not.toContain(trace);
    },
  };
}

import { describe, expect, it } from 'vitest';
import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import { MAX_REMOVED_PER_CALL } from '../../src/limit/rolling-window.ts';
import { describeLimiter, HIGH, MEDIUM, WINDOW_MS } from './contract.ts';
import { describeDecisions } from './model-runs.ts';
import { openMemoryLimiterAt } from './open-memory-limiter.ts';

function openLimiter({ maxKeys = 1_000, startMs = 0 } = {}) {
  const clock = { ms: startMs };
  const nowMs = () => clock.ms;
  const limiter = createMemoryLimiter({ windowMs: WINDOW_MS, maxLimit: HIGH, maxKeys, nowMs });
  const advance = (ms: number) => {
    clock.ms += ms;
  };
  return { limiter, advance };
}

describeLimiter('memory limiter', openMemoryLimiterAt(0));
describeLimiter('memory limiter between milliseconds', openMemoryLimiterAt(1_234.5));
describeDecisions('memory limiter', openMemoryLimiterAt(1_234.5), 500);

it('never reports a wait longer than the window, whatever the clock rounds to', () => {
  for (const startMs of [6_100.3, 6_543.21, 1e6 / 3, 98_765.4321]) {
    const { limiter } = openLimiter({ startMs });
    expect(limiter.admit('a', 1).resetMs).toBeLessThanOrEqual(WINDOW_MS);
  }
});

describe('the memory of a limiter', () => {
  it('removes idle keys, a bounded number per call', () => {
    const { limiter, advance } = openLimiter();
    for (let number = 0; number < 250; number++) limiter.admit(`key ${number}`, MEDIUM);
    advance(WINDOW_MS);
    const counts = [1, 2, 3, 4].map(() => {
      limiter.admit('last', MEDIUM);
      return limiter.keyCount;
    });
    expect(counts).toEqual([251 - MAX_REMOVED_PER_CALL, 251 - 2 * MAX_REMOVED_PER_CALL, 1, 1]);
  });
});

describe('a full limiter that evicts', () => {
  function openFull() {
    let ms = 0;
    const nowMs = () => ms++;
    const limiter = createMemoryLimiter({
      windowMs: WINDOW_MS,
      maxLimit: HIGH,
      maxKeys: 3,
      whenFull: 'evict',
      nowMs,
    });
    for (const key of ['a', 'b', 'c']) limiter.admit(key, 1);
    return limiter;
  }

  it('forgets the key that was admitted longest ago, and no other', () => {
    const limiter = openFull();
    expect(limiter.admit('d', 1).admitted).toBe(true);
    expect(limiter.keyCount).toBe(3);
    expect(['a', 'b', 'c', 'd'].map((key) => limiter.hasRoom(key, 1))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('forgets nothing for a key that it has, nor for a question', () => {
    const limiter = openFull();
    expect(limiter.admit('a', 2).admitted).toBe(true);
    expect(limiter.hasRoom('e', 1)).toBe(true);
    expect(limiter.admit('b', 1).admitted).toBe(false);
    limiter.admit('e', 1);
    expect(['a', 'b', 'c', 'e'].map((key) => limiter.hasRoom(key, 1))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('the options of a limiter', () => {
  const good = { windowMs: WINDOW_MS, maxLimit: HIGH, maxKeys: 10, nowMs: () => 0 };
  it.each(['windowMs', 'maxLimit', 'maxKeys'])('name %s when it is no whole number', (name) => {
    for (const value of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53]) {
      expect(() => createMemoryLimiter({ ...good, [name]: value })).toThrow(
        new RegExp(`^${name} must be a whole number from 1 to \\d+, got ${value}$`),
      );
    }
  });

  it('refuse more keys than a Map can hold', () => {
    expect(() => createMemoryLimiter({ ...good, maxKeys: 2 ** 24 + 1 })).toThrow(
      /^maxKeys must be/,
    );
  });
});

import { describe, expect, it } from 'vitest';
import { MAX_REMOVED_PER_CALL } from '../../src/limit/active-keys.ts';
import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import { describeLimiter, HIGH, MEDIUM, WINDOW_MS } from './contract.ts';
import { openRingAt } from './open-memory-limiter.ts';

function openRing({ maxKeys = 1_000, startMs = 0 } = {}) {
  const clock = { ms: startMs };
  const nowMs = () => clock.ms;
  const ring = createMemoryLimiter({ windowMs: WINDOW_MS, maxLimit: HIGH, maxKeys, nowMs });
  const advance = (ms: number) => {
    clock.ms += ms;
  };
  return { ring, clock, advance };
}

describeLimiter('ring', openRingAt(0));
describeLimiter('ring between milliseconds', openRingAt(1_234.5));

it('never tells a wait longer than the window, whatever the clock rounds to', () => {
  for (const startMs of [6_100.3, 6_543.21, 1e6 / 3, 98_765.4321]) {
    const { ring } = openRing({ startMs });
    expect(ring.admit('a', 1).resetMs).toBeLessThanOrEqual(WINDOW_MS);
  }
});

describe('the memory of a ring', () => {
  it('lets go of many idle keys a bounded number per call', () => {
    const { ring, advance } = openRing();
    for (let number = 0; number < 250; number++) ring.admit(`key ${number}`, MEDIUM);
    advance(WINDOW_MS);
    const counts = [1, 2, 3, 4].map(() => {
      ring.admit('last', MEDIUM);
      return ring.keyCount;
    });
    expect(counts).toEqual([251 - MAX_REMOVED_PER_CALL, 251 - 2 * MAX_REMOVED_PER_CALL, 1, 1]);
  });
});

describe('a full ring that evicts', () => {
  function openFull() {
    let ms = 0;
    const nowMs = () => ms++;
    const ring = createMemoryLimiter({
      windowMs: WINDOW_MS,
      maxLimit: HIGH,
      maxKeys: 3,
      whenFull: 'evict',
      nowMs,
    });
    for (const key of ['a', 'b', 'c']) ring.admit(key, 1);
    return ring;
  }

  it('forgets the key that was admitted longest ago, and no other', () => {
    const ring = openFull();
    expect(ring.admit('d', 1).admitted).toBe(true);
    expect(ring.keyCount).toBe(3);
    expect(['a', 'b', 'c', 'd'].map((key) => ring.hasRoom(key, 1))).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });

  it('forgets nothing for a key that it has, nor for a question', () => {
    const ring = openFull();
    expect(ring.admit('a', 2).admitted).toBe(true);
    expect(ring.hasRoom('e', 1)).toBe(true);
    expect(ring.admit('b', 1).admitted).toBe(false);
    ring.admit('e', 1);
    expect(['a', 'b', 'c', 'e'].map((key) => ring.hasRoom(key, 1))).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });
});

describe('the clock of a ring', () => {
  it('is held at the latest instant when it runs backwards', () => {
    const { ring, advance } = openRing({ startMs: 100_000 });
    ring.admit('a', 1);
    advance(-50_000);
    expect(ring.admit('a', 1)).toEqual({ admitted: false, remaining: 0, resetMs: WINDOW_MS });
    expect(ring.admit('b', 1)).toEqual({ admitted: true, remaining: 0, resetMs: WINDOW_MS });
    advance(50_000 + WINDOW_MS - 1);
    expect(ring.admit('a', 1)).toEqual({ admitted: false, remaining: 0, resetMs: 1 });
    advance(1);
    expect(ring.admit('a', 1).admitted).toBe(true);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('stops it by giving %d', (ms) => {
    const { ring, clock } = openRing();
    clock.ms = ms;
    const message = `the clock must give finite milliseconds, got ${ms}`;
    expect(() => ring.admit('a', 1)).toThrow(new RangeError(message));
    clock.ms = 0;
    expect(ring.admit('a', 1).admitted).toBe(true);
  });
});

describe('the options of a ring', () => {
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

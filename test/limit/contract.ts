import { afterEach, describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import type { Decision, Limiter } from '../../src/limit/limiter.ts';

export const WINDOW_MS = 60_000;
export const MEDIUM = 60;
export const HIGH = 300;

export interface LimiterOptions {
  windowMs: number;
  maxLimit: number;
  maxKeys: number;
}

/** A limiter that has counted nothing yet, and its clock. */
export interface LimiterUnderTest {
  limiter: Limiter;
  advance(ms: number): void | Promise<void>;
  /** Keys in the memory of this process. */
  keyCount(): number;
}

export type OpenLimiter = (options: LimiterOptions) => LimiterUnderTest | Promise<LimiterUnderTest>;

/**
 * What every limiter promises, whichever way it counts. What it decides as time passes and limits
 * change is compared with a model: see `describeDecisions` in `model-runs.ts`.
 */
export function describeLimiter(name: string, open: OpenLimiter): void {
  const opened: Limiter[] = [];

  async function start(changed: Partial<LimiterOptions> = {}) {
    const options = { windowMs: WINDOW_MS, maxLimit: HIGH, maxKeys: 100, ...changed };
    const { limiter, advance, keyCount } = await open(options);
    opened.push(limiter);
    const ask = async (limit: number, key = 'a') => limiter.admit(key, limit);
    const askOften = async (count: number, limit: number, key = 'a') => {
      const decisions: Decision[] = [];
      for (let turn = 0; turn < count; turn++) decisions.push(await ask(limit, key));
      return decisions;
    };
    return { limiter, advance, keyCount, ask, askOften };
  }

  afterEach(async () => {
    for (const limiter of opened.splice(0)) await limiter.close();
  });

  describe(`${name}: a limit`, () => {
    it.each([1, 2, MEDIUM, HIGH])('of %i admits that many and refuses the next', async (limit) => {
      const { ask, askOften } = await start();
      const decisions = await askOften(limit, limit);
      expect(decisions.map((decision) => decision.admitted)).toEqual(Array(limit).fill(true));
      expect(decisions.map((decision) => decision.remaining)).toEqual(
        Array.from({ length: limit }, (_, index) => limit - 1 - index),
      );
      expect(await ask(limit)).toEqual({ admitted: false, remaining: 0, resetMs: WINDOW_MS });
    });

    it('is told how much of it is used, without using any', async () => {
      const { limiter, advance, ask, askOften } = await start();
      expect(await limiter.peek('a')).toBe(0);
      await askOften(2, MEDIUM);
      await advance(WINDOW_MS - 1);
      await ask(MEDIUM);
      for (let turn = 0; turn < 3; turn++) expect(await limiter.peek('a')).toBe(3);
      expect(await limiter.peek('b')).toBe(0);
      await advance(1);
      expect(await limiter.peek('a')).toBe(1);
      expect((await askOften(MEDIUM, MEDIUM)).map(({ admitted }) => admitted)).toEqual([
        ...Array(MEDIUM - 1).fill(true),
        false,
      ]);
      expect(await limiter.peek('a')).toBe(MEDIUM);
    });

    it('holds when all requests come at once', async () => {
      const { ask } = await start();
      const decisions = await Promise.all(Array.from({ length: 200 }, () => ask(MEDIUM)));
      expect(decisions.filter((decision) => decision.admitted)).toHaveLength(MEDIUM);
    });

    it('counts each key separately', async () => {
      const { ask, askOften } = await start();
      await askOften(MEDIUM, MEDIUM, 'a');
      for (const key of ['A', 'aa', 'a ', ' a', 'b', '__proto__', 'constructor']) {
        expect(await ask(MEDIUM, key)).toMatchObject({ admitted: true, remaining: MEDIUM - 1 });
      }
      expect(await ask(MEDIUM, 'a')).toMatchObject({ admitted: false });
    });
  });

  describe(`${name}: a request that costs more than one`, () => {
    it('is admitted or refused as a whole, and is told when there is room for all of it', async () => {
      const { limiter, advance, ask, askOften } = await start();
      await askOften(5, MEDIUM);
      await advance(1_000);
      const most = { admitted: true, remaining: 5, resetMs: WINDOW_MS - 1_000 };
      expect(await limiter.admit('a', MEDIUM, 50)).toEqual(most);
      const refused = { admitted: false, remaining: 5, resetMs: WINDOW_MS - 1_000 };
      expect(await limiter.admit('a', MEDIUM, 6)).toEqual(refused);
      expect(await limiter.admit('a', MEDIUM, 11)).toMatchObject({ resetMs: WINDOW_MS });
      expect(await limiter.peek('a')).toBe(55);
      expect(await limiter.admit('a', MEDIUM, 5)).toMatchObject({ admitted: true, remaining: 0 });
      expect(await ask(MEDIUM)).toMatchObject({ admitted: false });
      await advance(WINDOW_MS - 1_000);
      expect(await limiter.admit('a', MEDIUM, 6)).toMatchObject({ admitted: false, remaining: 5 });
      expect(await limiter.admit('a', MEDIUM, 5)).toMatchObject({ admitted: true, remaining: 0 });
    });

    it('holds when all come at once', async () => {
      const { limiter } = await start();
      const costs = Array.from({ length: 40 }, (_, index) => 1 + (index % 7));
      const decisions = await Promise.all(
        costs.map(async (cost) => ({ cost, ...(await limiter.admit('a', MEDIUM, cost)) })),
      );
      const counted = decisions.filter(({ admitted }) => admitted);
      expect(counted.reduce((sum, { cost }) => sum + cost, 0)).toBe(MEDIUM);
      expect(await limiter.peek('a')).toBe(MEDIUM);
    });
  });

  describe(`${name}: a window of another length`, () => {
    it.each([1, 7, 3_600_000])('of %i ms holds as exactly', async (windowMs) => {
      const { advance, ask, askOften } = await start({ windowMs });
      await askOften(2, 2);
      await advance(windowMs - 0.5);
      expect(await ask(2)).toEqual({ admitted: false, remaining: 0, resetMs: 0.5 });
      await advance(0.5);
      expect(await ask(2)).toEqual({ admitted: true, remaining: 1, resetMs: windowMs });
    });
  });

  describe(`${name}: the memory of a process`, () => {
    it('is empty once the limiter is closed', async () => {
      const { limiter, ask, keyCount } = await start();
      await ask(MEDIUM);
      await limiter.close();
      expect(keyCount()).toBe(0);
    });
  });

  describe(`${name}: with its maximum of keys`, () => {
    it('has no place for a new key and goes on counting those it has', async () => {
      const { ask, keyCount } = await start({ maxKeys: 2 });
      await ask(2, 'a');
      await ask(2, 'b');
      const fault = new Unavailable(
        'the limiter is full with 2 keys that were all admitted in the last 60000 ms: ' +
          'try again later or raise maxKeys',
      );
      await expect(ask(2, 'c')).rejects.toThrow(fault);
      expect(await ask(2, 'a')).toMatchObject({ admitted: true, remaining: 0 });
      expect(await ask(2, 'a')).toMatchObject({ admitted: false });
      expect(keyCount()).toBe(2);
    });
  });

  describe(`${name}: wrong use`, () => {
    it.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY, HIGH + 1])(
      'refuses a limit of %d, names it and counts nothing',
      async (limit) => {
        const { ask } = await start();
        const message = `limit must be a whole number from 1 to 300, got ${limit}`;
        await expect(ask(limit)).rejects.toThrow(new RangeError(message));
        expect(await ask(MEDIUM)).toMatchObject({ remaining: MEDIUM - 1 });
      },
    );

    it.each([0, 1.5, MEDIUM + 1])('refuses a cost of %d and counts nothing', async (cost) => {
      const { limiter, ask } = await start();
      const message = `cost must be a whole number from 1 to 60, got ${cost}`;
      await expect(async () => limiter.admit('a', MEDIUM, cost)).rejects.toThrow(
        new RangeError(message),
      );
      expect(await ask(MEDIUM)).toMatchObject({ remaining: MEDIUM - 1 });
    });

    it.each([0, 129])('refuses a key of %i characters', async (length) => {
      const { ask } = await start();
      const message = `key must have 1 to 128 characters, got ${length}: pass the key's hash`;
      await expect(ask(MEDIUM, 'k'.repeat(length))).rejects.toThrow(new RangeError(message));
    });

    it('decides nothing once it is closed, and closes twice', async () => {
      const { limiter, ask } = await start();
      await limiter.close();
      await limiter.close();
      await expect(ask(MEDIUM)).rejects.toThrow(Unavailable);
    });
  });
}

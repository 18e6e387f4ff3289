import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ScriptReply, toAdmitScript } from '../../src/limit/redis/admit-script.ts';
import type { RedisServer } from '../support/redis.ts';
import { HIGH, WINDOW_MS } from './contract.ts';
import {
  type SharedLogUnderTest,
  SharedModelRun,
  type SharedStep,
  type SharedTally,
} from './shared-model.ts';

const MAX_STEPS = 24;
/** Runs in which a wrong script must be found. */
const MUTANT_RUNS = 500;

type OpenSharedLog = () => SharedLogUnderTest | Promise<SharedLogUnderTest>;

function toStep(): fc.Arbitrary<SharedStep> {
  const process = fc.nat({ max: 1 });
  const account = fc.constantFrom(0, 0, 0, 0, 0, 1);
  const ms = fc.oneof(
    fc.constantFrom(1, 1_000, WINDOW_MS - 1, WINDOW_MS),
    fc.nat({ max: WINDOW_MS }),
  );
  const offsetMs = fc.constantFrom(-1, 0, 1);
  const requests = fc.record({
    kind: fc.constant('requests' as const),
    process,
    reach: fc.constantFrom(...(['ok', 'ok', 'ok', 'late', 'away'] as const)),
    account,
    plan: fc.constantFrom(...(['medium', 'medium', 'medium', 'high'] as const)),
    count: fc.constantFrom(1, 1, 2, 3, 10),
    cost: fc.oneof(fc.constantFrom(1, 1, 10, 25, 50), fc.integer({ min: 1, max: 50 })),
  });
  const pause = fc.record({ kind: fc.constant('pause' as const), ms });
  const edge = fc.record({ kind: fc.constant('edge' as const), account, offsetMs });
  return fc.oneof(
    { weight: 14, arbitrary: requests },
    { weight: 1, arbitrary: pause },
    { weight: 2, arbitrary: edge },
    { weight: 1, arbitrary: fc.constant({ kind: 'empty' as const }) },
  );
}

/** Takes two processes and the model through the same random steps, in each run. */
export async function tallySharedRuns(open: OpenSharedLog, numRuns: number): Promise<SharedTally> {
  const tally = {
    admitted: 0,
    refused: 0,
    admittedAlone: 0,
    refusedAloneByOwn: 0,
    refusedAloneByShared: 0,
    mostInWindow: 0,
  };
  const steps = fc.array(toStep(), { maxLength: MAX_STEPS, size: 'max' });
  const property = fc.asyncProperty(steps, async (taken) => {
    const run = new SharedModelRun(await open(), tally);
    for (const step of taken) await run.take(step);
    await run.close();
  });
  await fc.assert(property, { numRuns });
  return tally;
}

/** A way to decide wrongly, which the model must find. */
export interface Mutant {
  /** What is added to the limit. */
  limitOffset: number;
  /** Whether a request still counts at the instant at which it leaves. */
  countsAtEnd: boolean;
}

const RIGHT: Mutant = { limitOffset: 0, countsAtEnd: false };
export const MUTANTS: readonly [string, Mutant][] = [
  ["with < for <= at the window's end", { ...RIGHT, countsAtEnd: true }],
  ['with one more than the limit', { ...RIGHT, limitOffset: 1 }],
  ['with one less than the limit', { ...RIGHT, limitOffset: -1 }],
];

/** Runs the model on a shared log, and on the same with each mutant. */
export function describeSharedLog(
  name: string,
  open: (mutant: Mutant) => SharedLogUnderTest | Promise<SharedLogUnderTest>,
  numRuns: number,
): void {
  it(`${name}: two processes decide as lists of all admissions do, whatever fails`, async () => {
    const tally = await tallySharedRuns(() => open(RIGHT), numRuns);
    // Runs that never come to these cases would prove nothing.
    expect(tally.admitted).toBeGreaterThan(numRuns);
    expect(tally.refused).toBeGreaterThan(numRuns);
    expect(tally.admittedAlone).toBeGreaterThan(numRuns / 2);
    expect(tally.refusedAloneByOwn).toBeGreaterThan(numRuns / 10);
    expect(tally.refusedAloneByShared).toBeGreaterThan(numRuns / 10);
  });

  it.each(MUTANTS)(`${name}: the model finds a log %s`, async (_, mutant) => {
    const message = expect.stringContaining('the model says');
    const cause = expect.objectContaining({ message });
    await expect(tallySharedRuns(() => open(mutant), MUTANT_RUNS)).rejects.toMatchObject({ cause });
  });
}

/** A shared log in memory, which decides as the script in Redis does. */
export function openMemoryLog({ limitOffset, countsAtEnd }: Mutant = RIGHT): SharedLogUnderTest {
  const admissions = new Map<string, number[]>();
  let nowMs = 0;
  const isOut = (atMs: number) => {
    const leavesMs = atMs + WINDOW_MS;
    return countsAtEnd ? leavesMs < nowMs : leavesMs <= nowMs;
  };
  return {
    async ask({ key, limit, cost }, counts): Promise<ScriptReply> {
      const counted = (admissions.get(key) ?? []).filter((atMs) => !isOut(atMs));
      const hasRoom = counted.length + cost <= limit + limitOffset;
      const admitted = hasRoom && counts;
      if (admitted) counted.push(...Array<number>(cost).fill(nowMs));
      admissions.set(key, counted);
      const index = hasRoom
        ? Math.max(0, counted.length - limit)
        : counted.length + cost - limit - limitOffset - 1;
      const decidingMs = counted[index];
      const resetMs = decidingMs === undefined ? 0 : decidingMs + WINDOW_MS - nowMs;
      const [oldestMs] = counted;
      const leavesMs = oldestMs === undefined ? 0 : oldestMs + WINDOW_MS - nowMs;
      return [admitted ? 1 : 0, counted.length, resetMs * 1_000, leavesMs * 1_000];
    },
    empty: () => admissions.clear(),
    advance(ms) {
      nowMs += ms;
    },
  };
}

/**
 * Opens logs in this Redis, each with a virtual clock. They wait for a reply as long as it takes: the
 * model itself says which replies are late.
 */
export function createOpenRedisLog(getServer: () => RedisServer) {
  const clockKey = `clock ${randomUUID()}`;
  return async (mutant: Mutant): Promise<SharedLogUnderTest> => {
    const server = getServer();
    const script = toMutant(toScript(clockKey), mutant);
    const prefix = `${randomUUID()} `;
    const keys = new Set<string>();
    let nowMs = 1_000_000;
    const setClock = () => server.run('SET', clockKey, nowMs * 1_000);
    await setClock();
    return {
      async ask({ key, limit, cost }, counts) {
        keys.add(prefix + key);
        const args = [prefix + key, limit, cost, counts ? 1 : 0];
        return (await server.run('EVAL', script, 1, ...args)) as ScriptReply;
      },
      async empty() {
        if (keys.size > 0) await server.run('DEL', ...keys);
      },
      async advance(ms) {
        nowMs += ms;
        await setClock();
      },
    };
  };
}

function toScript(clockKey: string): string {
  const clock = `tonumber(redis.call('GET', '${clockKey}'))`;
  return toAdmitScript({ clock, windowMs: WINDOW_MS, maxLimit: HIGH }).text;
}

function toMutant(text: string, { limitOffset, countsAtEnd }: Mutant): string {
  const end = countsAtEnd ? '<' : '<=';
  return replaceAll(
    replaceAll(text, 'limit - cost)', `limit - cost + ${limitOffset})`),
    '+ window <= now',
    `+ window ${end} now`,
  );
}

function replaceAll(text: string, part: string, by: string): string {
  if (!text.includes(part)) throw new Error(`the script must contain ${part}`);
  return text.replaceAll(part, by);
}

import type { ScriptReply } from '../../src/limit/redis/admit-script.ts';
import { SharedLimiter } from '../../src/limit/redis/shared-limiter.ts';
import type { LimitedRequest } from '../../src/limit/rolling-window.ts';
import { HIGH, MEDIUM, WINDOW_MS } from './contract.ts';

export const LIMITS = { medium: MEDIUM, high: HIGH };

/** How a process reaches the shared log: `late` is counted there, but its reply comes too late. */
export type Reach = 'ok' | 'late' | 'away';

export type SharedStep =
  | { kind: 'pause'; ms: number }
  /** Moves to `offsetMs` from the instant at which the oldest request in the shared log leaves. */
  | { kind: 'edge'; account: number; offsetMs: number }
  | {
      kind: 'requests';
      process: number;
      reach: Reach;
      account: number;
      plan: keyof typeof LIMITS;
      count: number;
      cost: number;
    }
  /** The shared log loses what it has counted. */
  | { kind: 'empty' };

/** The shared log of one run, and its clock. */
export interface SharedLogUnderTest {
  ask(request: LimitedRequest, counts: boolean): Promise<ScriptReply>;
  empty(): void | Promise<void>;
  advance(ms: number): void | Promise<void>;
}

/** What happened in all runs, to show that they reached what they are for. */
export interface SharedTally {
  admitted: number;
  refused: number;
  /** Decided without the shared log. */
  admittedAlone: number;
  refusedAloneByOwn: number;
  /** For what the shared log had told before. */
  refusedAloneByShared: number;
  mostInWindow: number;
}

const PROCESSES = 2;

/** By key, the instants of admissions, oldest first. */
class Instants {
  readonly #byKey = new Map<string, number[]>();

  add(key: string, nowMs: number, cost: number): void {
    const instants = this.#byKey.get(key) ?? [];
    for (let one = 0; one < cost; one++) instants.push(nowMs);
    this.#byKey.set(key, instants);
  }

  list(key: string, nowMs: number): number[] {
    return (this.#byKey.get(key) ?? []).filter((atMs) => atMs + WINDOW_MS > nowMs);
  }

  clear(): void {
    this.#byKey.clear();
  }
}

interface Process {
  limiter: SharedLimiter;
  reach: Reach;
  own: Instants;
  /** What the shared log told, with what was admitted without it since. */
  told: { key: string; count: number; untilMs: number }[];
}

/**
 * Takes the limiters of two processes and lists of all admissions through the same steps; the first
 * difference is an error.
 */
export class SharedModelRun {
  readonly #log: SharedLogUnderTest;
  readonly #tally: SharedTally;
  readonly #processes: Process[];
  readonly #shared = new Instants();
  /** Every admission, also those that the shared log lost or never had. */
  readonly #all = new Instants();
  /** When something was last admitted, or lost, so that the shared log lacks it. */
  #incompleteMs = Number.NEGATIVE_INFINITY;
  #nowMs = 0;

  constructor(log: SharedLogUnderTest, tally: SharedTally) {
    this.#log = log;
    this.#tally = tally;
    this.#processes = Array.from({ length: PROCESSES }, () => this.#openProcess());
  }

  #openProcess(): Process {
    const process: Process = {
      reach: 'ok',
      own: new Instants(),
      told: [],
      limiter: new SharedLimiter({
        windowMs: WINDOW_MS,
        maxLimit: HIGH,
        maxKeys: 10,
        prefix: '',
        nowMs: () => this.#nowMs,
        log: {
          isShared: true,
          ask: async (request, counts) => {
            const reply = process.reach === 'away' ? null : await this.#log.ask(request, counts);
            return process.reach === 'ok' ? reply : null;
          },
          close() {},
        },
      }),
    };
    return process;
  }

  async take(step: SharedStep): Promise<void> {
    if (step.kind === 'pause') return this.#advance(step.ms);
    if (step.kind === 'edge') {
      const [oldestMs] = this.#shared.list(toKey(step.account), this.#nowMs);
      if (oldestMs === undefined) return;
      return this.#advance(Math.max(0, oldestMs + WINDOW_MS + step.offsetMs - this.#nowMs));
    }
    if (step.kind === 'empty') {
      this.#shared.clear();
      this.#incompleteMs = this.#nowMs;
      return this.#log.empty();
    }
    const process = this.#processes[step.process];
    if (process === undefined) throw new Error(`there is no process ${step.process}`);
    process.reach = step.reach;
    for (let turn = 0; turn < step.count; turn++) {
      const request = { key: toKey(step.account), limit: LIMITS[step.plan], cost: step.cost };
      await this.#request(process, request);
    }
  }

  async close(): Promise<void> {
    for (const { limiter } of this.#processes) await limiter.close();
  }

  async #advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    await this.#log.advance(ms);
  }

  async #request(process: Process, request: LimitedRequest): Promise<void> {
    const { key, limit, cost } = request;
    const nowMs = this.#nowMs;
    const { admitted, remaining } = await process.limiter.admit(key, limit, cost);
    const hasOwnRoom = process.own.list(key, nowMs).length + cost <= limit;
    const isAlone = process.reach !== 'ok';
    const isTold = process.told.some(
      (told) => told.key === key && told.count + cost > limit && told.untilMs > nowMs,
    );
    const isCounted = process.reach !== 'away' && this.#count(process, request, hasOwnRoom);
    const expected = isAlone ? hasOwnRoom && !isTold : isCounted;
    this.#check('admitted', admitted, expected);
    if (!admitted) {
      this.#check('remaining', remaining >= 0 && remaining < limit, true);
      if (!isAlone) this.#tally.refused++;
      else if (hasOwnRoom) this.#tally.refusedAloneByShared++;
      else this.#tally.refusedAloneByOwn++;
      return;
    }
    process.own.add(key, nowMs, cost);
    this.#all.add(key, nowMs, cost);
    if (isAlone) {
      this.#incompleteMs = nowMs;
      for (const told of process.told) if (told.key === key) told.count += cost;
    }
    this.#tally[isAlone ? 'admittedAlone' : 'admitted']++;
    const inWindow = this.#all.list(key, nowMs).length;
    this.#tally.mostInWindow = Math.max(this.#tally.mostInWindow, inWindow);
    // No more than the limit while the shared log has the whole window.
    const isComplete = this.#incompleteMs + WINDOW_MS <= nowMs;
    this.#check('within limits', inWindow <= (isComplete ? limit : PROCESSES * HIGH), true);
  }

  /** Counts the request in the shared log, if it has room, and notes what the process is told. */
  #count(process: Process, { key, limit, cost }: LimitedRequest, hasOwnRoom: boolean): boolean {
    const nowMs = this.#nowMs;
    const before = this.#shared.list(key, nowMs);
    const counts = hasOwnRoom && before.length + cost <= limit;
    if (counts) this.#shared.add(key, nowMs, cost);
    if (process.reach !== 'ok') return counts;
    const count = before.length + (counts ? cost : 0);
    const [firstMs = nowMs] = before;
    process.told.push({ key, count, untilMs: firstMs + WINDOW_MS });
    const decidingMs = before[before.length + cost - limit - 1];
    if (decidingMs !== undefined) {
      process.told.push({ key, count: limit - cost + 1, untilMs: decidingMs + WINDOW_MS });
    }
    return counts;
  }

  #check(what: string, got: number | boolean, expected: number | boolean): void {
    if (Object.is(got, expected)) return;
    throw new Error(`${what} at ${this.#nowMs} ms: got ${got}, the model says ${expected}`);
  }
}

function toKey(account: number): string {
  return `account ${account}`;
}

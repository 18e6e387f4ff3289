import { Unavailable } from '../../src/domain/errors.ts';
import type { LimiterOptions, LimiterUnderTest } from './contract.ts';

export type Plan = 'none' | 'medium' | 'high';

/** Window, limits and places: the same rules are tried at full size and at a small one. */
export interface Scale extends LimiterOptions {
  limits: { none: null; medium: number; high: number };
  accounts: number;
}

export type Step =
  | { kind: 'pause'; ms: number }
  /** Moves to `offsetMs` from the instant at which the account's oldest request leaves. */
  | { kind: 'edge'; account: number; offsetMs: number }
  | { kind: 'requests'; account: number; plan: Plan; count: number; cost: number }
  | { kind: 'regenerate'; account: number };

/** What happened in all runs, to show that they reached what they are for. */
export interface Tally {
  admitted: number;
  refused: number;
  refusedAboveLimit: number;
  /** With room for some, but not for the whole cost. */
  refusedWithRoom: number;
  noPlace: number;
  regenerated: number;
}

/** Every admission there ever was, looked through again at each question. */
class NaiveLog {
  readonly #windowMs: number;
  readonly #admissions = new Map<string, number[]>();

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  add(key: string, nowMs: number): void {
    const admissions = this.#admissions.get(key) ?? [];
    this.#admissions.set(key, admissions);
    admissions.push(nowMs);
  }

  listCounted(key: string, nowMs: number): number[] {
    const admissions = this.#admissions.get(key) ?? [];
    let first = admissions.length;
    while ((admissions[first - 1] ?? Number.NaN) > nowMs - this.#windowMs) first--;
    return admissions.slice(first);
  }

  countKeys(nowMs: number): number {
    const keys = [...this.#admissions.keys()];
    return keys.filter((key) => this.listCounted(key, nowMs).length > 0).length;
  }
}

/** Takes a limiter and the naive log through the same steps; the first difference is an error. */
export class ModelRun {
  readonly #scale: Scale;
  readonly #subject: LimiterUnderTest;
  readonly #tally: Tally;
  readonly #log: NaiveLog;
  /** How often each account's key was regenerated: a new one has its own text and log. */
  readonly #generations: number[];
  #nowMs = 0;

  constructor(scale: Scale, subject: LimiterUnderTest, tally: Tally) {
    this.#scale = scale;
    this.#subject = subject;
    this.#tally = tally;
    this.#log = new NaiveLog(scale.windowMs);
    this.#generations = Array(scale.accounts).fill(0);
  }

  async take(step: Step): Promise<void> {
    if (step.kind === 'pause') return this.#advance(step.ms);
    const key = this.#toKey(step.account);
    if (step.kind === 'edge') {
      const oldestMs = this.#log.listCounted(key, this.#nowMs)[0];
      if (oldestMs === undefined) return;
      const edgeMs = oldestMs + this.#scale.windowMs + step.offsetMs;
      return this.#advance(Math.max(0, edgeMs - this.#nowMs));
    }
    if (step.kind === 'regenerate') {
      this.#generations[step.account] = (this.#generations[step.account] ?? 0) + 1;
      this.#tally.regenerated++;
      return;
    }
    // Without a plan the request is refused before it comes to the limiter.
    const limit = this.#scale.limits[step.plan];
    if (limit === null) return;
    for (let turn = 0; turn < step.count; turn++) {
      await this.#request(key, limit, Math.min(step.cost, limit));
    }
    this.#check('keys in memory', this.#subject.keyCount(), this.#log.countKeys(this.#nowMs));
  }

  #toKey(account: number): string {
    return `key ${this.#generations[account]} of account ${account}`;
  }

  async #advance(ms: number): Promise<void> {
    this.#nowMs += ms;
    await this.#subject.advance(ms);
  }

  async #request(key: string, limit: number, cost: number): Promise<void> {
    const nowMs = this.#nowMs;
    const before = this.#log.listCounted(key, nowMs);
    const decision = await this.#ask(key, limit, cost);
    const hasPlace = before.length > 0 || this.#log.countKeys(nowMs) < this.#scale.maxKeys;
    this.#check('has a place', decision !== null, hasPlace);
    if (decision === null) {
      this.#tally.noPlace++;
      return;
    }
    this.#check('admitted', decision.admitted, before.length + cost <= limit);
    const added = decision.admitted ? cost : 0;
    for (let one = 0; one < added; one++) this.#log.add(key, nowMs);
    const count = before.length + added;
    const leaving = decision.admitted ? 1 : count + cost - limit;
    const firstMs = before[leaving - 1] ?? nowMs;
    this.#check('remaining', decision.remaining, Math.max(0, limit - count));
    this.#check('resetMs', decision.resetMs, firstMs + this.#scale.windowMs - nowMs);
    this.#tally[decision.admitted ? 'admitted' : 'refused']++;
    if (count > limit) this.#tally.refusedAboveLimit++;
    else if (!decision.admitted && count < limit) this.#tally.refusedWithRoom++;
  }

  async #ask(key: string, limit: number, cost: number) {
    try {
      return await this.#subject.limiter.admit(key, limit, cost);
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  }

  #check(what: string, got: number | boolean, expected: number | boolean): void {
    if (Object.is(got, expected)) return;
    throw new Error(`${what} at ${this.#nowMs} ms: got ${got}, the model says ${expected}`);
  }
}

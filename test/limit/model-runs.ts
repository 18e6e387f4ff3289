import fc from 'fast-check';
import { expect, it } from 'vitest';
import { HIGH, MEDIUM, type OpenLimiter, WINDOW_MS } from './contract.ts';
import { ModelRun, type Plan, type Scale, type Step } from './model.ts';

export const FULL_SIZE = {
  windowMs: WINDOW_MS,
  maxLimit: HIGH,
  maxKeys: 100,
  limits: { none: null, medium: MEDIUM, high: HIGH },
  accounts: 1,
  counts: [1, 2, 30, 60, 61, 150, 301],
  maxSteps: 12,
};
/** So small that every edge is met again and again, and that not all keys have a place. */
export const SMALL_SIZE = {
  windowMs: 10,
  maxLimit: 5,
  maxKeys: 3,
  limits: { none: null, medium: 2, high: 5 },
  accounts: 4,
  counts: [1, 2, 3, 6],
  maxSteps: 40,
};

function toStep(scale: Scale & { counts: readonly number[] }): fc.Arbitrary<Step> {
  const { windowMs } = scale;
  const account = fc.nat({ max: scale.accounts - 1 });
  const count = fc.constantFrom(...scale.counts);
  const plan = fc.constantFrom<Plan[]>('none', 'medium', 'medium', 'high', 'high');
  const offsetMs = fc.constantFrom(-1, 0, 1);
  const ms = fc.oneof(
    fc.constantFrom(0, 1, windowMs - 1, windowMs, windowMs + 1),
    fc.nat({ max: windowMs }),
  );
  const pause = fc.record({ kind: fc.constant('pause' as const), ms });
  const edge = fc.record({ kind: fc.constant('edge' as const), account, offsetMs });
  // More than one is rarer; a request costs at most the limit.
  const cost = fc.constantFrom(1, 1, 1, 2, 3, scale.maxLimit);
  const kind = fc.constant('requests' as const);
  const requests = fc.record({ kind, account, plan, count, cost });
  const regenerate = fc.record({ kind: fc.constant('regenerate' as const), account });
  return fc.oneof(
    { weight: 2, arbitrary: pause },
    { weight: 3, arbitrary: edge },
    { weight: 8, arbitrary: requests },
    { weight: 1, arbitrary: regenerate },
  );
}

/** Takes a limiter and the model through the same random steps, in each run. */
export async function tallyRuns(scale: typeof FULL_SIZE, open: OpenLimiter, numRuns: number) {
  const tally = {
    admitted: 0,
    refused: 0,
    refusedAboveLimit: 0,
    refusedWithRoom: 0,
    noPlace: 0,
    regenerated: 0,
  };
  const steps = fc.array(toStep(scale), { maxLength: scale.maxSteps, size: 'max' });
  const property = fc.asyncProperty(steps, async (taken) => {
    const subject = await open(scale);
    const run = new ModelRun(scale, subject, tally);
    for (const step of taken) await run.take(step);
    await subject.limiter.close();
  });
  await fc.assert(property, { numRuns });
  return tally;
}

/** What a limiter decides, step by step, at the small size. */
export function describeDecisions(name: string, open: OpenLimiter, numRuns: number): void {
  it(`${name}: decides as a list of all admissions does`, async () => {
    const tally = await tallyRuns(SMALL_SIZE, open, numRuns);
    // Runs that never come to these cases would prove nothing.
    expect(tally.admitted).toBeGreaterThan(numRuns);
    expect(tally.refusedAboveLimit).toBeGreaterThan(numRuns / 10);
    expect(tally.refusedWithRoom).toBeGreaterThan(numRuns / 10);
    expect(tally.noPlace).toBeGreaterThan(numRuns / 10);
  });
}

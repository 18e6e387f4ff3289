import { describe, expect, it } from 'vitest';
import { FULL_SIZE, SMALL_SIZE, tallyRuns } from '../limit/model-runs.ts';
import { openMemoryLimiterAt } from '../limit/open-memory-limiter.ts';
import { describeSharedLog, openMemoryLog } from '../limit/shared-model-runs.ts';

const RUNS = 10_000;
const SHARED_RUNS = 20_000;
/** Ten times the seconds that it takes, for a machine that is busy with other work. */
const TIMEOUT_MS = 60_000;
const SHARED_TIMEOUT_MS = 600_000;

describe('the memory limiter decides as a list of all admissions does', {
  timeout: TIMEOUT_MS,
}, () => {
  it('at 60 and 300 a minute', async () => {
    const tally = await tallyRuns(FULL_SIZE, openMemoryLimiterAt(0), RUNS);
    // Runs that never come to these cases would prove nothing.
    expect(tally.admitted).toBeGreaterThan(10 * RUNS);
    expect(tally.refused).toBeGreaterThan(10 * RUNS);
    expect(tally.refusedAboveLimit).toBeGreaterThan(RUNS);
    expect(tally.regenerated).toBeGreaterThan(RUNS / 10);
  });

  it('with small limits and more keys than places', async () => {
    const tally = await tallyRuns(SMALL_SIZE, openMemoryLimiterAt(0), RUNS);
    expect(tally.admitted).toBeGreaterThan(RUNS);
    expect(tally.refused).toBeGreaterThan(RUNS);
    expect(tally.refusedAboveLimit).toBeGreaterThan(RUNS / 10);
    expect(tally.noPlace).toBeGreaterThan(RUNS / 10);
  });
});

describe('two processes with a shared log', { timeout: SHARED_TIMEOUT_MS }, () => {
  describeSharedLog('in memory', openMemoryLog, SHARED_RUNS);
});

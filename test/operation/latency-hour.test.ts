import { describe, expect, it } from 'vitest';
import { createLatencyHour } from '../../src/operation/metrics.ts';
import { createClock } from '../support/clock.ts';

const MINUTE_MS = 60_000;

function open() {
  const clock = createClock();
  return { clock, hour: createLatencyHour(clock.nowMs) };
}

/** A result may be 1 % off. */
function expectNear(ms: number | undefined, exactMs: number) {
  expect(ms).toBeGreaterThanOrEqual(exactMs * 0.99);
  expect(ms).toBeLessThanOrEqual(exactMs * 1.01);
}

describe('the times of the last hour', () => {
  it('are those within which half and 99 of 100 were answered', () => {
    const { hour } = open();
    for (let ms = 1_000; ms >= 1; ms--) hour.note(ms);
    expectNear(hour.read()?.p50Ms, 500);
    expectNear(hour.read()?.p99Ms, 990);
  });

  it.each([0.07, 0.3, 1, 2.5, 40, 1_000, 30_000])('are near the exact one of %d ms', (ms) => {
    const { hour } = open();
    hour.note(ms);
    expectNear(hour.read()?.p50Ms, ms);
    expectNear(hour.read()?.p99Ms, ms);
  });

  it('are null before the first, and an hour after the last', () => {
    const { hour, clock } = open();
    expect(hour.read()).toBeNull();
    hour.note(1);
    clock.advance(58 * MINUTE_MS);
    expect(hour.read()).not.toBeNull();
    clock.advance(2 * MINUTE_MS);
    expect(hour.read()).toBeNull();
  });

  it('forget a minute when its hour is over, and keep the later ones', () => {
    const { hour, clock } = open();
    for (let count = 0; count < 1_000; count++) hour.note(900);
    clock.advance(30 * MINUTE_MS);
    hour.note(10);
    expectNear(hour.read()?.p50Ms, 900);
    clock.advance(30 * MINUTE_MS);
    expectNear(hour.read()?.p50Ms, 10);
    hour.note(20);
    expectNear(hour.read()?.p99Ms, 20);
  });

  it('take any number: odd ones count as the shortest or the longest', () => {
    const { hour } = open();
    for (const ms of [0, -1, Number.NaN]) hour.note(ms);
    expect(hour.read()?.p99Ms).toBe(0.001);
    for (let count = 0; count < 9; count++) hour.note(Number.POSITIVE_INFINITY);
    expect(hour.read()?.p50Ms).toBeGreaterThan(50_000);
  });
});

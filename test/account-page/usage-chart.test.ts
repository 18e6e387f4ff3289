import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toChart, toTotals } from '../../src/account-page/usage-chart.ts';
import { REQUEST_KINDS } from '../../src/store/port/usage.ts';

const toDay = (ok: number, notModified = 0, notFound = 0, clientErrors = 0, limited = 0) => ({
  day: '2026-11-21',
  ok,
  notModified,
  notFound,
  clientErrors,
  limited,
});

it.each([
  [0, 2],
  [1, 2],
  [2, 2],
  [5, 6],
  [10, 10],
  [11, 12],
  [50, 50],
  [51, 60],
  [1_341, 1_600],
  [99_999, 100_000],
])('the busiest day, of %i requests, fits under %i', (highest, scaleEnd) => {
  expect(toChart([toDay(highest), toDay(0)])).toMatchObject({ highest, scaleEnd });
});

it('bars stand on one another within the drawing, and none that counts is missing', () => {
  const counts = fc.nat({ max: 1_000_000 });
  const days = fc.array(fc.tuple(counts, counts, counts, counts, counts), {
    minLength: 1,
    maxLength: 30,
  });
  fc.assert(
    fc.property(days, (all) => {
      const chart = toChart(all.map((one) => toDay(...one)));
      expect(chart.scaleEnd).toBeGreaterThanOrEqual(chart.highest);
      expect(Number.isInteger(chart.scaleEnd / 2)).toBe(true);
      for (const { bars, ...usage } of chart.days) {
        const kinds = REQUEST_KINDS.filter((kind) => usage[kind]);
        expect(bars.map(({ kind }) => kind)).toEqual(kinds);
        let below = chart.height;
        for (const { y, height } of bars) {
          expect(y).toBeGreaterThanOrEqual(0);
          expect(height).toBeGreaterThanOrEqual(2);
          expect(y).toBeLessThan(below);
          below = y;
        }
      }
    }),
    { examples: [[[[999_375, 999_375, 1, 1, 1]]]] },
  );
});

it('totals are of all days', () => {
  const totals = toTotals([toDay(1, 2, 3, 4, 5), toDay(10, 20, 30, 40, 50)]);
  expect(totals).toEqual({ ok: 11, notModified: 22, notFound: 33, clientErrors: 44, limited: 55 });
});

it('the axis names the last day and every week before it', () => {
  const { days } = toChart(Array.from({ length: 30 }, () => toDay(1)));
  const ticks = days.flatMap(({ isTick }, place) => (isTick ? [place] : []));
  expect(ticks).toEqual([1, 8, 15, 22, 29]);
});

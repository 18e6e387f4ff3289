import { expect, it } from 'vitest';
import { isDay, toDay, toEndOfDayMs } from '../../../src/domain/time/time-zone.ts';

it.each([
  ['2026-01-15', '2026-01-15T22:00:00.000Z'],
  ['2026-07-15', '2026-07-15T21:00:00.000Z'],
  // The nights on which the clocks change, and the days around them.
  ['2026-03-28', '2026-03-28T22:00:00.000Z'],
  ['2026-03-29', '2026-03-29T21:00:00.000Z'],
  ['2026-10-24', '2026-10-24T21:00:00.000Z'],
  ['2026-10-25', '2026-10-25T22:00:00.000Z'],
  ['2028-02-29', '2028-02-29T22:00:00.000Z'],
  // The clock was not always two or three hours ahead of UTC.
  ['1985-06-01', '1985-06-01T20:00:00.000Z'],
  ['1900-01-01', '1900-01-01T22:05:00.000Z'],
  ['1000-01-01', '1000-01-01T22:04:40.000Z'],
  ['9999-12-31', '9999-12-31T22:00:00.000Z'],
])('%s ends at %s', (day, end) => {
  const endMs = toEndOfDayMs(day);
  expect(new Date(endMs).toISOString()).toBe(end);
  expect(toDay(endMs - 1)).toBe(day);
  expect(toDay(endMs)).not.toBe(day);
});

it.each([
  '2026-02-29',
  '2026-13-01',
  '2026-1-1',
  '01.01.2026',
  '',
  '2026-00-10',
  '20260101',
  '0999-12-31',
  '0000-01-01',
])('%j is no day', (text) => {
  expect(isDay(text)).toBe(false);
});

import { expect, it } from 'vitest';
import { toSerialDate } from '../../../src/import/xlsx/cell.ts';

it.each([
  ['1900-01-01', false, 1],
  ['1900-02-28', false, 59],
  ['1900-03-01', false, 61],
  ['2026-09-14', false, 46279],
  ['2026-09-14T12:00:00', false, 46279.5],
  ['2026-09-14T06:00:00.000Z', false, 46279.25],
  ['2026-09-14T18:00', false, 46279.75],
  ['1904-01-01', true, 0],
  ['2026-09-14', true, 44817],
])('%s, from 1904: %s, is day %s', (text, date1904, serial) => {
  expect(toSerialDate(text, date1904)).toBe(serial);
});

it.each([
  ['14.09.2026', false],
  ['2026-13-01', false],
  ['2026-02-30', false],
  ['1899-12-31', false],
  ['1903-12-31', true],
  ['', false],
  ['46279', false],
])('%s, from 1904: %s, is no day', (text, date1904) => {
  expect(toSerialDate(text, date1904)).toBeNull();
});

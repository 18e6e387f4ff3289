import { describe, expect, it } from 'vitest';
import { toEndMs, toInstantMs } from '../../../src/domain/time/timestamp.ts';

describe('a time', () => {
  it.each([
    ['2026-11-21T10:00:00Z', '2026-11-21T10:00:00.000Z'],
    ['2026-11-21t10:00:00.25z', '2026-11-21T10:00:00.250Z'],
    ['2026-11-21T10:00:00.123456789+02:00', '2026-11-21T08:00:00.123Z'],
    ['2028-02-29T23:59:59-23:59', '2028-03-01T23:58:59.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(new Date(toInstantMs(text) ?? Number.NaN).toISOString()).toBe(instant);
  });

  it.each([
    '',
    '2026-11-21',
    '2026-11-21T10:00:00',
    '2026-11-21T10:00Z',
    '2026-11-21 10:00:00Z',
    '2026-02-29T10:00:00Z',
    '2026-13-01T10:00:00Z',
    '2026-11-21T24:00:00Z',
    '2026-11-21T10:60:00Z',
    '2026-11-21T10:00:60Z',
    '2026-11-21T10:00:00+24:00',
    '2026-11-21T10:00:00.Z',
    ' 2026-11-21T10:00:00Z',
    '2026-11-21T10:00:00Z\n',
    '1763719200',
  ])('%j is none', (text) => {
    expect(toInstantMs(text)).toBeNull();
    if (text !== '2026-11-21') expect(toEndMs(text)).toBeNull();
  });
});

describe('an end', () => {
  it.each([
    ['2027-01-31', '2027-01-31T22:00:00.000Z'],
    ['2027-07-31', '2027-07-31T21:00:00.000Z'],
    ['2027-01-31T00:00:00Z', '2027-01-31T00:00:00.000Z'],
  ])('%s is %s', (text, instant) => {
    expect(new Date(toEndMs(text) ?? Number.NaN).toISOString()).toBe(instant);
  });
});

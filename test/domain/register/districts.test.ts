import { expect, it } from 'vitest';
import { toRegion } from '../../../src/domain/register/districts.ts';

it.each([
  ['120', '0120'],
  ['300', '0300'],
  ['4301', '4301'],
  ['0120', '0120'],
  [' 120 ', '0120'],
  ['120.0', '0120'],
])('%j is the unit %s', (text, region) => {
  expect(toRegion(text)).toEqual({ value: region });
});

it.each(['101', '0549', '1799', '8999', '9601', '9899', '9901'])('%s is in a range', (text) => {
  expect(toRegion(text)).toHaveProperty('value');
});

it.each(['1100', '2000', '9000', '9300', '9500', '9700', '200', '0050'])(
  '%s is in no range of the classification',
  (text) => {
    expect(toRegion(text)).toEqual({ fault: 'region_unknown' });
  },
);

it.each([null, '', '0', '000', '0000', '12', '43011', '1.5', '-120', 'Chișinău', '12O', 'true'])(
  '%j names no unit',
  (text) => {
    expect(toRegion(text)).toEqual({ fault: 'region_unknown' });
  },
);

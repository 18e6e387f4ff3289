import { expect, it } from 'vitest';
import { NAMED_DISTRICTS, toDistrict, toRegion } from '../../../src/domain/register/districts.ts';

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

it.each([
  ['0120', { code: '01', name: 'Chișinău', kind: 'municipality' }],
  ['0300', { code: '03', name: 'Bălți', kind: 'municipality' }],
  ['1701', { code: '17', name: 'Cahul', kind: 'district' }],
  ['96', { code: '96', name: 'Găgăuzia', kind: 'autonomous' }],
  ['9901', null],
  ['0549', null],
])('%s is in the district %o', (code, district) => {
  expect(toDistrict(code)).toEqual(district);
});

it('has the names of two municipalities, 32 districts and Găgăuzia', () => {
  const kinds = Map.groupBy(NAMED_DISTRICTS, ({ kind }) => kind);
  const sizes = Object.fromEntries([...kinds].map(([kind, all]) => [kind, all.length]));
  expect(sizes).toEqual({ municipality: 2, district: 32, autonomous: 1 });
  for (const { name } of NAMED_DISTRICTS) expect(name).not.toMatch(/\d/);
});

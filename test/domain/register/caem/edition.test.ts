import { expect, it } from 'vitest';
import { toCaemEdition } from '../../../../src/domain/register/caem/tables.ts';

it.each([
  [null, null],
  ['', null],
  [' - ', null],
  ['1', 1],
  ['1.0', 1],
  ['CAEM', 1],
  ['caem-1', 1],
  ['CAEM Rev. 1.1', 1],
  ['CAEM 2000', 1],
  ['CAEM (2005)', 1],
  ['1 = CAEM', 1],
  ['2', 2],
  ['2.0', 2],
  ['CAEM Rev.2', 2],
  ['CAEM rev 2', 2],
  ['CAEM-2', 2],
  ['CAEM2', 2],
  ['rev2', 2],
  ['Rev. II', 2],
  ['Versiunea 2', 2],
  ['v.2', 2],
  ['CAEM Rev.2 (2009)', 2],
  ['2 - CAEM Rev.2', 2],
])('%j is edition %j', (text, edition) => {
  expect(toCaemEdition(text)).toEqual({ value: edition });
});

it.each([
  '3',
  '0',
  '12',
  'CAEM Rev.2.1',
  'Rev. 3',
  '1, 2',
  'CAEM 2005 Rev.2',
  'CPA 2',
  'x',
  'true',
])('%j is no edition that is known', (text) => {
  expect(toCaemEdition(text)).toEqual({ fault: 'version_unknown' });
});

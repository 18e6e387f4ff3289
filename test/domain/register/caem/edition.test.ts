import { expect, it } from 'vitest';
import { findLaterEdition, toCaemEdition } from '../../../../src/domain/register/caem/tables.ts';

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
  ['3', 3],
  ['3.0', 3],
  ['3,0', 3],
  ['2,1', 3],
  ['2.10', 3],
  ['2,0', 2],
  ['2.00', 2],
  ['2.20', 4],
  ['CAEM Rev.2.1', 3],
  ['NACE Rev. 2.1', 3],
  ['Rev. 3', 3],
  ['CAEM Rev.3 (NACE Rev.2.1)', 3],
  ['CAEM-3 (2025)', 3],
  ['Rev. III', 3],
  ['Cod CAEM rev.3', 3],
  ['4', 4],
  ['12', 4],
  ['CAEM Rev.2.2', 4],
  ['CAEM 2031', 4],
])('%j is edition %j', (text, edition) => {
  expect(toCaemEdition(text)).toEqual({ value: edition });
});

it.each(['0', '1, 2', '1,2', '2, 3', 'CAEM 2015', 'CAEM 2005 Rev.2', 'CPA 2', 'x', 'true'])(
  '%j is no edition that is known',
  (text) => {
    expect(toCaemEdition(text)).toEqual({ fault: 'version_unknown' });
  },
);

it.each([
  ['Cod CAEM', null],
  ['Cod CAEM Rev.2', null],
  ['Versiunea CAEM', null],
  ['CAEM version 1=CAEM, 2=CAEM rev.2', null],
  ['Versiune CAEM (1 - CAEM, 2 - CAEM Rev.2, 3 - CAEM Rev.3)', null],
  ['Cod CAEM Rev.3', 3],
  ['Codul CAEM (Rev. 2.1)', 3],
  ['CAEM-4', 4],
])('the title %j names the later edition %j', (title, edition) => {
  expect(findLaterEdition(title)).toBe(edition);
});

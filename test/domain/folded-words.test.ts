import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAnyWords, foldWords } from '../../src/domain/folded-words.ts';

const PIECES = [
  ...'aBcNrRoOmMșŞțŢăâÂîÎéßłøİıΣσйЮ09',
  ...' .\'"-,&«»„”“’`()/_\t\n\u00a0\u00ad\u200b\u0326\u0302\u2003\u2116\ufeff\0',
  'S.R.L.',
  'S. R. L.',
  "''",
  'rom',
  'ROMÂN',
  'î.i.',
  'A/S',
  '. ',
  '..',
];

describe('the short way gives what the rules give', () => {
  it('for any text of what names are made of', () => {
    const text = fc
      .array(fc.constantFrom(...PIECES), { maxLength: 12 })
      .map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (one) => {
        expect(foldWords(one)).toBe(foldAnyWords(one));
      }),
      { numRuns: 20_000 },
    );
  });

  it('for any text at all', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 20 }), (one) => {
        expect(foldWords(one)).toBe(foldAnyWords(one));
      }),
      { numRuns: 5_000 },
    );
  });
});

it.each([
  ['S.R.L. „VÎRFUL ÎNALT-7”', 'srl virful inalt 7'],
  ['Î. I. A.B. România', 'iiab romania'],
  ['ТОВ «ЮГ»', 'тов юг'],
  [' .. ', ''],
])('%s is %s', (text, words) => {
  expect(foldWords(text)).toBe(words);
});

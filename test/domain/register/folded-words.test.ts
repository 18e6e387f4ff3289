import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldAnyWords, foldWords } from '../../../src/domain/register/folded-words.ts';

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

it('a long row of forms takes a moment', () => {
  const startMs = performance.now();
  expect(foldWords('S.A. '.repeat(1_000))).toBe('sa '.repeat(1_000).trim());
  expect(performance.now() - startMs).toBeLessThan(5_000);
});

it.each([
  ['S.R.L. „VÎRFUL ÎNALT-7”', 'srl virful inalt 7'],
  ['Î. I. A.B. România', 'ii ab romania'],
  ['S.R.L. "E-COMERŢ"', 'srl e comert'],
  ['S.R.L. E-COMERŢ', 'srl e comert'],
  ['S. R. L. E-COMERŢ', 'srl e comert'],
  ['S.R.L „E-COMERŢ”', 'srl e comert'],
  ['"E-COMERŢ" S.R.L.', 'e comert srl'],
  ['Î.I. "D\'ARTAGNAN"', 'ii d artagnan'],
  ['Î.I. D’ARTAGNAN', 'ii d artagnan'],
  ['S.R.L. "A.B.C. PRIM"', 'srl abc prim'],
  ['S.R.L. A.B.C. PRIM', 'srl abc prim'],
  ['S. R. L. A. B. C. PRIM', 'srl abc prim'],
  ['PRIM A. B. S. R. L.', 'prim ab srl'],
  ['PRIM "A.B." S.R.L.', 'prim ab srl'],
  ['S.R.L. "A&B 2000"', 'srl a b 2000'],
  ['S.A. A & B', 'sa a b'],
  ['S.R. L. PLAI', 'srl plai'],
  ['S. R. L PLAI', 'srl plai'],
  ["S.R.L. ''X-5''", 'srl x 5'],
  ['S.R.L.\u00a0"E-5"', 'srl e 5'],
  ['DORLAN I. P.', 'dorlan ip'],
  ['БОДРЕНКО ПЁТР', 'бодренко петр'],
  ['БОДРЕНКО ПЕ\u0308ТР', 'бодренко петр'],
  ['ТОВ «ЮГ»', 'тов юг'],
  [' .. ', ''],
])('%s is %s', (text, words) => {
  expect(foldWords(text)).toBe(words);
});

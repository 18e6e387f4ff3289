import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fold, hasLetter, toLine } from '../../../src/domain/register/text.ts';

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
);

describe('a line', () => {
  it.each([
    ['', ''],
    ['Ștefan „Vodă” – SRL', 'Ștefan „Vodă” – SRL'],
    ['ООО «ПЛАЙ» № 5', 'ООО «ПЛАЙ» № 5'],
    ['  a  b ', 'a b'],
    ['a\r\n\tb', 'a b'],
    ['a\u00a0\u2003b', 'a b'],
    ['a\u0000b\u0085c', 'a b c'],
    ['a\u200bb\u00adc\ufeff', 'abc'],
    ['S\u0326tefan', 'Ștefan'],
    ['a\u2028b\u2029c', 'a b c'],
    ['\u202eSRL', 'SRL'],
    ['\ud800', '\ufffd'],
  ])('of %j is %j', (text, line) => {
    expect(toLine(text)).toBe(line);
  });

  it('is one line whatever the text, and its own line', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const line = toLine(text);
        expect(line).not.toMatch(/[\p{Cc}\p{Cf}\u2028\u2029]|^\s|\s$|\s\s/u);
        expect(line.isWellFormed()).toBe(true);
        expect(toLine(line)).toBe(line);
      }),
    );
  });
});

describe('folding', () => {
  it.each([
    ['ŞCOALĂ', 'Școală'],
    ['ŢARĂ', 'țara'],
    ['S\u0326T\u0327', 'șț'],
    ['Data  înregistrării', 'DATA INREGISTRARII'],
    ['starea pînă la', 'starea până la'],
    ['Hînceşti', 'HÂNCEȘTI'],
    ['SÎRBU', 'sirbu'],
    ['România', 'ROMÎNIA'],
    ['România', 'Romania'],
    ['Întreprindere', 'intreprindere'],
    ['„X” «Y» “Z”', '"X" "Y" "Z"'],
    ["''X''", 'x'],
    ['D’ALVO', "d'alvo"],
    ['PLAI – TRANS', 'plai - trans'],
    ['Straße', 'strasse'],
    ['İstanbul', 'istanbul'],
    ['ТОВ «ПЛАЙ»', 'тов плай'],
  ])('makes %j and %j one', (first, second) => {
    expect(fold(first)).toBe(fold(second));
  });

  it.each([
    ['Й', 'й'],
    ['Ё', 'е'],
    ['Е\u0308', 'е'],
    ['Й', 'й'],
    ['IDNO/ Cod fiscal', 'idno/ cod fiscal'],
    ['S.R.L.', 's.r.l.'],
    ['', ''],
    // The base letter is folded too.
    ['Ǽ', 'ae'],
    ['ǿ', 'o'],
  ])('keeps what tells %j apart: %j', (text, folded) => {
    expect(fold(text)).toBe(folded);
  });

  it('does not make all vowels one', () => {
    expect(fold('MARA')).not.toBe(fold('MIRA'));
  });

  it('has done all it does after one time', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(fold(fold(text))).toBe(fold(text));
      }),
    );
  });
});

it.each([
  ['MD-2012', true],
  ['ș', true],
  ['ж', true],
  ['0', false],
  ['< <', false],
  ['', false],
])('%j has letters: %j', (text, expected) => {
  expect(hasLetter(text)).toBe(expected);
});

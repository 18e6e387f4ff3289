import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitAtCommas, trimSeparators } from '../../../src/domain/register/comma-list.ts';

it.each([
  ['', []],
  [' , ;', []],
  ['A B', ['A B']],
  ['A B, C D', ['A B', 'C D']],
  ['A B; C D,, E F,', ['A B', 'C D', 'E F']],
  ['"A, B" SRL, C D', ['"A, B" SRL', 'C D']],
  ['”A, B” SRL, C D', ['”A, B” SRL', 'C D']],
  ['„A, B" SRL, «C, D»', ['„A, B" SRL', '«C, D»']],
  ["''A, B'' SRL, C D", ["''A, B'' SRL", 'C D']],
  [",,A, B'' SRL, C D", [",,A, B'' SRL", 'C D']],
  ['SRL ,,A, B”, C D', ['SRL ,,A, B”', 'C D']],
  ['A B,,C D', ['A B', 'C D']],
  ['A (B, C), D', ['A (B, C)', 'D']],
  ["D'ALVO ION, O'MALLEC ANA", ["D'ALVO ION", "O'MALLEC ANA"]],
])('%j has the elements %j', (text, elements) => {
  expect(splitAtCommas(text)).toEqual({ elements, isCertain: true });
});

it.each(['„A SRL, B C', 'A (B, C', 'A), B', '"A"" SRL, B C'])(
  '%j is one element, for nothing tells where it would split',
  (text) => {
    expect(splitAtCommas(text)).toEqual({ elements: [text], isCertain: false });
  },
);

it.each([
  [' , A B ; ', 'A B'],
  ['< A B >', 'A B'],
  ['- A-B -', 'A-B'],
  [",,A''", ",,A''"],
  [',,A', 'A'],
  ['< <', ''],
])('%j without separators at its ends is %j', (text, trimmed) => {
  expect(trimSeparators(text)).toBe(trimmed);
});

it('loses nothing but separators', () => {
  const text = fc.string({
    unit: fc.constantFrom('A', 'ș', ' ', ',', ';', '"', '„', "'", '(', ')'),
  });
  const letters = (part: string) => part.replace(/[^Aș]/g, '');
  fc.assert(
    fc.property(text, (line) => {
      expect(letters(splitAtCommas(line).elements.join(''))).toBe(letters(line));
    }),
  );
});

import { expect, it } from 'vitest';
import {
  isWithoutValue,
  MAX_CELL_LENGTH,
  toBoundedText,
  toCellText,
} from '../../../src/domain/register/cell.ts';

it.each([
  [null, null],
  ['', null],
  [' ', ' '],
  ['text', 'text'],
  [0, '0'],
  [-0, '0'],
  [62.01, '62.01'],
  [-1.5, '-1.5'],
  [1012600042422, '1012600042422'],
  [1e21, `1${'0'.repeat(21)}`],
  [1.25e22, `125${'0'.repeat(20)}`],
  [1e-7, '0.0000001'],
  [-1.25e-8, '-0.0000000125'],
  [true, 'true'],
  [false, 'false'],
])('the text of %j is %j', (cell, text) => {
  expect(toCellText(cell)).toBe(text);
});

it('cuts a text at the most that a cell can hold', () => {
  expect(toBoundedText('a'.repeat(MAX_CELL_LENGTH))?.length).toBe(MAX_CELL_LENGTH);
  expect(toBoundedText('a'.repeat(MAX_CELL_LENGTH + 1))?.length).toBe(MAX_CELL_LENGTH);
});

it('leaves no half of a character', () => {
  const cut = toBoundedText(`${'a'.repeat(MAX_CELL_LENGTH - 1)}😀`);
  expect(cut?.isWellFormed()).toBe(true);
  expect(toBoundedText('\ud800')).toBe('\ufffd');
});

// Where two parts of the expression match the same spaces, it takes a second for each of them.
it('is told from a formula however many spaces it has', { timeout: 5_000 }, () => {
  const cell = `=${' '.repeat(MAX_CELL_LENGTH - 2)}X`;
  for (let times = 0; times < 10; times++) expect(isWithoutValue(cell)).toBe(false);
});

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasValidCheckDigit, isIdnoForm, toIdno } from '../../../src/domain/company/idno.ts';
import type { CellValue } from '../../../src/domain/register/cell.ts';

describe('the form that the API takes', () => {
  it.each(['1012600042422', '0000000000', '1'.repeat(5_000)])('is that of %.20s', (text) => {
    expect(isIdnoForm(text)).toBe(true);
  });

  it.each([
    ['', 'empty'],
    ['123456789', 'nine digits'],
    ['10126000424x2', 'a letter'],
    ['١٠١٢٦٠٠٠٤٢٤٢٢', 'digits of another script'],
    ['１０１２６０００４２４２２', 'full-width digits'],
    ['1012600042422\n', 'a line break'],
    [' 1012600042422', 'a blank'],
    ['1012600042422%00', 'an escape'],
  ])('is not that of %j: %s', (text) => {
    expect(isIdnoForm(text)).toBe(false);
  });
});

describe('the check digit', () => {
  it.each(['1012600042422', '1009605133778', '1003602888101'])('of %s is right', (idno) => {
    expect(hasValidCheckDigit(idno)).toBe(true);
  });

  it('finds every single wrong digit but those that the weights hide', () => {
    for (let digit = 0; digit <= 9; digit++) {
      expect(hasValidCheckDigit(`101260004242${digit}`)).toBe(digit === 2);
    }
  });

  it.each(['', '101260004242', '10126000424220', '101260004242x', 'xxxxxxxxxxxx2'])(
    'of %j cannot be right',
    (idno) => {
      expect(hasValidCheckDigit(idno)).toBe(false);
    },
  );
});

describe('a cell of the dump', () => {
  it.each<[CellValue, string]>([
    [1012600042422, 'a number'],
    [1.012600042422e12, 'a number that was written with an exponent'],
    ['1012600042422', 'text'],
    [' 1012 6000\u00a042422 ', 'text with blanks of every kind'],
    ["'1012600042422", 'text with the apostrophe of a spreadsheet'],
    ['1012600042422.0', 'a decimal of zeros'],
    ['1012600042422,00', 'a decimal comma and zeros'],
    ['1.012600042422E12', 'all digits and an exponent'],
    ['1,012600042422E+12', 'the same as a spreadsheet writes it'],
  ])('%j holds a number: %s', (cell) => {
    expect(toIdno(cell)).toEqual({ idno: '1012600042422' });
  });

  it('keeps the zeros at the end that Java does not write', () => {
    expect(toIdno('1.02460020418E12')).toEqual({ idno: '1024600204180' });
    expect(toIdno(1024600204180)).toEqual({ idno: '1024600204180' });
  });

  it.each([null, '', '  ', 0, 213976, '213976', 'fără', 10126000424220, 1e21, -5, 1.5])(
    '%j has none',
    (cell) => {
      expect(toIdno(cell)).toEqual({ without: true });
    },
  );

  it.each<[CellValue, string]>([
    [true, 'idno_malformed'],
    ['#REF!', 'idno_malformed'],
    ['=A2', 'idno_malformed'],
    [1012600042423, 'idno_check_digit'],
    ['1012600042423', 'idno_check_digit'],
    ['1.02460020418E+12', 'idno_rounded'],
    ['1.0126E+12', 'idno_rounded'],
    [1003602000000, 'idno_rounded'],
    [1012600042422.5, 'idno_not_whole'],
    ['1012600042422.5', 'idno_not_whole'],
    [-1012600042422, 'idno_malformed'],
    ['IDNO 1012600042422', 'idno_malformed'],
    ['101260004242-2', 'idno_malformed'],
    ['2001600000018', 'idno_personal_number'],
    [2001600000019, 'idno_personal_number'],
    ['2.0016E+12', 'idno_personal_number'],
    ['2001600000018.5', 'idno_personal_number'],
    ['IDNP 2001600000018', 'idno_personal_number'],
    ['0000000000011', 'idno_reserved'],
    ["'0000000000125", 'idno_reserved'],
  ])('%j is at fault: %s', (cell, fault) => {
    expect(toIdno(cell)).toEqual({ fault });
  });

  it('never makes a number of anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.double(), fc.boolean()), (cell) => {
        const reading = toIdno(cell);
        if ('idno' in reading) {
          expect(reading.idno).toMatch(/^\d{13}$/);
          expect(hasValidCheckDigit(reading.idno)).toBe(true);
        }
      }),
    );
  });
});

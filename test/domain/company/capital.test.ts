import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toCapital } from '../../../src/domain/company/supplement.ts';

it.each([
  ['5400', '5400.00'],
  ['5400.5', '5400.50'],
  ['5400,50', '5400.50'],
  ['5 400,00', '5400.00'],
  ['5\u00a0400', '5400.00'],
  ["1'234'567.89", '1234567.89'],
  ['5.400,00', '5400.00'],
  ['5,400.00', '5400.00'],
  ['1.234.567', '1234567.00'],
  ['1.234.567,8', '1234567.80'],
  ['5400.0000', '5400.00'],
  ['5400.000', '5400.00'],
  ['0.500', '0.50'],
  ['0005400', '5400.00'],
  ['0', '0.00'],
  ['5400 lei', '5400.00'],
  ['5400.00 MDL', '5400.00'],
  ['999999999999999.99', '999999999999999.99'],
  [null, null],
  ['', null],
  ['  ', null],
])('%j is %j', (text, capital) => {
  expect(toCapital(text)).toEqual({ value: capital });
});

it.each([
  ['5.400', 'amount_ambiguous'],
  ['5,400', 'amount_ambiguous'],
  ['1.2,3.4', 'amount_ambiguous'],
  ['-5400', 'not_an_amount'],
  ['5400.123', 'not_an_amount'],
  ['54 00', 'not_an_amount'],
  ['1,23,456.00', 'not_an_amount'],
  ['5400,400.00', 'not_an_amount'],
  ['1E6', 'not_an_amount'],
  ['5400 EUR', 'not_an_amount'],
  ['NaN', 'not_an_amount'],
  ['.5', 'not_an_amount'],
  ['5400.', 'not_an_amount'],
  ['٥٤٠٠', 'not_an_amount'],
  ['1234567890123456', 'not_an_amount'],
])('%j is at fault: %s', (text, fault) => {
  expect(toCapital(text)).toEqual({ fault });
});

it('gives whole and hundredths exactly, without a float on the way', () => {
  const bani = fc.bigInt({ min: 0n, max: 99_999_999_999_999_999n });
  fc.assert(
    fc.property(bani, (amount) => {
      const text = `${amount / 100n}.${String(amount % 100n).padStart(2, '0')}`;
      expect(toCapital(text)).toEqual({ value: text });
      expect(toCapital(text.replace('.', ','))).toEqual({ value: text });
    }),
  );
});

it('has one form whatever comes', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      const reading = toCapital(text);
      if ('value' in reading && reading.value !== null) {
        expect(reading.value).toMatch(/^(?:0|[1-9]\d{0,14})\.\d\d$/);
      }
    }),
  );
});

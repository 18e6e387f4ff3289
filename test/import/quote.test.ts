import { expect, it } from 'vitest';
import { quote } from '../../src/import/quote.ts';

it.each([
  ['DORLAN ILIE 2019044556677', '"DORLAN ILIE …"'],
  ['DORLAN ILIE, IDNP 2019 0445 56677 (50%)', '"DORLAN ILIE, IDNP … (50%)"'],
  [`${'A'.repeat(75)}2019044556677`, `"${'A'.repeat(75)}…"`],
  ['2006-08-28 21:00', '"2006-08-28 21:00"'],
])('%j is shown without a personal number', (text, quoted) => {
  expect(quote(text)).toBe(quoted);
});

import { expect, it } from 'vitest';
import { type CaemVersion, toCaemCode } from '../../src/domain/caem.ts';

it.each<[string, CaemVersion | null, string]>([
  ['62.01', 2, '62.01'],
  ['62,01', 2, '62.01'],
  [' 62.01 ', 2, '62.01'],
  ['6201', 2, '62.01'],
  ['01.11', 2, '01.11'],
  // What is left of 70.10, 01.10 and 01.11 in a number cell.
  ['70.1', 2, '70.10'],
  ['1.1', 2, '01.10'],
  ['1.11', 2, '01.11'],
  ['111', 2, '01.11'],
  // Divisions that are one class: 36.00 is water supply, and 36 in a number cell.
  ['36.00', 2, '36.00'],
  ['36', 2, '36.00'],
  ['3600', null, '36.00'],
  ['75.0', 2, '75.00'],
  ['97.00', null, '97.00'],
  ['51190', 1, '51190'],
  ['01110', 1, '01110'],
  ['1110', 1, '01110'],
  ['51.19.0', 1, '51190'],
  ['62.01', null, '62.01'],
  ['51190', null, '51190'],
  ['51.19.0', null, '51190'],
  ['7010', null, '70.10'],
])('%j of edition %j is %s', (text, version, code) => {
  expect(toCaemCode(text, version)).toBe(code);
});

it.each<[string | null, CaemVersion | null, string]>([
  [null, 2, 'empty'],
  ['', null, 'empty'],
  ['A', 2, 'a section'],
  ['62', 2, 'a division'],
  ['62.00', 2, 'a division with zeros'],
  ['62.0', 2, 'a division or a group of several classes'],
  ['00.11', 2, 'a division that is none'],
  ['46327', 2, 'the day 01.11.2026 as a serial number'],
  ['01.nov', null, 'a day as a spreadsheet shows it'],
  ['2026-11-01', 2, 'a day'],
  ['62.011', 2, 'too long'],
  ['51.19', 1, 'the second edition under the first'],
  ['5119012', 1, 'too long'],
  ['62.01 Soft', null, 'with a label'],
  ['-62.01', null, 'with a sign'],
])('%j of edition %j is no class: %s', (text, version) => {
  expect(toCaemCode(text, version)).toBeNull();
});

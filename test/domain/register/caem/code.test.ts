import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import caem2005 from '../../../../src/domain/register/caem/caem-2005.json' with { type: 'json' };
import caemRev2 from '../../../../src/domain/register/caem/caem-rev2.json' with { type: 'json' };
import { toCaemCode, toCaemCodeAlone } from '../../../../src/domain/register/caem/code.ts';
import naceRev21 from '../../../../src/domain/register/caem/nace-rev2.1.json' with { type: 'json' };
import type { CaemEdition } from '../../../../src/domain/register/caem/tables.ts';

const REV2 = new Map(Object.entries(caemRev2.ro));
const REV21 = new Map(Object.entries(naceRev21.ro));
const REV1 = new Map(
  Object.entries(caem2005.ro).map(([code, label]) => [code.replaceAll('.', ''), label]),
);

function read(text: string, edition: CaemEdition | null, label = '', day: string | null = null) {
  const parsed = toCaemCode({ text, day }, edition, label);
  return 'value' in parsed ? { value: parsed.value.code } : parsed;
}

function editionOf(text: string, edition: CaemEdition | null, label = ''): CaemEdition | null {
  const parsed = toCaemCode({ text, day: null }, edition, label);
  return 'value' in parsed ? parsed.value.edition : null;
}

describe('one cell', () => {
  it.each<[string, CaemEdition | null, string]>([
    ['62.01', 2, '62.01'],
    ['62,01', 2, '62.01'],
    [' 62.01 ', 2, '62.01'],
    ['6201', 2, '62.01'],
    ['47110', 2, '47.11'],
    ['47.11.0', 2, '47.11'],
    ['G47.11', 2, '47.11'],
    ['G 47.11', 2, '47.11'],
    ['g-4711', 2, '47.11'],
    ['92.00', 2, '92.00'],
    // What is left of 70.10, 01.13, 01.11, 01110 and 36.00 in a number cell.
    ['70.1', 2, '70.10'],
    ['1.13', 2, '01.13'],
    ['111', 2, '01.11'],
    ['1110', 2, '01.11'],
    ['36', 2, '36.00'],
    ['4711.0', 2, '47.11'],
    ['51190', 1, '51190'],
    ['01110', 1, '01110'],
    ['51.19.0', 1, '51190'],
    ['51.190', 1, '51190'],
    ['51.19', 1, '51190'],
    ['G51190', 1, '51190'],
    ['DA15.81.0', 1, '15810'],
    ['5119', 1, '51190'],
    ['1111', 1, '01111'],
    ['1.11.1', 1, '01111'],
    // No table has the whole edition of 2000.
    ['72200', 1, '72200'],
    ['90000', 1, '90000'],
    ['7220', 1, '72200'],
    ['47.11', null, '47.11'],
    ['47110', null, '47.11'],
    ['92.00', null, '92.00'],
    ['51190', null, '51190'],
    ['5119', null, '51190'],
    ['51.19.0', null, '51190'],
    ['7010', null, '70.10'],
    ['01111', null, '01111'],
    ['01.21', null, '01.21'],
    ['01,21', null, '01.21'],
    ['72.20', null, '72.20'],
    // Classes of NACE Rev.2.1 alone; each with a 0 behind it is one of the first edition.
    ['62.10', null, '62.10'],
    ['62.20', null, '62.20'],
    ['55.40', null, '55.40'],
    ['70.20', null, '70.20'],
    ['J62.10', null, '62.10'],
    ['47.12', null, '47.12'],
    ['62.10', 3, '62.10'],
    ['6210', 3, '62.10'],
    ['62100', 3, '62.10'],
    ['43.91', 3, '43.91'],
    ['62.10', 1, '62100'],
    // Of an edition without a table, as it stands.
    ['99.98', 4, '99.98'],
    ['99.99', 3, '99.99'],
    ['9999', 3, '99.99'],
    ['62.01', 3, '62.01'],
    ['6210', 4, '62.10'],
    ['1110', 4, '11.10'],
    ['1.1', 4, '01.10'],
  ])('%j of edition %j is %s', (text, edition, code) => {
    expect(read(text, edition)).toEqual({ value: code });
  });

  it.each<[string, CaemEdition | null, string]>([
    ['', 2, 'empty'],
    ['A', 2, 'a section'],
    ['62', 2, 'a division of several classes'],
    ['62.0', 2, 'a group of several classes'],
    ['47.12', 2, 'no class of Rev.2'],
    ['47.13', null, 'a class of no edition'],
    ['51.19', null, 'of the first edition, which has no point'],
    ['62.10', 2, 'of the third edition'],
    ['Soft', 4, 'a word'],
    ['51190', 2, 'of the first edition'],
    ['47111', 2, 'with a fifth digit'],
    ['62.011', 2, 'with a sixth digit'],
    ['99999', 2, 'of neither'],
    ['99999', null, 'of neither'],
    ['05119', null, 'a zero too many'],
    ['00000', 1, 'zeros'],
    ['47.11', 1, 'of the second edition'],
    ['4711', 1, 'of the second edition'],
    ['5119012', 1, 'too long'],
    ['01.nov', null, 'a day as a spreadsheet shows it'],
    ['62.01 Soft', null, 'with a label'],
    ['-62.01', null, 'with a sign'],
    ['62.01, 62.02', null, 'two'],
    ['999406,0', 2, 'the number of a day'],
    ['#REF!', null, 'an error'],
    ['true', null, 'a truth value'],
  ])('%j of edition %j is unreadable: %s', (text, edition) => {
    expect(read(text, edition)).toEqual({ fault: 'code_unknown' });
  });

  it.each<[string, CaemEdition | null, string]>([
    ['5020', 1, '50200 and 05020'],
    ['1411', 1, '14110 and 01411'],
    ['1110', 1, '11100 and 01110'],
    ['1610', 2, '16.10, and 01610 in a number cell'],
    ['8110', 2, '81.10, and 08110 in a number cell'],
    ['6210', null, '62100, and 62.10 of the third edition'],
    ['01210', null, 'a class of both editions'],
    ['0121', null, 'a class of both editions'],
    ['72200', null, 'of 2000, and 72.20 of Rev.2'],
  ])('%j of edition %j is ambiguous: %s', (text, edition) => {
    expect(read(text, edition, 'Altă denumire')).toEqual({ fault: 'code_ambiguous' });
  });

  it('of both editions is decided by the label, however it is written', () => {
    expect(read('01.21', null, 'CULTIVAREA STRUGURILOR')).toEqual({ value: '01.21' });
    expect(read('01.21', null, '„Creșterea bovinelor”')).toEqual({ value: '01210' });
    expect(read('24.51', null, 'Turnarea fontei')).toEqual({ value: '24.51' });
    expect(read('1610', 2, 'Activităţi auxiliare pentru producţia vegetală')).toEqual({
      value: '01.61',
    });
    expect(read('72.20', null, REV2.get('72.20'))).toEqual({ value: '72.20' });
  });
});

it('of one form in two editions is of the second, unless the label names the third', () => {
  expect(editionOf('43.91', null)).toBe(2);
  expect(editionOf('43.91', null, 'Lucrări de altă denumire')).toBe(2);
  expect(editionOf('43.91', null, REV21.get('43.91'))).toBe(3);
  expect(editionOf('43.91', 3)).toBe(3);
  expect(editionOf('62.10', null)).toBe(3);
  expect(editionOf('01.11', null, REV2.get('01.11'))).toBe(2);
});

it('with a point is no class of the first edition, whatever the class', () => {
  const dotted = [...REV1.keys()].filter((code) => code.endsWith('0'));
  for (const code of dotted) {
    const parsed = read(code.replace(/^(..)(..)0$/, '$1.$2'), null, 'Altă denumire');
    if ('value' in parsed) expect(parsed.value).toMatch(/^\d\d\.\d\d$/);
  }
  expect(dotted.length).toBeGreaterThan(500);
});

describe('a day that a spreadsheet made of a code', () => {
  const CEREALS = REV2.get('01.11') ?? '';
  it.each<[text: string, day: string | null, CaemEdition | null, label: string, code: string]>([
    ['46327', '2026-11-01', 2, '', '01.11'],
    ['46327', '2026-11-01', null, CEREALS, '01.11'],
    ['01.11.2026', null, 2, '', '01.11'],
    ['2026-11-25', null, 2, '', '25.11'],
    ['2026-11-25 00:00:00', null, null, REV2.get('25.11') ?? '', '25.11'],
    // 01.61 is a month of 1961.
    ['22282', '1961-01-01', 2, '', '01.61'],
    ['01.01.2021', null, 2, '', '01.21'],
    ['01.01.2029', null, null, '', '01.29'],
    // 01.11.1 is a day of 2001.
    ['37196', '2001-11-01', 1, REV1.get('01111') ?? '', '01111'],
    // A number that is a code is none the less a code.
    ['47110', null, 2, '', '47.11'],
    ['51190', '2040-02-24', 1, '', '51190'],
    ['40100', '2009-10-14', 1, '', '40100'],
  ])('%s, %s, of edition %j with the label %j is %s', (text, day, edition, label, code) => {
    expect(read(text, edition, label, day)).toEqual({ value: code });
  });

  it.each<[text: string, day: string | null, CaemEdition | null]>([
    ['46340', '2026-11-14', 2],
    ['37196', '2001-11-01', 1],
    ['46327', '2026-11-01', null],
  ])('%s, %s, of edition %j is unreadable without the label that decides', (text, day, edition) => {
    expect(read(text, edition, 'Altă denumire', day)).toEqual({ fault: 'code_ambiguous' });
  });
});

describe('a code alone', () => {
  const labels = new Map([['72200', 'Produse software']]);
  it.each([
    ['01.21', '01.21'],
    ['01210', '01210'],
    ['47110', '47.11'],
    ['4711', '47.11'],
    ['G47.11', '47.11'],
    ['5119', '51190'],
    ['62100', '62100'],
    ['62.10', '62.10'],
    ['62,20', '62.20'],
    ['55.40', '55.40'],
    ['43.91', '43.91'],
    ['72.20', '72.20'],
    ['72200', '72200'],
  ])('%s is %s', (text, code) => {
    expect(toCaemCodeAlone(text, labels)).toEqual({ value: code });
  });

  it.each([
    ['0121', 'code_ambiguous'],
    ['6210', 'code_ambiguous'],
    ['51.19', 'code_unknown'],
    ['47.13', 'code_unknown'],
    ['99999', 'code_unknown'],
  ])('%s is none: %s', (text, fault) => {
    expect(toCaemCodeAlone(text, labels)).toEqual({ fault });
  });

  it('of the edition of 2000 is one where the dump has it', () => {
    expect(toCaemCodeAlone('72200', new Map())).toEqual({ fault: 'code_ambiguous' });
  });
});

it('makes no code of digits that are not in the cell, in their order', () => {
  const text = fc.string({ unit: fc.constantFrom(...'0123456789.,G 0147'), maxLength: 12 });
  const edition = fc.constantFrom(1, 2, 3, 4, null);
  fc.assert(
    fc.property(
      text,
      edition,
      fc.constantFrom('', 'Creşterea bovinelor'),
      (cell, version, label) => {
        const reading = read(cell, version, label);
        if ('fault' in reading) return;
        expect(reading.value).toMatch(version === 1 ? /^\d{5}$/ : /^(?:\d\d\.\d\d|\d{5})$/);
        const found = [...cell.matchAll(/\d/g)].map(([digit]) => digit);
        for (const digit of reading.value.replace('.', '').replace(/^0|0+$/g, '')) {
          const at = found.indexOf(digit);
          expect(at).toBeGreaterThanOrEqual(0);
          found.splice(0, at + 1);
        }
      },
    ),
    { numRuns: 2_000 },
  );
});

import { describe, expect, it } from 'vitest';
import { toIdno } from '../../../src/domain/company/idno.ts';
import { foldCompanyName } from '../../../src/domain/register/company-name.ts';
import { toDirectors } from '../../../src/domain/register/directors.ts';
import { toFounders } from '../../../src/domain/register/founders/founders.ts';
import { fold } from '../../../src/domain/register/text.ts';

/** The kinds of dirt that the real dumps hold, by the numbers of their description. */
const names = (cell: string) => toFounders(cell).founders.map(({ name }) => name);
const types = (cell: string) => toFounders(cell).founders.map(({ type }) => type);
const shares = (cell: string) => toFounders(cell).founders.map(({ share }) => share);
const flags = (cell: string) => [...toFounders(cell).flags];

describe('1: letters of two code pages, two orthographies and two alphabets', () => {
  it('compare as equal and are stored as filed', () => {
    const cell = 'ŞTIRBU ŢARINĂ (50,00%), ȘTIRBU ȚARINĂ (50,00%)';
    expect(names(cell)).toEqual(['ŞTIRBU ŢARINĂ', 'ȘTIRBU ȚARINĂ']);
    expect(new Set(names(cell).map(fold)).size).toBe(1);
    expect(fold('PÎINEA DIN CÎMP')).toBe(fold('Pâinea din câmp'));
  });

  it('tell companies from people in Cyrillic', () => {
    const cell = 'ТОВ "ПЛАЙ-ЗБУТ" (60,00%), ООО ВЕРЛАН (20,00%), БОДРЕНКО ПЁТР (20,00%)';
    expect(types(cell)).toEqual(['persoana_juridica', 'persoana_juridica', 'persoana_fizica']);
  });
});

it('2: a founder with number, line break and address is its name', () => {
  const cell =
    'ORGANIZAȚIA DE CREDITARE NEBANCARĂ ”PLAI-CAPITAL” SRL, IDNO 1012600042422\n' +
    'MD-2012, STRADA VALEA ȘESULUI 51/6, MUN. CHIȘINĂU. (100,00%)';
  expect(toFounders(cell)).toEqual({
    founders: [
      {
        name: 'ORGANIZAȚIA DE CREDITARE NEBANCARĂ ”PLAI-CAPITAL” SRL',
        share: '100,00%',
        type: 'persoana_juridica',
      },
    ],
    idnos: ['1012600042422'],
    flags: new Set(),
  });
});

describe('3: a list of quoted companies or people', () => {
  const list = Array.from({ length: 20 }, (_, index) => `"PLAI ${index}" S.R.L.`);

  it('is as many founders without a share', () => {
    expect(names(list.join(', '))).toEqual(list);
    expect(new Set(types(list.join(', ')))).toEqual(new Set(['persoana_juridica']));
    expect(flags(list.join(', '))).toEqual([]);
  });

  it('is one entry with one share', () => {
    const cell = `${list.join(', ')} (100,00%)`;
    expect(names(cell)).toEqual([list.join(', ')]);
    expect(flags(cell)).toEqual(['founders_joint']);
  });
});

describe('4: commas inside and between names', () => {
  it.each<[string, string[], string[]]>([
    ['DORVAL LUC, HENRI, LOUIS (100,00%)', ['DORVAL LUC, HENRI, LOUIS'], []],
    ['DORLAN ILIE, GLOD ANA (25,00%)', ['DORLAN ILIE, GLOD ANA'], ['founders_joint']],
    ['DORLAN ILIE, GLOD ANA', ['DORLAN ILIE', 'GLOD ANA'], []],
  ])('%j', (cell, expected, expectedFlags) => {
    expect(names(cell)).toEqual(expected);
    expect(flags(cell)).toEqual(expectedFlags);
  });
});

it.each([
  ['TOTAL 71 MEMBRI', 'grup', null],
  ['MEMBRII ASOCIAȚIEI -PERSOANE FIZICE', 'grup', null],
  ['COLECTIVUL DE MUNCĂ AL FABRICII PLAI (100,00%)', 'grup', '100,00%'],
  ['STATUL (100,00%)', 'stat', '100,00%'],
])('5: %s is a %s', (cell, type, share) => {
  expect([types(cell), shares(cell), flags(cell)]).toEqual([[type], [share], []]);
});

describe('6: junk', () => {
  it.each([',', '< <', '1'])('%j is nobody', (cell) => {
    expect([names(cell), flags(cell)]).toEqual([[], ['founders_junk']]);
    expect(toDirectors(cell)).toEqual({ directors: [], flags: new Set(['directors_junk']) });
  });

  it('a row with a count has no number', () => {
    expect(toIdno(265_814)).toEqual({ without: true });
  });

  it('a note inside a name is no part of it', () => {
    const { directors } = toDirectors('RADIAT DIN REGISTRU DORLAN ILIE [Administrator]');
    expect(directors).toEqual([{ name: 'DORLAN ILIE', role: 'Administrator' }]);
  });
});

it('7: names of different companies may fold alike', () => {
  expect(foldCompanyName('S.R.L. „PLAI”')).toBe(foldCompanyName('"Plai" SRL'));
});

it('8: a cell of more than 4,096 characters is read to its end', () => {
  const people = Array.from({ length: 400 }, (_, index) => `DORLAN ILIE${'ȘU'.repeat(index % 9)}`);
  expect(names(people.map((name) => `${name} (0,25%)`).join(', '))).toEqual(people);
});

it.each(['"PLAI"', '“PLAI”', '”PLAI”', '„PLAI”', '«PLAI»', '„PLAI"', "''PLAI''", ",,PLAI''"])(
  '9: %s is a quoted company and keeps its quotation marks',
  (quoted) => {
    const cell = `${quoted} S.R.L. (50,00%), DORLAN ILIE (50,00%)`;
    expect(names(cell)).toEqual([`${quoted} S.R.L.`, 'DORLAN ILIE']);
    expect(foldCompanyName(`${quoted} S.R.L.`)).toContain('plai');
  },
);

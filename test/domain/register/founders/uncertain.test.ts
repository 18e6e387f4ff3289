import { describe, expect, it } from 'vitest';
import { toDirectors } from '../../../../src/domain/register/directors.ts';
import { toFounders } from '../../../../src/domain/register/founders/founders.ts';

function read(text: string) {
  const { founders, flags } = toFounders(text);
  return {
    founders: founders.map(({ name, share, type }) => [name, share, type]),
    flags: [...flags],
  };
}

describe('a name of few words, one of which an organisation and a person may have', () => {
  it.each([
    ...['PAO LI', 'LI PAO', 'TOV BEN', 'UTA ION', 'BANK JOHN', 'JOHN BANK', 'CAMERA ION'],
    ...['CAMERA ION VASILE', 'ПАО ЛИ', 'LI SA', 'KIM OU', 'GROUP JOHN', 'Pao Li'],
  ])('%j is an organisation, flagged', (text) => {
    expect(read(text)).toEqual({
      founders: [[text, null, 'persoana_juridica']],
      flags: ['founder_type_uncertain'],
    });
  });

  it.each([
    ...['II DORLAN ILIE', 'IM DORLAN', 'IS X', 'SA YONG', 'IM SUNG HO', 'DORLAN ILIE II'],
    ...['DORLAN IM', 'DORLAN ILIE (100,00%), IM GLOD'],
  ])('%j has no certain form', (text) => {
    expect(read(text).flags).toEqual(['founder_type_uncertain']);
    expect(read(text).founders.at(-1)).toContain('persoana_fizica');
  });

  it.each([
    ...[
      'VERLAN SA',
      'VERLAN SRL',
      'LI SRL',
      'TOV "BEN"',
      'P.A.O. LI',
      'VERLAN GROUP',
      'VERLAN UAB',
    ],
    ...['PRIMĂRIA PLOP', 'CAMERA DE COMERȚ ȘI INDUSTRIE', 'INVEST BANK SRL', 'ÎM VERLAN'],
    ...['MINISTERUL FINANȚELOR', 'BANK PLAI SA', 'ООО ВЕРЛАН', 'ТОВ ПЛАЙ-ЗБУТ', 'UȚĂ ION'],
    ...['S.A. LI', 'Î.I. DORLAN ILIE', 'DORLAN I.', 'DORLAN I. M.', 'ISAC ION', 'SAMSON ASEA'],
  ])('%j is certain', (text) => {
    expect(read(text).flags).toEqual([]);
  });
});

describe('a note next to a name', () => {
  it.each([
    ...['DORLAN ILIE - Administrator', 'DORLAN ILIE (fondator unic)', 'DORLAN ILIE fondator'],
    ...['Persoana fizica DORLAN ILIE', 'DORLAN ILIE – GLOD ANA', 'DORLAN ILIE. GLOD ANA'],
    'GLOD LI. PAK AN',
    ...['DORLAN ILIE - GLOD ANA', 'DORLAN ILIE (administrator)', 'ДОРЛАН ИЛЬЯ (учредитель)'],
  ])('%j stays whole and is flagged', (text) => {
    expect(read(text).founders).toEqual([[text, null, 'persoana_fizica']]);
    expect(read(text).flags).toContain('founders_unsplit');
    expect(toDirectors(`${text} [Administrator]`)).toEqual({
      directors: [{ name: text, role: 'Administrator' }],
      flags: new Set(['directors_unsplit']),
    });
  });

  it.each([
    'DORLAN ILIE împreună cu GLOD ANA',
    'DORLAN ILIE impreuna cu GLOD ANA',
    'DORLAN ILIE ET GLOD ANA',
  ])('%j is two names, flagged', (text) => {
    expect(read(text)).toEqual({
      founders: [
        ['DORLAN ILIE', null, 'persoana_fizica'],
        ['GLOD ANA', null, 'persoana_fizica'],
      ],
      flags: ['founders_unsplit'],
    });
    expect(toDirectors(text).flags).toEqual(new Set(['directors_unsplit']));
  });

  it.each([
    ...['DORLAN ILIE (DE LA PLOP)', 'SAS IOAN-VASILE', 'DR. DORLAN ILIE'],
    ...['ST. JOHN ANA', 'DORLAN I. V.', 'DORLAN ILIE jr.', "D'ALVO FRANCO"],
  ])('%j is a name', (text) => {
    expect(read(text).founders).toEqual([[text, null, 'persoana_fizica']]);
    expect(toDirectors(text)).toEqual({
      directors: [{ name: text, role: null }],
      flags: new Set(),
    });
  });
});

it.each([
  [
    'IM "PLAI" și DORLAN ILIE',
    [
      ['IM "PLAI"', null, 'persoana_juridica'],
      ['DORLAN ILIE', null, 'persoana_fizica'],
    ],
  ],
  ['SRL "PLAI"/"MUNTE"', [['SRL "PLAI"/"MUNTE"', null, 'persoana_juridica']]],
  ['SRL "PLAI" și "MUNTE"', [['SRL "PLAI" și "MUNTE"', null, 'persoana_juridica']]],
  ['"PLAI" și DORLAN ILIE', [['"PLAI" și DORLAN ILIE', null, 'persoana_juridica']]],
])('%j may be several', (text, founders) => {
  expect(read(text)).toEqual({ founders, flags: ['founders_unsplit'] });
});

describe('a share in an unusual form', () => {
  it.each([
    ['DORLAN ILIE (½)', '50,00%', []],
    ['DORLAN ILIE ½', '50,00%', []],
    ['DORLAN ILIE (¼)', '25,00%', []],
    ['DORLAN ILIE {50%}', '50,00%', []],
    ['DORLAN ILIE (5400 lei) (50,00%)', '50,00%', []],
    ['DORLAN ILIE (50,00%) (5400 lei)', '50,00%', []],
    ['DORLAN ILIE (50,00%) (40,00%)', null, ['share_invalid']],
    ['DORLAN ILIE 50,00', null, ['share_invalid']],
    ['DORLAN ILIE - 50.00', null, ['share_invalid']],
    ['DORLAN ILIE 1/2', null, ['share_invalid']],
    ['DORLAN ILIE 5400 lei', null, ['share_invalid']],
    ['DORLAN ILIE {50}', null, ['share_invalid']],
    ['DORLAN ILIE 100,00', '100,00%', []],
  ])('%j is %j, out of the name', (text, share, flags) => {
    expect(read(text)).toEqual({ founders: [['DORLAN ILIE', share, 'persoana_fizica']], flags });
  });

  it('goes to its own name', () => {
    expect(read('DORLAN ILIE 1/2, GLOD ANA 1/2').founders).toEqual([
      ['DORLAN ILIE', '50,00%', 'persoana_fizica'],
      ['GLOD ANA', '50,00%', 'persoana_fizica'],
    ]);
    const address = '"PLAI" SRL, IDNO 1012600042422, MD-2012, STR. VIILOR 5/2, DORLAN ILIE';
    expect(read(address)).toEqual({
      founders: [
        ['"PLAI" SRL', null, 'persoana_juridica'],
        ['DORLAN ILIE', null, 'persoana_fizica'],
      ],
      flags: [],
    });
  });
});

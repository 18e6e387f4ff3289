import { describe, expect, it } from 'vitest';
import { toDirectors } from '../../../../src/domain/register/directors.ts';
import { expectFounders, organisation, person, read } from './read-founders.ts';

describe('a name of few words, one of which an organisation and a person may have', () => {
  it.each([
    ...['PAO LI', 'LI PAO', 'TOV BEN', 'UTA ION', 'BANK JOHN', 'JOHN BANK', 'CAMERA ION'],
    ...['CAMERA ION VASILE', 'ПАО ЛИ', 'LI SA', 'KIM OU', 'GROUP JOHN', 'Pao Li'],
    ...['EURL ION', 'UAB ION', 'ION SACS', 'ИВАН ЧУП', 'LI SA (CHINA)', 'ION SACS (UNGARIA)'],
  ])('%j is an organisation, flagged', (text) => {
    expectFounders(text, [organisation(text)], ['founder_type_uncertain']);
  });

  it.each([
    ...['II DORLAN ILIE', 'IM DORLAN', 'IS X', 'SA YONG', 'IM SUNG HO', 'DORLAN ILIE II'],
    ...['ONG VERLAN', 'DORLAN IM', 'DORLAN ILIE (100,00%), IM GLOD', 'VERLAN AS (CEHIA)'],
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
    ...['ЖСК ВЕРЛАН', 'COTAȘI SATUL PLOP', 'VERLAN UG', 'B.C. VERLAN', 'ПРИМЭРИЯ ПЛОПЬ'],
    ...['VERLAN AG (ELVEȚIA)', 'DORLAN ILIE (ROMÂNIA)', 'VERLAN SA (ELVEȚIA)'],
    ...['S.A. LI', 'Î.I. DORLAN ILIE', 'DORLAN I.', 'DORLAN I. M.', 'ISAC ION', 'SAMSON ASEA'],
  ])('%j is certain', (text) => {
    expect(read(text).flags).toEqual([]);
  });
});

describe('a note next to a name', () => {
  it.each([
    ...['DORLAN ILIE (fondator unic)', 'DORLAN ILIE fondator'],
    ...['Persoana fizica DORLAN ILIE', 'DORLAN ILIE – GLOD ANA', 'DORLAN ILIE. GLOD ANA'],
    'GLOD LI. PAK AN',
    ...['DORLAN ILIE - GLOD ANA', 'ДОРЛАН ИЛЬЯ (учредитель)'],
  ])('%j stays whole and is flagged', (text) => {
    expect(read(text).founders).toEqual([person(text)]);
    expect(read(text).flags).toContain('founders_unsplit');
    expect(toDirectors(`${text} [Administrator]`)).toMatchObject({
      directors: [{ name: text, role: 'Administrator' }],
      flags: new Set(['directors_unsplit']),
    });
  });

  it.each(['DORLAN ILIE - Administrator', 'DORLAN ILIE (administrator)'])(
    '%j stays whole and is flagged for a founder',
    (text) => {
      expect(read(text).founders).toEqual([person(text)]);
      expect(read(text).flags).toContain('founders_unsplit');
    },
  );

  it.each([
    'DORLAN ILIE împreună cu GLOD ANA',
    'DORLAN ILIE impreuna cu GLOD ANA',
    'DORLAN ILIE ET GLOD ANA',
  ])('%j is two names, flagged', (text) => {
    expectFounders(text, [person('DORLAN ILIE'), person('GLOD ANA')], ['founders_unsplit']);
    expect(toDirectors(text).flags).toEqual(new Set(['directors_unsplit']));
  });

  it.each([
    ...['DORLAN ILIE (DE LA PLOP)', 'SAS IOAN-VASILE', 'DR. DORLAN ILIE'],
    ...['ST. JOHN ANA', 'DORLAN I. V.', 'DORLAN ILIE jr.', "D'ALVO FRANCO"],
  ])('%j is a name', (text) => {
    expect(read(text).founders).toEqual([person(text)]);
    expect(toDirectors(text)).toMatchObject({
      directors: [{ name: text, role: null }],
      flags: new Set(),
    });
  });
});

it.each([
  ['IM "PLAI" și DORLAN ILIE', [organisation('IM "PLAI"'), person('DORLAN ILIE')]],
  ['SRL "PLAI"/"MUNTE"', [organisation('SRL "PLAI"/"MUNTE"')]],
  ['SRL "PLAI" și "MUNTE"', [organisation('SRL "PLAI" și "MUNTE"')]],
  ['"PLAI" și DORLAN ILIE', [organisation('"PLAI" și DORLAN ILIE')]],
])('%j may be several', (text, founders) => {
  expectFounders(text, founders, ['founders_unsplit']);
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
    expectFounders(text, [person('DORLAN ILIE', share)], flags);
  });

  it('goes to its own name', () => {
    expect(read('DORLAN ILIE 1/2, GLOD ANA 1/2').founders).toEqual([
      person('DORLAN ILIE', '50,00%'),
      person('GLOD ANA', '50,00%'),
    ]);
    const address = '"PLAI" SRL, IDNO 1012600042422, MD-2012, STR. VIILOR 5/2, DORLAN ILIE';
    expectFounders(address, [organisation('"PLAI" SRL'), person('DORLAN ILIE')]);
  });
});

import { describe, expect, it } from 'vitest';
import type { CompanyFlag } from '../../../src/domain/company/flags.ts';
import { toAdmins, toDirectors } from '../../../src/domain/register/directors.ts';

type Row = [name: string, role: string | null];

function read(text: string | null): { directors: Row[]; flags: CompanyFlag[] } {
  const { directors, flags } = toDirectors(text);
  return { directors: directors.map(({ name, role }) => [name, role]), flags: [...flags] };
}

describe('a clean cell', () => {
  it.each<[string | null, Row[]]>([
    [null, []],
    ['  ', []],
    ['DORLAN ILIE [Administrator]', [['DORLAN ILIE', 'Administrator']]],
    [
      'DORLAN ILIE [Comitet], GLOD ANA [Direcţie de conducere]',
      [
        ['DORLAN ILIE', 'Comitet'],
        ['GLOD ANA', 'Direcţie de conducere'],
      ],
    ],
    [
      'DORLAN ILIE [Administrator (interimar, din 2020)], GLOD ANA [Rol [nou], altul]',
      [
        ['DORLAN ILIE', 'Administrator (interimar, din 2020)'],
        ['GLOD ANA', 'Rol [nou], altul'],
      ],
    ],
    [
      'DORLAN ILIE, GLOD ANA',
      [
        ['DORLAN ILIE', null],
        ['GLOD ANA', null],
      ],
    ],
    [
      'DORLAN ILIE, GLOD ANA [Lichidator]',
      [
        ['DORLAN ILIE', null],
        ['GLOD ANA', 'Lichidator'],
      ],
    ],
    ['DORVAL LUC, HENRI [Administrator]', [['DORVAL LUC, HENRI', 'Administrator']]],
    ['PLAIAUDIT [Datele lipsesc]', [['PLAIAUDIT', null]]],
    ['PLAIAUDIT [DATELE LIPSESC]', [['PLAIAUDIT', null]]],
    ['DORLAN ILIE []', [['DORLAN ILIE', null]]],
    [
      'DORLAN ILIE[Administrator],GLOD ANA[Administrator]',
      [
        ['DORLAN ILIE', 'Administrator'],
        ['GLOD ANA', 'Administrator'],
      ],
    ],
    ['DORLAN\nILIE [Administrator\u00a0]', [['DORLAN ILIE', 'Administrator']]],
    ['"PLAI, MUNTE" SRL [Administrator]', [['"PLAI, MUNTE" SRL', 'Administrator']]],
    ['"PLAI" SRL, IDNO 1012600042422 [Administrator]', [['"PLAI" SRL', 'Administrator']]],
    ['DORLAN ILIE]', [['DORLAN ILIE', null]]],
  ])('%j is read whole', (text, directors) => {
    expect(read(text)).toEqual({ directors, flags: [] });
  });
});

describe('several roles', () => {
  it.each<[string, Row[]]>([
    ['DORLAN ILIE [Administrator, Lichidator]', [['DORLAN ILIE', 'Administrator, Lichidator']]],
    ['DORLAN ILIE [Administrator / Lichidator]', [['DORLAN ILIE', 'Administrator / Lichidator']]],
    ['DORLAN ILIE [Administrator] [Lichidator]', [['DORLAN ILIE', 'Administrator, Lichidator']]],
    ['DORLAN ILIE [Administrator][Lichidator]', [['DORLAN ILIE', 'Administrator, Lichidator']]],
    ['DORLAN ILIE - administrator [Administrator]', [['DORLAN ILIE', 'Administrator']]],
    ['DORLAN ILIE, Președinte [Preşedinte]', [['DORLAN ILIE', 'Preşedinte']]],
    ['DORLAN ILIE [Administrator]/[Lichidator]', [['DORLAN ILIE', 'Administrator, Lichidator']]],
    ['DORLAN ILIE [Administrator] și [Lichidator]', [['DORLAN ILIE', 'Administrator, Lichidator']]],
    ['DORLAN ILIE, Administrator, Lichidator', [['DORLAN ILIE', 'Administrator, Lichidator']]],
  ])('%j are those of one director', (text, directors) => {
    expect(read(text)).toEqual({ directors, flags: [] });
  });
});

describe('a role without brackets', () => {
  it.each<[string, Row[]]>([
    ['DORLAN ILIE, Administrator', [['DORLAN ILIE', 'Administrator']]],
    ['DORLAN ILIE, LICHIDATOR', [['DORLAN ILIE', 'LICHIDATOR']]],
    ['DORLAN ILIE; Administrator interimar', [['DORLAN ILIE', 'Administrator interimar']]],
    [
      'DORLAN ILIE, Administrator, GLOD ANA, Lichidator',
      [
        ['DORLAN ILIE', 'Administrator'],
        ['GLOD ANA', 'Lichidator'],
      ],
    ],
    [
      'DORLAN ILIE, Administrator, GLOD ANA [Lichidator]',
      [
        ['DORLAN ILIE', 'Administrator'],
        ['GLOD ANA', 'Lichidator'],
      ],
    ],
    ['"PLAI" SRL, Lichidator', [['"PLAI" SRL', 'Lichidator']]],
    ['DORLAN ILIE, Administrator suspendat', [['DORLAN ILIE', 'Administrator suspendat']]],
    ['DORLAN ILIE (Lichidator)', [['DORLAN ILIE', 'Lichidator']]],
    ['DORLAN ILIE - Lichidator', [['DORLAN ILIE', 'Lichidator']]],
    [
      'DORLAN ILIE – Administrator, GLOD ANA (Director / Lichidator)',
      [
        ['DORLAN ILIE', 'Administrator'],
        ['GLOD ANA', 'Director / Lichidator'],
      ],
    ],
    ['DORLAN ILIE (Director) [Lichidator]', [['DORLAN ILIE', 'Director, Lichidator']]],
  ])('%j is that of the name before it', (text, directors) => {
    expect(read(text)).toEqual({ directors, flags: [] });
    const roles = directors.flatMap(([, role]) => role?.split(', ') ?? []);
    expect(toDirectors(text).roles.toSorted()).toEqual(roles.toSorted());
  });

  it('in a note counts for the status, and the name stays whole', () => {
    const text = 'DORLAN ILIE (Lichidator de la Comrat)';
    expect(read(text)).toEqual({ directors: [[text, null]], flags: ['directors_unsplit'] });
    expect(toDirectors(text).roles).toEqual([text]);
  });

  it('a commission of liquidation is served, and counts for the status', () => {
    const text = 'COMISIA DE LICHIDARE';
    expect(read(text)).toEqual({ directors: [[text, null]], flags: [] });
    expect(toDirectors(text).roles).toEqual([text]);
  });
});

describe('a note', () => {
  it.each([
    ...['DORLAN ILIE [Administrator] - suspendat', 'DORLAN ILIE [Administrator] (suspendat)'],
    ...[
      'DORLAN ILIE [Administrator], suspendat',
      'DORLAN ILIE [Administrator] - SUSPENDAT TEMPORAR',
    ],
    ...[
      'DORLAN ILIE, decedată [Administrator]',
      'DORLAN ILIE, decedat la 12.03.2010 [Administrator]',
    ],
    ...['DORLAN ILIE, Administrator, suspendat', 'DORLAN ILIE, interimar [Administrator]'],
    ...['DORLAN ILIE, fost lichidator [Administrator]', 'DORLAN ILIE, arestat [Administrator]'],
    ...['DORLAN ILIE [Administrator] din 01.02.2020', 'DORLAN ILIE [Administrator], la 12.03.2010'],
    ...['DORLAN ILIE [Administrator] - în concediu', 'DORLAN ILIE, с 01.02.2020 [Administrator]'],
    ...['DORLAN ILIE (decedată) [Administrator]', 'DORLAN ILIE - suspendat [Administrator]'],
    ...['DORLAN ILIE (decedat), Administrator', 'DORLAN ILIE (din 01.02.2020), Administrator'],
  ])('%j is no name', (text) => {
    expect(read(text)).toEqual({
      directors: [['DORLAN ILIE', 'Administrator']],
      flags: ['directors_junk'],
    });
  });

  it.each([
    ...['"PLAI - DIRECTOR"', 'SRL "PLAI – MANAGER"', '"PLAI" SRL (Lichidator)', 'HOTEL - LA 12'],
    ...['S.A. "VEST" (fosta "PLAI-3" SRL)', 'COMPANIA DE MANAGEMENT - DIRECTOR', 'SRL PLAI (LA 3)'],
    ...['DORLAN ANA (fosta CONDUCARU)', 'DORLAN ILIE - fost administrator GLOD ANA'],
  ])('or an office at the end of %j may be part of the name', (text) => {
    expect(read(text).directors).toEqual([[text, null]]);
  });

  it('is looked for behind many dashes in a time that grows with their number', () => {
    const { directors } = toDirectors(`DORLAN ILIE${' – 1'.repeat(150_000)}(`);
    expect(directors).toHaveLength(1);
  });

  it('belongs to the director before it', () => {
    expect(read('DORLAN ILIE [Administrator] - suspendat, GLOD ANA [Lichidator]')).toEqual({
      directors: [
        ['DORLAN ILIE', 'Administrator'],
        ['GLOD ANA', 'Lichidator'],
      ],
      flags: ['directors_junk'],
    });
  });
});

it('a cell in small letters has names', () => {
  expect(read('dorlan ilie, glod ana').directors).toEqual([
    ['dorlan ilie', null],
    ['glod ana', null],
  ]);
});

it.each(['DORLAN ILIE, GLOD', 'DORVAL LUC, HENRI'])(
  'without a role %j may be two directors, flagged',
  (text) => {
    expect(read(text)).toEqual({ directors: [[text, null]], flags: ['directors_unsplit'] });
  },
);

describe('junk', () => {
  it.each([
    ...[',', '< <', '1', '[Administrator]', ', [Administrator]', 'NULL [Administrator]', '0'],
    ...[
      '. [Lichidator]',
      '- [Lichidator]',
      'Datele lipsesc [Lichidator]',
      'Lichidator',
      'suspendat',
    ],
    ...['nu sunt', 'N/A [Administrator]', '#REF!', 'false', 'FĂRĂ CONDUCĂTOR'],
  ])('%j names nobody', (text) => {
    expect(read(text)).toEqual({ directors: [], flags: ['directors_junk'] });
  });

  it.each([
    'DORLAN ILIE RADIAT DIN REGISTRU [Administrator]',
    'RADIAT DIN REGISTRU DORLAN ILIE [Administrator]',
    'DORLAN ILIE (RADIAT DIN REGISTRU LA 12.03.2010) [Administrator]',
    'DORLAN ILIE, radiat din registru [Administrator]',
  ])('%j: the note is cut out of the name', (text) => {
    expect(read(text)).toEqual({
      directors: [['DORLAN ILIE', 'Administrator']],
      flags: ['directors_junk'],
    });
  });

  it('a bracket that never closes ends its role at the comma', () => {
    expect(read('DORLAN ILIE [Administrator, GLOD ANA [Lichidator]')).toEqual({
      directors: [
        ['DORLAN ILIE', 'Administrator'],
        ['GLOD ANA', 'Lichidator'],
      ],
      flags: ['directors_junk'],
    });
  });
});

it.each([
  'DORLAN ILIE 2019044556677 [Administrator]',
  'DORLAN ILIE, IDNP 2019044556677 [Administrator]',
  'DORLAN ILIE 1012600042422 [Administrator]',
])('%j: the personal number is cut', (text) => {
  expect(read(text)).toEqual({
    directors: [['DORLAN ILIE', 'Administrator']],
    flags: ['personal_number_cut'],
  });
});

it('admins are the names in order, each once', () => {
  const { directors } = toDirectors('GLOD ANA [Lichidator], DORLAN ILIE [Comitet], GLOD ANA [X]');
  expect(directors).toHaveLength(3);
  expect(toAdmins(directors)).toEqual(['GLOD ANA', 'DORLAN ILIE']);
});

it.each([
  'DORLAN ILIE și GLOD ANA [Administrator]',
  'DORLAN ILIE/GLOD ANA [Administrator]',
  'DORLAN ILIE\nGLOD ANA [Administrator]',
])('%j are two, of whom the last has the role', (text) => {
  expect(read(text)).toEqual({
    directors: [
      ['DORLAN ILIE', null],
      ['GLOD ANA', 'Administrator'],
    ],
    flags: ['directors_unsplit'],
  });
});

it.each([
  ['#REF!', ['directors_junk']],
  ['Datele lipsesc', []],
  ['N/A', []],
])('the role %j is none', (role, flags) => {
  expect(read(`DORLAN ILIE [${role}]`)).toEqual({ directors: [['DORLAN ILIE', null]], flags });
});

describe('an office or body of two words', () => {
  it.each(['DIRECTOR GENERAL', 'LICHIDATOR UNIC'])('%j is no name beside a role', (text) => {
    expect(read(`${text} [Administrator]`)).toEqual({ directors: [], flags: ['directors_junk'] });
    expect(toDirectors(`${text} [Administrator]`).roles).toEqual(['Administrator', text]);
  });

  it.each([
    'COMISIA LICHIDATOARE',
    'COMISIA LICHIDATOARE [Administrator]',
    'COMISIA LICHIDATOARE, DORLAN ION',
  ])('%j counts for the status', (text) => {
    expect(toDirectors(text).roles).toContain('COMISIA LICHIDATOARE');
  });
});

it('an uncertain name without a word of a role is no role', () => {
  expect(toDirectors('DORLAN ILIE și GLOD ANA').roles).toEqual([]);
  expect(toDirectors('DORLAN ILIE lichidator').roles).toEqual(['DORLAN ILIE lichidator']);
});

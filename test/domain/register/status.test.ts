import { describe, expect, it } from 'vitest';
import { toNamedStatus, toStatedStatus, toStatus } from '../../../src/domain/register/status.ts';

const withRoles = (...roles: string[]) => ({ liquidated: false, stated: [], roles });

it.each([
  ['Administrator', 'activa'],
  ['Comitet', 'activa'],
  ['Direcţie de conducere', 'activa'],
  ['Comisia', 'activa'],
  ['Administrator interimar', 'activa'],
  ['Administrator al societății', 'activa'],
  ['Lichidator', 'in_lichidare'],
  ['Lichidatorul', 'in_lichidare'],
  ['Ликвидатор', 'in_lichidare'],
  ['Comisia de lichidare', 'in_lichidare'],
  ['Administrator al procesului de insolvabilitate, Lichidator', 'in_lichidare'],
  ['LICHIDATOR', 'in_lichidare'],
  ['Lichid\u0430tor', 'in_lichidare'],
  ['Administrator suspendat', 'activa'],
  ['Lichidator (interimar)', 'in_lichidare'],
  ['Administrator al procesului de insolvabilitate', 'insolvabila'],
  ['ADMINISTRATOR AL PROCESULUI DE INSOLVABILITATE', 'insolvabila'],
  ['Administrator provizoriu', 'insolvabila'],
  ['Administrator  fiduciar', 'insolvabila'],
  ['Administrator din oficiu', 'insolvabila'],
  ['Administrator al procedurii planului', 'insolvabila'],
])('a director as %j makes it %s', (role, status) => {
  expect(toStatus(withRoles(role))).toBe(status);
});

it('a liquidator counts before an insolvency, in any order', () => {
  const roles = ['Administrator provizoriu', 'Administrator', 'Lichidator'];
  expect(toStatus(withRoles(...roles))).toBe('in_lichidare');
  expect(toStatus(withRoles(...roles.toReversed()))).toBe('in_lichidare');
});

it('a liquidation counts before everything', () => {
  expect(toStatus({ ...withRoles('Lichidator'), liquidated: true })).toBe('lichidata');
});

it('a company without directors is active', () => {
  expect(toStatus(withRoles())).toBe('activa');
});

describe('a name', () => {
  it.each([
    ...['"PLAI" S.R.L. în lichidare', 'S.R.L. "PLAI" (ÎN LICHIDARE)', 'PLAI SRL - in lichidare'],
    ...['S.R.L. "PLAI" (în proces de lichidare)', 'S.R.L. "PLAI" în procesul de lichidare'],
    ...['"PLAI în lichidare" S.R.L.', 'PLAI ÎN CURS DE LICHIDARE', 'S.R.L. "PLAI" ân lichidare'],
    ...[
      'S.R.L. "PLAI" i\u0302n lichidare'.normalize('NFC'),
      'S.R.L. "PLAI" în procedura lichidării',
    ],
    ...['ООО "ПЛАЙ" в процессе ликвидации', 'ООО ПЛАЙ (в ликвидации)'],
    ...['PLAI în lichidare S.R.L.', 'PLAI ÎN LICHIDARE SRL', 'PLAI SRL în stadiu de lichidare'],
    ...['"PLAI" S.R.L. (lichidare)', 'PLAI SRL [LICHIDARE]', 'S.R.L. «PLAI în lichidare»'],
  ])('%j says in_lichidare', (name) => {
    expect(toNamedStatus(name)).toBe('in_lichidare');
  });

  it.each([
    '"PLAI" S.R.L. în proces de insolvabilitate',
    'S.R.L. "PLAI" (în procedura insolvabilității)',
    'S.R.L. "PLAI" (în insolvabilitate)',
    'PLAI SRL (faliment)',
  ])('%j says insolvabila', (name) => {
    expect(toNamedStatus(name)).toBe('insolvabila');
  });

  it('in brackets says lichidata', () => {
    expect(toNamedStatus('"PLAI" S.R.L. (lichidată)')).toBe('lichidata');
  });

  it.each([
    ...[
      'S.R.L. "PLAI"',
      'CASA DE LICHIDARE S.R.L.',
      'LICHIDATOR GRUP S.R.L.',
      'LICHIDARE STOC SRL',
    ],
    ...['Uniunea administratorilor în insolvabilitate', 'MAGAZIN LICHIDARI S.R.L.'],
    ...['"CONSULTANȚĂ ÎN LICHIDARE ȘI INSOLVABILITATE" S.R.L.', 'PLAI (activ) SRL'],
    ...['ÎN LICHIDARE TOTALĂ SRL', '"LICHIDARE" S.R.L.', 'PLAI (lichidare de stocuri) SRL'],
  ])('%j says nothing', (name) => {
    expect(toNamedStatus(name)).toBeNull();
  });
});

describe('the value of the column Statutul', () => {
  it.each([
    ...['activ', 'Activă', 'ACTIVA', 'Înregistrat', 'în activitate'].map((text) => [
      text,
      'activa',
    ]),
    ...[
      'lichidat',
      'Lichidată',
      'RADIAT',
      'radiată din registru',
      'lichidată (radiată)',
      'Ликвидирована',
    ].map((text) => [text, 'lichidata']),
    ...['în lichidare', 'ÎN PROCES DE LICHIDARE', 'în procedura de lichidare', 'lichidare'].map(
      (text) => [text, 'in_lichidare'],
    ),
    ...['действующая', 'Действующее'].map((text) => [text, 'activa']),
    ...['в процессе ликвидации', 'ликвидации'].map((text) => [text, 'in_lichidare']),
    ['в процессе несостоятельности', 'insolvabila'],
    ...[
      'insolvabil',
      'Insolvabilă',
      'în proces de insolvabilitate',
      'în procedura insolvabilității',
    ].map((text) => [text, 'insolvabila']),
    ...[null, '', ' ', '-', 'N/A', 'Datele lipsesc', 'nespecificat'].map((text) => [text, null]),
  ])('%j is %j', (text, status) => {
    expect(toStatedStatus(text ?? null)).toEqual({ value: status });
  });

  it.each([
    'suspendat',
    '1',
    'inactiv',
    'activ parțial',
    'nelichidat',
    'în dizolvare',
    '#REF!',
    'true',
  ])('%j is not known', (text) => {
    expect(toStatedStatus(text)).toEqual({ fault: 'status_uncertain' });
  });

  it.each([
    ['activa', 'Administrator', 'activa'],
    ['activa', 'Lichidator', 'in_lichidare'],
    ['in_lichidare', 'Administrator', 'in_lichidare'],
    ['insolvabila', 'Lichidator', 'in_lichidare'],
    ['in_lichidare', 'Administrator provizoriu', 'in_lichidare'],
    ['lichidata', 'Lichidator', 'lichidata'],
    [null, 'Administrator provizoriu', 'insolvabila'],
  ] as const)('%j with a director as %s makes the company %s', (stated, role, status) => {
    expect(toStatus({ ...withRoles(role), stated: [stated] })).toBe(status);
  });

  it('never undoes a day of liquidation', () => {
    expect(toStatus({ ...withRoles(), liquidated: true, stated: ['activa'] })).toBe('lichidata');
  });
});

import { describe, expect, it } from 'vitest';
import { isNote, isOffice, readRole } from '../../../src/domain/register/roles.ts';

describe('a role', () => {
  it.each([
    ...['Lichidator', 'LICHIDATOR', 'Lichidatorul', 'lichidatoare', 'Lichidatoarea', 'Lichidatori'],
    ...['Lichidator (interimar)', 'Administrator-lichidator', 'Comisia de lichidare'],
    ...['Preşedinte al comisiei de lichidare', 'Comisia lichidatoare', 'Ликвидатор', 'ЛИКВИДАТОР'],
    ...['Председатель ликвидационной комиссии', 'Ликвидационная комиссия'],
    ...['Administrator, Lichidator', 'Lichidator, Administrator', 'Administrator / Lichidator'],
    ...['Administrator și lichidator', 'Administrator/Lichidator', 'Administrator; Lichidator'],
    ...['Administrator al procesului de insolvabilitate, Lichidator'],
    ...['fost administrator, Lichidator', 'Lichidator (fost administrator)'],
  ])('%j means a liquidation', (role) => {
    expect(readRole(role)).toEqual({ status: 'in_lichidare', isKnown: true });
  });

  it.each([
    ...['Administrator al procesului de insolvabilitate', 'Administrator, provizoriu'],
    ...['ADMINISTRATOR AL PROCESULUI DE INSOLVABILITATE', 'Administratorul fiduciar'],
    ...['Administrator  fiduciar', 'Administrator din oficiu', 'Administrator provizoriu'],
    ...['Administrator al procedurii planului', 'Administratorul insolvabilității'],
    ...['Administratorul procesului de insolvabilitate', 'Administrator insolvabilitate'],
    ...['Administrator al insolvabilităţii', 'Administrator, Administrator din oficiu'],
  ])('%j means an insolvency', (role) => {
    expect(readRole(role)).toEqual({ status: 'insolvabila', isKnown: true });
  });

  it.each([
    ...['Administrator', 'Director', 'Comitet', 'Direcţie de conducere', 'Comisia', 'Conducător'],
    ...['Administrator interimar', 'Administrator al societății', 'Director general', 'Preşedinte'],
    ...['Administrator (interimar, din 2020)', 'Consiliul de administrare', 'Директор'],
    ...['Administrator, Director', 'Datele lipsesc', '', '-', 'Președinte al consiliului'],
  ])('%j says nothing about the status', (role) => {
    expect(readRole(role)).toEqual({ status: 'activa', isKnown: true });
  });

  it.each([
    ...['Curator', 'Fost lichidator', 'ex-lichidator', 'Administrator al masei debitoare'],
    ...['Rol [nou], altul', 'Administrator, Curator', 'Reprezentantul lichidatorului'],
    ...['Nelichidator', 'Administrator special', 'Куратор'],
    ...['Administrator, fost lichidator', 'Administrator (fost lichidator)'],
    ...['Administrator / бывший ликвидатор', 'DORLAN ION (fost lichidator)'],
  ])('%j has no rule', (role) => {
    expect(readRole(role)).toEqual({ status: 'activa', isKnown: false });
  });
});

it('of many digits is read in a time that grows with its length', () => {
  expect(readRole(`Administrator, ${'1'.repeat(30_000)}x`).isKnown).toBe(false);
});

it.each([
  ...['Administrator', 'ADMINISTRATOR INTERIMAR', 'Lichidator', 'Administrator/Lichidator'],
  ...[
    'Administrator al procesului de insolvabilitate',
    'director',
    'Администратор',
    '(Lichidator)',
  ],
])('%j is an office and no name', (text) => {
  expect([isOffice(text), isNote(text)]).toEqual([true, false]);
});

it.each([
  ...['decedată', 'DECEDAT', 'decedat la 12.03.2010', 'suspendat', 'suspendat temporar'],
  ...['suspendată din funcție', 'interimar', '(decedat)', 'умер'],
  ...['fost lichidator', 'ex-administrator', 'FOST DIRECTOR'],
])('%j is a note and no name', (text) => {
  expect([isOffice(text), isNote(text)]).toEqual([false, true]);
});

it.each([
  ...[
    'DORLAN ILIE',
    'HENRI',
    'ADMINISTRATORESCU ION',
    'LICHIDATOR ION',
    'SUSPENDAT ION',
    'DIRECTA',
    'FOST ION',
  ],
  ...['fosta CONDUCARU', 'fost administrator GLOD ANA', 'FOST DIRECTOR 5'],
  ...['COMISIA DE LICHIDARE', 'CONSILIUL DE ADMINISTRARE', '', '-', 'DEMIS'],
])('%j may be a name', (text) => {
  expect([isOffice(text), isNote(text)]).toEqual([false, false]);
});

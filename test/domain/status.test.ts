import { expect, it } from 'vitest';
import { toStatus } from '../../src/domain/status.ts';

const withRoles = (...roles: (string | null)[]) => ({
  liquidated: false,
  directors: roles.map((role) => ({ name: 'DORLAN ILIE', role })),
});

it.each([
  ['Administrator', 'activa'],
  [null, 'activa'],
  ['Comitet', 'activa'],
  ['Direcţie de conducere', 'activa'],
  ['Comisia', 'activa'],
  ['Administrator interimar', 'activa'],
  ['Administrator al societății', 'activa'],
  ['Lichidatorul vecin', 'activa'],
  ['Lichidator', 'in_lichidare'],
  ['LICHIDATOR', 'in_lichidare'],
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

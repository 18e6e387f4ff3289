import type { Director } from '../../src/domain/company.ts';
import { hasOwner } from './legal-forms.ts';
import { makePeople } from './person.ts';
import { chance, integer, pick, type Random } from './random.ts';
import insolvencyRoles from './words/insolvency-roles.json' with { type: 'json' };

/** The register's word for a role that it does not know; the name beside it still counts. */
const ROLE_UNKNOWN = 'Datele lipsesc';

/** Directors of one company. Roles are the register's own words, `ROLE_UNKNOWN` among them. */
export function makeDirectors(
  random: Random,
  family: string,
  owner: string,
  isLiquidated: boolean,
): Director[] {
  const first = { name: owner, role: makeRole(random, isLiquidated) };
  if (hasOwner({ family })) return [first];
  const addOthers = (count: number, role: string): Director[] => {
    const others = makePeople(random, count).filter((name) => name !== owner);
    return [first, ...others.map((name) => ({ name, role }))];
  };
  if (family === 'joint_stock') {
    const role = pick(random, ['Comitet', 'Direcţie de conducere']);
    return addOthers(integer(random, 2, 5), role);
  }
  if (family === 'cooperative' && chance(random, 0.3)) return addOthers(2, 'Comisia');
  return chance(random, 0.16) ? addOthers(1, 'Administrator') : [first];
}

/** The cell for them: `NAME [Role], NAME [Role]`. */
export function writeDirectors(directors: readonly Director[]): string {
  return directors.map(({ name, role }) => (role === null ? name : `${name} [${role}]`)).join(', ');
}

/** What an import makes of the roles: the unknown one is none. */
export function readRoles(directors: readonly Director[]): Director[] {
  return directors.map(({ name, role }) => ({ name, role: role === ROLE_UNKNOWN ? null : role }));
}

function makeRole(random: Random, isLiquidated: boolean): string {
  const draw = random();
  if (draw < (isLiquidated ? 0.3 : 0.025)) return 'Lichidator';
  if (draw < (isLiquidated ? 0.34 : 0.04)) return pick(random, insolvencyRoles);
  return draw > 0.985 ? ROLE_UNKNOWN : 'Administrator';
}

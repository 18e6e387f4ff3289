import type { Director } from '../../src/domain/company.ts';
import type { FormFamily } from './legal-forms.ts';
import { inventPerson } from './person.ts';
import { chance, integer, pick, type Random } from './random.ts';
import { insolvencyRoles } from './row.ts';

/** The register's word for a role that it does not know; the name beside it still counts. */
export const roleUnknown = 'Datele lipsesc';

/** Directors of one company. Roles are the register's own words, `roleUnknown` among them. */
export function inventDirectors(
  random: Random,
  family: FormFamily,
  owner: string,
  liquidated: boolean,
): Director[] {
  const first: Director = { name: owner, role: inventRole(random, liquidated) };
  if (family === 'sole_trader' || family === 'farm') return [first];
  if (family === 'joint_stock') {
    const role = pick(random, ['Comitet', 'Direcţie de conducere']);
    return [first, ...inventOthers(random, integer(random, 2, 5), owner, role)];
  }
  if (family === 'cooperative' && chance(random, 0.3)) {
    return [first, ...inventOthers(random, 2, owner, 'Comisia')];
  }
  if (!chance(random, 0.16)) return [first];
  return [first, ...inventOthers(random, 1, owner, 'Administrator')];
}

/** The cell for them: `NAME [Role], NAME [Role]`. */
export function writeDirectors(directors: Director[]): string {
  return directors.map(({ name, role }) => (role === null ? name : `${name} [${role}]`)).join(', ');
}

/** What an import makes of the roles: the unknown one is none. */
export function readRoles(directors: Director[]): Director[] {
  return directors.map(({ name, role }) => ({ name, role: role === roleUnknown ? null : role }));
}

function inventRole(random: Random, liquidated: boolean): string {
  const draw = random();
  if (draw < (liquidated ? 0.3 : 0.025)) return 'Lichidator';
  if (draw < (liquidated ? 0.34 : 0.04)) return pick(random, insolvencyRoles);
  return draw > 0.985 ? roleUnknown : 'Administrator';
}

function inventOthers(random: Random, count: number, owner: string, role: string): Director[] {
  const names = new Set<string>();
  for (let index = 0; index < count; index += 1) names.add(inventPerson(random));
  names.delete(owner);
  return [...names].map((name) => ({ name, role }));
}

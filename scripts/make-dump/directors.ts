import type { Director } from '../../src/domain/company/company.ts';
import { hasOwner, type LegalForm } from './legal-forms.ts';
import { makePeople } from './person.ts';
import { chance, integer, pick, type Random } from './random.ts';
import insolvencyRoles from './words/insolvency-roles.json' with { type: 'json' };

/** Directors of one company; a role of null is one that the register does not know. */
export function makeDirectors(
  random: Random,
  form: LegalForm,
  owner: string,
  isLiquidated: boolean,
): Director[] {
  const first = { name: owner, role: makeRole(random, isLiquidated) };
  if (hasOwner(form)) return [first];
  const addOthers = (count: number, role: string): Director[] => {
    const others = makePeople(random, count).filter((name) => name !== owner);
    return [first, ...others.map((name) => ({ name, role }))];
  };
  if (form.family === 'joint_stock') {
    const role = pick(random, ['Comitet', 'Direcţie de conducere']);
    return addOthers(integer(random, 2, 5), role);
  }
  if (form.family === 'cooperative' && chance(random, 0.3)) return addOthers(2, 'Comisia');
  return chance(random, 0.16) ? addOthers(1, 'Administrator') : [first];
}

/** The cell for them: `NAME [Role], NAME [Role]`. */
export function writeDirectors(directors: readonly Director[]): string {
  return directors.map(({ name, role }) => `${name} [${role ?? 'Datele lipsesc'}]`).join(', ');
}

function makeRole(random: Random, isLiquidated: boolean): string | null {
  const draw = random();
  if (draw < (isLiquidated ? 0.3 : 0.025)) return 'Lichidator';
  if (draw < (isLiquidated ? 0.34 : 0.04)) return pick(random, insolvencyRoles);
  return draw > 0.985 ? null : 'Administrator';
}

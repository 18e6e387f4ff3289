import type { Director } from '../../src/domain/company/company.ts';
import { hasOwner, type LegalForm } from './company-name.ts';
import { chance, integer, pick, type Random } from './random.ts';
import givenNames from './words/given-names.json' with { type: 'json' };
import insolvencyRoles from './words/insolvency-roles.json' with { type: 'json' };
/** The parts of surnames that sound Moldovan but belong to no real person. */
import surnames from './words/surnames.json' with { type: 'json' };

/** `SURNAME GIVEN` in capitals, as the register writes people. */
export function makePerson(random: Random): string {
  const middle = chance(random, 0.7) ? pick(random, surnames.middles) : '';
  const surname = pick(random, surnames.heads) + middle + pick(random, surnames.endings);
  return `${surname.toUpperCase()} ${makeGivenName(random)}`;
}

export function makeGivenName(random: Random): string {
  const names = chance(random, 0.6) ? givenNames.male : givenNames.female;
  const given = pick(random, names);
  if (!chance(random, 0.04)) return given;
  const second = pick(random, names);
  return second === given ? given : `${given}-${second}`;
}

export function makeCyrillicPerson(random: Random): string {
  return `${pick(random, surnames.cyrillic)} ${pick(random, givenNames.cyrillic)}`;
}

/** People with different names; at most 500. */
export function makePeople(random: Random, count: number): string[] {
  const people = new Set<string>();
  for (let attempt = 0; people.size < count && attempt < 5_000; attempt += 1) {
    people.add(makePerson(random));
  }
  return [...people];
}

/** Thirteen digits in the form of a personal number, with a year in the future. */
export function makePersonalNumber(random: Random): string {
  return `2999${String(integer(random, 0, 999_999_999)).padStart(9, '0')}`;
}

/** Directors of one company; a role that the register does not have is null. */
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

import { makeAddress } from './address.ts';
import { licensedClasses, type UnlicensedClass, unlicensedClasses } from './classification.ts';
import { hasOwner, type LegalForm, makeBrand, nameCompany, pickLegalForm } from './company-name.ts';
import { makeFounders } from './founders.ts';
import { makeIdno, yearOfIdno } from './idno.ts';
import { addDays, daysBetween, pickSpelling } from './notation.ts';
import { makeDirectors, makePerson } from './people.ts';
import { chance, createRandom, integer, pick, type Random } from './random.ts';

/** How a company differs from the first dump: in address, people, activities. */
export interface Revision {
  /** The same number gives the same new values; 0: unchanged. */
  salt: number;
  /** `YYYY-MM-DD` if the change is its liquidation. */
  liquidatedOn: string | null;
}

/** A company before any anomaly is applied to its row. */
export type SyntheticCompany = ReturnType<typeof makeCompany>;

export const UNCHANGED: Revision = { salt: 0, liquidatedOn: null };

/** No company is founded or liquidated later, so every later dump has the same companies. */
const LAST_DAY = '2025-12-31';

const PURPOSES = { name: 1, life: 2, address: 3, directors: 4, founders: 5, activities: 6 };

/** The company `index` of a seed; every call with the same arguments gives the same company. */
export function makeCompany(seed: number, index: number, revision = UNCHANGED) {
  const stream = (purpose: keyof typeof PURPOSES) =>
    createRandom(seed, index, PURPOSES[purpose], revision.salt);
  const { random, form, spell, brand, owner } = makeIdentity(seed, index);
  const idno = makeIdno(seed, index);
  const life = makeLife(createRandom(seed, index, PURPOSES.life), yearOfIdno(idno), form);
  const address = makeAddress(stream('address'));
  const directorsRandom = stream('directors');
  const head = revision.salt === 0 ? owner : makePerson(directorsRandom);
  const isLiquidated = life.liquidatedOn !== null;
  const directors = makeDirectors(directorsRandom, form, head, isLiquidated);
  const founders = makeFounders(stream('founders'), {
    form,
    owner,
    district: address.district,
    isLiquidated,
    makeDomesticBrand: (random) => makeDomesticBrand(random, seed, index),
  });
  const activitiesRandom = stream('activities');
  return {
    idno,
    form,
    name: spell(nameCompany(random, form, brand)),
    brand,
    registeredOn: life.registeredOn,
    address: { ...address, text: spell(address.text) },
    directors: directors.map(({ name, role }) => ({ name: spell(name), role })),
    founders: founders.map((founder) => ({ ...founder, name: spell(founder.name) })),
    unlicensed: makeActivities(activitiesRandom, isLiquidated),
    licensed: makeLicensed(activitiesRandom),
    liquidatedOn: life.liquidatedOn ?? revision.liquidatedOn,
    spell,
  };
}

function makeIdentity(seed: number, index: number) {
  const random = createRandom(seed, index, PURPOSES.name);
  const form = pickLegalForm(random);
  const spell = pickSpelling(random);
  const owner = makePerson(random);
  const brand = hasOwner(form) && chance(random, 0.8) ? owner : makeBrand(random);
  return { random, form, spell, brand, owner };
}

/** Half of the founding companies are in the register under this name. */
function makeDomesticBrand(random: Random, seed: number, index: number): string {
  if (index === 0 || chance(random, 0.5)) return makeBrand(random);
  const other = makeIdentity(seed, integer(random, 0, index - 1));
  return other.form.family === 'company' ? other.brand : makeBrand(random);
}

function makeLife(random: Random, idnoYear: number, form: LegalForm) {
  // Older companies got their number in 2002–2005, whenever they were registered.
  const old = idnoYear <= 2005 ? chance(random, 0.8) : chance(random, 0.05);
  const firstDay = old ? '1992-01-03' : `${idnoYear}-01-03`;
  const lastDay = `${idnoYear}-12-28`;
  const registeredOn = addDays(firstDay, integer(random, 0, daysBetween(firstDay, lastDay)));
  // About a quarter in all; sole traders close far more often than the others.
  if (!chance(random, hasOwner(form) ? 0.42 : 0.205)) return { registeredOn, liquidatedOn: null };
  const lived = integer(random, 0, daysBetween(registeredOn, LAST_DAY));
  return { registeredOn, liquidatedOn: addDays(registeredOn, lived) };
}

/** About 7.8 activities for an active company; some classes are far more frequent than others. */
function makeActivities(random: Random, isLiquidated: boolean): UnlicensedClass[] {
  // Most liquidated companies closed before the register recorded activities.
  if (isLiquidated && chance(random, 0.7)) return [];
  const count = Math.min(40, 1 + Math.floor(-Math.log(1 - random()) * (isLiquidated ? 4 : 7.4)));
  const picked = new Set<UnlicensedClass>();
  for (let attempt = 0; picked.size < count && attempt < 200; attempt += 1) {
    const rank = Math.floor(random() ** 1.5 * unlicensedClasses.length);
    const favourite = unlicensedClasses[(rank * 73 + 160) % unlicensedClasses.length];
    if (favourite !== undefined) picked.add(favourite);
  }
  return [...picked];
}

function makeLicensed(random: Random) {
  const count = chance(random, 0.07) ? integer(random, 1, 3) : 0;
  return [...new Set(Array.from({ length: count }, () => pick(random, licensedClasses)))];
}

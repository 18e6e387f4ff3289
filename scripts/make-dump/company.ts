import type { Director, Founder } from '../../src/domain/company.ts';
import { type Address, inventAddress } from './address.ts';
import { inventBrand } from './brand.ts';
import { licensedClasses, unlicensedClasses } from './classification.ts';
import { nameCompany } from './company-name.ts';
import { addDays, daysBetween } from './days.ts';
import { inventDirectors } from './directors.ts';
import { inventFounders } from './founders.ts';
import { inventIdno, yearOfIdno } from './idno.ts';
import { type LegalForm, pickLegalForm } from './legal-forms.ts';
import { pickSpelling, type Spelling } from './orthography.ts';
import { inventPerson } from './person.ts';
import { chance, createRandom, integer, pick, type Random } from './random.ts';

/** A part of a company that may change from one dump to the next. */
export type Part = 'address' | 'directors' | 'founders' | 'activities';

/** How a company differs from what it was in the first dump. */
export interface Revision {
  /** Names the revision: the same number draws the same new values. */
  salt: number;
  parts: Part[];
  /** `YYYY-MM-DD` where the change is that it was liquidated. */
  liquidatedOn: string | null;
}

/** A company as invented, before any dirt. */
export interface Invention {
  idno: string;
  form: LegalForm;
  name: string;
  brand: string;
  registeredOn: string;
  address: Address;
  directors: Director[];
  founders: Founder[];
  /** IDs of the unlicensed classes, none twice. */
  unlicensed: number[];
  licensed: number[];
  liquidatedOn: string | null;
  spell: Spelling;
}

export const unchanged: Revision = { salt: 0, parts: [], liquidatedOn: null };

/** Invented companies live until here, so that any later dump date finds the same ones. */
export const lastInventedDay = '2025-12-31';

const purposes = { name: 1, life: 2, address: 3, directors: 4, founders: 5, activities: 6 };

/** The company `index` of a seed; every call with the same arguments gives the same company. */
export function inventCompany(seed: number, index: number, revision = unchanged): Invention {
  const stream = (part: Part) =>
    createRandom(seed, index, purposes[part], revision.parts.includes(part) ? revision.salt : 0);
  const { random, form, spell, brand, owner } = inventIdentity(seed, index);
  const idno = inventIdno(seed, index);
  const life = inventLife(createRandom(seed, index, purposes.life), yearOfIdno(idno), form);
  const address = inventAddress(stream('address'));
  const directorsRandom = stream('directors');
  const head = revision.parts.includes('directors') ? inventPerson(directorsRandom) : owner;
  const liquidated = life.liquidatedOn !== null;
  const directors = inventDirectors(directorsRandom, form.family, head, liquidated);
  const founders = inventFounders(stream('founders'), {
    family: form.family,
    owner,
    district: address.district,
    liquidated,
    inventDomesticBrand: (random) => inventDomesticBrand(random, seed, index),
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
    unlicensed: inventActivities(activitiesRandom, liquidated),
    licensed: inventLicensed(activitiesRandom),
    liquidatedOn: life.liquidatedOn ?? revision.liquidatedOn,
    spell,
  };
}

function inventIdentity(seed: number, index: number) {
  const random = createRandom(seed, index, purposes.name);
  const form = pickLegalForm(random);
  const spell = pickSpelling(random);
  const owner = inventPerson(random);
  const ownName = form.family === 'sole_trader' || form.family === 'farm';
  const brand = ownName && chance(random, 0.8) ? owner : inventBrand(random);
  return { random, form, spell, brand, owner };
}

/** Half of the companies that found others stand in the register by that name. */
function inventDomesticBrand(random: Random, seed: number, index: number): string {
  if (index === 0 || chance(random, 0.5)) return inventBrand(random);
  const other = inventIdentity(seed, integer(random, 0, index - 1));
  return other.form.family === 'company' ? other.brand : inventBrand(random);
}

function inventLife(random: Random, idnoYear: number, form: LegalForm) {
  // Older companies got their number in 2002–2005, whenever they were registered.
  const old = idnoYear <= 2005 ? chance(random, 0.8) : chance(random, 0.05);
  const firstDay = old ? '1992-01-03' : `${idnoYear}-01-03`;
  const lastDay = `${idnoYear}-12-28`;
  const registeredOn = addDays(firstDay, integer(random, 0, daysBetween(firstDay, lastDay)));
  // About a quarter in all; sole traders close far more often than the others.
  const ownName = form.family === 'sole_trader' || form.family === 'farm';
  if (!chance(random, ownName ? 0.42 : 0.205)) return { registeredOn, liquidatedOn: null };
  const lived = integer(random, 0, daysBetween(registeredOn, lastInventedDay));
  return { registeredOn, liquidatedOn: addDays(registeredOn, lived) };
}

/** About 7.8 for an active company; the first classes of the table are not the favourites. */
function inventActivities(random: Random, liquidated: boolean): number[] {
  // Most of the liquidated were gone before the register kept activities.
  if (liquidated && chance(random, 0.7)) return [];
  const count = Math.min(40, 1 + Math.floor(-Math.log(1 - random()) * (liquidated ? 4 : 7.4)));
  const picked = new Set<number>();
  for (let attempt = 0; picked.size < count && attempt < 200; attempt += 1) {
    const place = Math.floor(random() ** 1.5 * unlicensedClasses.length);
    const favourite = (place * 73 + 160) % unlicensedClasses.length;
    picked.add(unlicensedClasses[favourite]?.id ?? 0);
  }
  return [...picked];
}

function inventLicensed(random: Random): number[] {
  const count = chance(random, 0.07) ? integer(random, 1, 3) : 0;
  const ids = Array.from({ length: count }, () => pick(random, licensedClasses).id);
  return [...new Set(ids)];
}

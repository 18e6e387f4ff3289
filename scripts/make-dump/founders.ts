import type { Founder, FounderType } from '../../src/domain/company/company.ts';
import {
  hasOwner,
  type LegalForm,
  nameForeignCompany,
  nameFounderCompany,
} from './company-name.ts';
import { makePerson } from './people.ts';
import { chance, integer, pick, type Random } from './random.ts';

/** The input of the generation of founders. */
interface FounderSources {
  form: LegalForm;
  /** The first director, who is often the founder too. */
  owner: string;
  /** The district whose council founds municipal enterprises. */
  district: string;
  isLiquidated: boolean;
  /** The brand of a domestic company; half of them are in the same dump. */
  makeDomesticBrand: (random: Random) => string;
}

const MINISTRIES = ['EDUCAȚIEI ȘI CERCETĂRII', 'SĂNĂTĂȚII', 'CULTURII', 'JUSTIȚIEI', 'FINANȚELOR'];

export const person = founderOf('persoana_fizica');
export const organisation = founderOf('persoana_juridica');

/** Founders of one company; the shares, where there are any, add up to 100 %. */
export function makeFounders(random: Random, sources: FounderSources): Founder[] {
  const { form, owner, district, isLiquidated } = sources;
  // The register often has no founders of old companies.
  if (isLiquidated && chance(random, 0.35)) return [];
  const council = `CONSILIUL ${pick(random, ['RAIONAL', 'LOCAL'])} ${district.toUpperCase()}`;
  if (hasOwner(form)) return [person(owner)];
  if (form.family === 'company') return makeHolders(random, sources);
  if (form.family === 'municipal') return [organisation(council, '100,00%')];
  if (form.family === 'state') return [{ name: 'STATUL', share: '100,00%', type: 'stat' }];
  // The register has no founders of joint-stock companies and few of the others.
  if (form.family !== 'institution') return [];
  const isCentral = chance(random, 0.5);
  return [organisation(isCentral ? `MINISTERUL ${pick(random, MINISTRIES)}` : council)];
}

/** The cell for them: `NAME (40,00%), NAME (60,00%)`, or names only. */
export function writeFounders(founders: readonly Founder[]): string {
  return founders
    .map(({ name, share }) => (share === null ? name : `${name} (${share})`))
    .join(', ');
}

/** Shares as filed, `40,00%`: each at least 0,01%, together exactly 100. */
export function splitHundred(random: Random, count: number): string[] {
  const isUnequal = count > 1 && count < 20 && chance(random, 0.5);
  const shares: number[] = [];
  let left = 10_000;
  for (let others = count - 1; others > 0; others -= 1) {
    const share = isUnequal ? pickPart(random, left - others) : Math.floor(10_000 / count);
    shares.push(share);
    left -= share;
  }
  return [...shares, left].map(
    (share) => `${Math.floor(share / 100)},${String(share % 100).padStart(2, '0')}%`,
  );
}

/** A share in hundredths of a per cent: at most half of what is left, usually whole per cent. */
function pickPart(random: Random, hundredths: number): number {
  const exact = integer(random, 1, Math.max(1, Math.floor(hundredths / 2)));
  return exact > 100 && chance(random, 0.85) ? exact - (exact % 100) : exact;
}

function makeHolders(random: Random, sources: FounderSources): Founder[] {
  const draw = random();
  const count = draw < 0.6 ? 1 : draw < 0.86 ? 2 : draw < 0.94 ? 3 : integer(random, 4, 9);
  const founders = new Map<string, Founder>();
  for (const share of splitHundred(random, count)) {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const founder = makeHolder(random, sources, founders.size === 0, share);
      if (founders.has(founder.name)) continue;
      founders.set(founder.name, founder);
      break;
    }
  }
  return [...founders.values()];
}

function makeHolder(random: Random, sources: FounderSources, isFirst: boolean, share: string) {
  if (isFirst && chance(random, 0.55)) return person(sources.owner, share);
  const draw = random();
  if (draw < 0.93) return person(makePerson(random), share);
  if (draw >= 0.97) return organisation(nameForeignCompany(random), share);
  return organisation(nameFounderCompany(random, sources.makeDomesticBrand(random)), share);
}

function founderOf(type: FounderType) {
  return (name: string, share: string | null = null): Founder => ({ name, share, type });
}

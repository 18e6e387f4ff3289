import type { Founder } from '../../src/domain/company.ts';
import { inventForeignCompany } from './brand.ts';
import { nameFounderCompany } from './company-name.ts';
import type { FormFamily } from './legal-forms.ts';
import { inventPerson } from './person.ts';
import { chance, integer, pick, type Random } from './random.ts';

/** What founders are made from. */
export interface FounderSources {
  family: FormFamily;
  /** The first director, who is often the founder too. */
  owner: string;
  /** The place whose council founds municipal enterprises. */
  district: string;
  liquidated: boolean;
  /** The brand of a company of this country: half of them stand in the same dump. */
  inventDomesticBrand: (random: Random) => string;
}

const ministries = ['EDUCAȚIEI ȘI CERCETĂRII', 'SĂNĂTĂȚII', 'CULTURII', 'JUSTIȚIEI', 'FINANȚELOR'];

/** Founders of one company; the shares, where there are any, add up to 100 %. */
export function inventFounders(random: Random, sources: FounderSources): Founder[] {
  const { family, owner, district, liquidated } = sources;
  // Of old companies the register often knows no founder any more.
  if (liquidated && chance(random, 0.35)) return [];
  const council = `CONSILIUL ${pick(random, ['RAIONAL', 'LOCAL'])} ${district.toUpperCase()}`;
  switch (family) {
    case 'sole_trader':
    case 'farm':
      return [{ name: owner, share: null, type: 'persoana_fizica' }];
    case 'state':
      return [{ name: 'STATUL', share: '100,00%', type: 'stat' }];
    case 'municipal':
      return [{ name: council, share: '100,00%', type: 'persoana_juridica' }];
    case 'institution':
      return [
        chance(random, 0.5)
          ? {
              name: `MINISTERUL ${pick(random, ministries)}`,
              share: null,
              type: 'persoana_juridica',
            }
          : { name: council, share: null, type: 'persoana_juridica' },
      ];
    case 'company':
      return inventHolders(random, sources);
    default:
      // The register has no founders of joint-stock companies and few of the others.
      return [];
  }
}

/** The cell for them: `NAME (40,00%), NAME (60,00%)`, or names only. */
export function writeFounders(founders: Founder[]): string {
  return founders
    .map(({ name, share }) => (share === null ? name : `${name} (${share})`))
    .join(', ');
}

/** Shares as filed, `40,00%`: each at least 0,01%, together exactly 100. */
export function splitHundred(random: Random, count: number): string[] {
  const equal = Math.floor(10_000 / count);
  if (count > 1 && count < 20 && chance(random, 0.5)) return splitUnequally(random, count);
  const last = 10_000 - equal * (count - 1);
  return Array.from({ length: count }, (_, index) => percent(index === count - 1 ? last : equal));
}

function splitUnequally(random: Random, count: number): string[] {
  const shares: string[] = [];
  let left = 10_000;
  for (let others = count - 1; others > 0; others -= 1) {
    const most = Math.floor((left - others) / 2);
    // Most companies agree on whole per cent.
    const exact = integer(random, 1, Math.max(1, most));
    const share = exact > 100 && chance(random, 0.85) ? exact - (exact % 100) : exact;
    shares.push(percent(share));
    left -= share;
  }
  return [...shares, percent(left)];
}

function percent(hundredths: number): string {
  return `${Math.floor(hundredths / 100)},${String(hundredths % 100).padStart(2, '0')}%`;
}

function inventHolders(random: Random, sources: FounderSources): Founder[] {
  const draw = random();
  const count = draw < 0.6 ? 1 : draw < 0.86 ? 2 : draw < 0.94 ? 3 : integer(random, 4, 9);
  const founders = new Map<string, Founder>();
  const shares = splitHundred(random, count);
  for (const share of shares) {
    for (let attempt = 0; attempt < 20; attempt += 1) {
      const founder = inventHolder(random, sources, founders.size === 0, share);
      if (founders.has(founder.name)) continue;
      founders.set(founder.name, founder);
      break;
    }
  }
  return [...founders.values()];
}

function inventHolder(
  random: Random,
  { owner, inventDomesticBrand }: FounderSources,
  first: boolean,
  share: string,
): Founder {
  if (first && chance(random, 0.55)) return { name: owner, share, type: 'persoana_fizica' };
  const draw = random();
  if (draw < 0.93) return { name: inventPerson(random), share, type: 'persoana_fizica' };
  const name =
    draw < 0.97
      ? nameFounderCompany(random, inventDomesticBrand(random))
      : inventForeignCompany(random);
  return { name, share, type: 'persoana_juridica' };
}

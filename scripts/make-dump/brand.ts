import { chance, integer, pick, type Random } from './random.ts';
import words from './words/brands.json' with { type: 'json' };

/** What a company calls itself, without form words and quotes: `VOLIMA-TRANS`, `CORDEN`. */
export function makeBrand(random: Random): string {
  const own = makeWord(random);
  if (chance(random, 0.3)) return own;
  const partner = pick(random, words.partners);
  if (chance(random, 0.25)) return `${partner} ${own}`;
  if (chance(random, 0.12)) return `${own} ${partner} ${integer(random, 2, 99)}`;
  return chance(random, 0.6) ? `${own}-${partner}` : `${own} ${partner}`;
}

/** A company of another country, by name: `DRAVOL TRADE EUROPE LTD`. */
export function makeForeignCompany(random: Random): string {
  const country = chance(random, 0.3) ? ` ${pick(random, words.countries)}` : '';
  return `${makeBrand(random)}${country} ${pick(random, words.foreignForms)}`;
}

export function makeWord(random: Random): string {
  let word = '';
  for (let count = integer(random, 2, 4); count > 0; count -= 1) {
    word += pick(random, words.syllables);
  }
  return (chance(random, 0.5) ? word + pick(random, words.endings) : word).toUpperCase();
}

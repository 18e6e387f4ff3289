import { chance, integer, pick, type Random, weighted } from './random.ts';
import words from './words/brands.json' with { type: 'json' };
/**
 * The texts of the column, and how full names begin; the family says who founds and heads a
 * company. A weight is the number of active entities in 2021 (National Bureau of Statistics); that
 * of farms is a guess, because the table does not count them.
 */
import forms from './words/legal-forms.json' with { type: 'json' };

export type LegalForm = (typeof forms)[number];

export const pickLegalForm: (random: Random) => LegalForm = weighted(forms, ({ weight }) => weight);

/** People who trade under their own names. */
export function hasOwner({ family }: LegalForm): boolean {
  return family === 'sole_trader' || family === 'farm';
}

/** The register has every kind of quote; the first is by far the most frequent. */
const QUOTES = ['""', '""', '""', '""', '„”', '“”', '«»', '””'];

/** A full name in one of the register's many spellings of form and quotes. */
export function nameCompany(random: Random, form: LegalForm, brand: string): string {
  const opening = pick(random, form.openings);
  const quoted = quote(random, brand);
  if (opening.includes('.') || opening.length <= 3 || form.abbreviation === null) {
    return `${opening} ${quoted}`;
  }
  if (/^(Societatea Comercială$|Firma|Întreprinderea cu)/.test(opening)) {
    return `${opening} ${quoted} ${form.abbreviation}`;
  }
  if (chance(random, 0.25)) return `${quoted} ${form.abbreviation}`;
  return chance(random, 0.6) ? `${opening} ${quoted}` : `${opening} ${brand}`;
}

/** A company as another company's founders' list names it: form and quotes always show. */
export function nameFounderCompany(random: Random, brand: string): string {
  const quoted = quote(random, brand);
  if (chance(random, 0.5)) return `${quoted} S.R.L.`;
  return `${chance(random, 0.5) ? 'S.R.L.' : 'Societatea cu Răspundere Limitată'} ${quoted}`;
}

/** A company of another country, by name: `DRAVOL TRADE EUROPE LTD`. */
export function nameForeignCompany(random: Random): string {
  const country = chance(random, 0.3) ? ` ${pick(random, words.countries)}` : '';
  return `${makeBrand(random)}${country} ${pick(random, words.foreignForms)}`;
}

/** What a company calls itself, without form words and quotes: `VOLIMA-TRANS`, `CORDEN`. */
export function makeBrand(random: Random): string {
  const own = makeWord(random);
  if (chance(random, 0.3)) return own;
  const partner = pick(random, words.partners);
  if (chance(random, 0.25)) return `${partner} ${own}`;
  if (chance(random, 0.12)) return `${own} ${partner} ${integer(random, 2, 99)}`;
  return chance(random, 0.6) ? `${own}-${partner}` : `${own} ${partner}`;
}

export function makeWord(random: Random): string {
  let word = '';
  for (let count = integer(random, 2, 4); count > 0; count -= 1) {
    word += pick(random, words.syllables);
  }
  return (chance(random, 0.5) ? word + pick(random, words.endings) : word).toUpperCase();
}

function quote(random: Random, brand: string): string {
  const [open = '', close = ''] = pick(random, QUOTES);
  return open + brand + close;
}

import { chance, integer, pick, type Random } from './random.ts';

const syllables = words(`
ba be bi bru ca co cor cri da den do dra du e fe fil fo ga gli go gra i iz la le lin lo lu ma mel mi
mol na ne nor nu o or pa pe pla pru ra re ri ro sa se sil so spi sta ta te ti tra tru u va ve vi vol
za ze zim zo`);

const endings = words(`n r s x t l m d nt rd st rm ns cs nd rt`);

const partners = words(`
AGRO ALIANȚA AUTO COM CONS CONSTRUCT CONSULT DESIGN ECO ELECTRO ENERGIE EXPERT FARM FRUCT GRUP IMPEX
INVEST LACT LOGISTIC LUX MARKET MED MOBILA PLUS PRIM PRODUCȚIE PROIECT SERVICE SISTEM SOFT STIL TEH
TERRA TEXTIL TRADE TRANS TUR ȚESUT UNIC VEST VIN ZARE`);

const countries = ['CHINA', 'EUROPE', 'ITALIA', 'POLSKA', 'ROMÂNIA', 'TÜRKIYE', 'UKRAINE'];
const foreignForms = [
  'LTD',
  'GMBH',
  'LLC',
  'B.V.',
  'S.P.A.',
  'SP. Z O.O.',
  'UAB',
  'INC.',
  'S.R.O.',
];

/** What a company calls itself, without form words and quotes: `VOLIMA-TRANS`, `CORDEN`. */
export function inventBrand(random: Random): string {
  const own = inventWord(random);
  if (chance(random, 0.3)) return own;
  const partner = pick(random, partners);
  if (chance(random, 0.25)) return `${partner} ${own}`;
  if (chance(random, 0.12)) return `${own} ${partner} ${integer(random, 2, 99)}`;
  return chance(random, 0.6) ? `${own}-${partner}` : `${own} ${partner}`;
}

/** A company of another country, by name: `DRAVOL TRADE EUROPE LTD`. */
export function inventForeignCompany(random: Random): string {
  const country = chance(random, 0.3) ? ` ${pick(random, countries)}` : '';
  return `${inventBrand(random)}${country} ${pick(random, foreignForms)}`;
}

export function inventWord(random: Random): string {
  let word = '';
  for (let count = integer(random, 2, 4); count > 0; count -= 1) word += pick(random, syllables);
  return (chance(random, 0.5) ? word + pick(random, endings) : word).toUpperCase();
}

function words(text: string): string[] {
  return text.trim().split(/\s+/);
}

import type { LegalForm } from './legal-forms.ts';
import { chance, pick, type Random } from './random.ts';

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

function quote(random: Random, brand: string): string {
  const [open = '', close = ''] = pick(random, QUOTES);
  return open + brand + close;
}

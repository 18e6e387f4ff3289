import type { LegalForm } from './legal-forms.ts';
import { chance, pick, type Random } from './random.ts';

/** The register has every kind of quote; the first is by far the most frequent. */
const quotes: [string, string][] = [
  ['"', '"'],
  ['"', '"'],
  ['"', '"'],
  ['"', '"'],
  ['„', '”'],
  ['“', '”'],
  ['«', '»'],
  ['”', '”'],
];

/** A full name in one of the register's many spellings of form and quotes. */
export function nameCompany(random: Random, form: LegalForm, brand: string): string {
  const opening = pick(random, form.openings);
  const [open, close] = pick(random, quotes);
  const quoted = `${open}${brand}${close}`;
  if (opening.includes('.') || opening.length <= 3 || form.abbreviation === null) {
    return `${opening} ${quoted}`;
  }
  if (opening === 'Societatea Comercială' || /^(Firma|Întreprinderea cu)/.test(opening)) {
    return `${opening} ${quoted} ${form.abbreviation}`;
  }
  if (chance(random, 0.25)) return `${quoted} ${form.abbreviation}`;
  return chance(random, 0.6) ? `${opening} ${quoted}` : `${opening} ${brand}`;
}

/** A company as another company's founders' list names it: form and quotes always show. */
export function nameFounderCompany(random: Random, brand: string): string {
  const [open, close] = pick(random, quotes);
  if (chance(random, 0.5)) return `${open}${brand}${close} S.R.L.`;
  return chance(random, 0.5)
    ? `S.R.L. ${open}${brand}${close}`
    : `Societatea cu Răspundere Limitată ${open}${brand}${close}`;
}

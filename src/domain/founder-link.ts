import type { CompanyRecord } from './company.ts';
import { foldCompanyName } from './company-name.ts';
import { toFounders } from './founders.ts';

/** What a founder that is an organisation can be recognised by, the number before the name. */
export type FounderMark = { idno: string } | { name: string };

const LONG_NUMBER = /\d(?:[ -]?\d){12}/;

/** For each founder in order; null where it is no organisation, or its name is only a form. */
export function toFounderMarks({
  company,
  raw,
}: Pick<CompanyRecord, 'company' | 'raw'>): (FounderMark | null)[] {
  const idnos = readIdnos(raw.founders);
  return company.founders.map(({ name, type }, place) => {
    if (type !== 'persoana_juridica') return null;
    const idno = idnos[place] ?? null;
    if (idno !== null) return { idno };
    const folded = foldCompanyName(name);
    return folded === '' ? null : { name: folded };
  });
}

/** The mark as one text: numbers of the register are 13 digits, and names hardly ever. */
export function toMarkText(mark: FounderMark): string {
  return 'idno' in mark ? mark.idno : mark.name;
}

/** Hardly any cell has a number in it, and only those are read again. */
function readIdnos(founders: string | null): readonly (string | null)[] {
  return founders !== null && LONG_NUMBER.test(founders) ? toFounders(founders).idnos : [];
}

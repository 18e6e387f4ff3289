import type { Company, CompanyRecord } from '../../company/company.ts';
import { toNameParts } from '../company-name.ts';
import { foldWords } from '../folded-words.ts';
import { toFounders } from './founders.ts';

/** What a founder that is an organisation can be recognised by, the number before the name. */
export type FounderIdentifier = { idno: string } | { name: string; form: string | null };

const LONG_NUMBER = /\d(?:[ -]?\d){12}/;

/** For each founder in order; null where it is no organisation, or its name is only a form. */
export function toFounderIdentifiers({
  company,
  raw,
}: Pick<CompanyRecord, 'company' | 'raw'>): (FounderIdentifier | null)[] {
  const read = readIdnos(raw.founders);
  // An older program may have read other founders in the same text.
  const idnos = read.length === company.founders.length ? read : [];
  return company.founders.map(({ name, type }, place) => {
    if (type !== 'persoana_juridica') return null;
    const idno = idnos[place] ?? null;
    if (idno !== null) return { idno };
    const parts = toNameParts(name);
    return parts.name === '' ? null : parts;
  });
}

/** The mark as one text: numbers of the register are 13 digits, and names hardly ever. */
export function toIdentifierText(mark: FounderIdentifier): string {
  return 'idno' in mark ? mark.idno : mark.name;
}

/** Whether a company may have the form that stands in a founder's text, of companies so called. */
export function mayHaveForm(
  { name, legalForm }: Pick<Company, 'name' | 'legalForm'>,
  form: string | null,
): boolean {
  const ofName = toNameParts(name).form;
  const filed = legalForm === null ? null : foldWords(legalForm);
  return form === null || form === ofName || form === filed || (ofName ?? filed) === null;
}

/** Hardly any cell has a number in it, and only those are read again. */
function readIdnos(founders: string | null): readonly (string | null)[] {
  return founders !== null && LONG_NUMBER.test(founders) ? toFounders(founders).idnos : [];
}

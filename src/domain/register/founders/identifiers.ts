import type { Company, CompanyRecord } from '../../company/company.ts';
import { LONG_NUMBER } from '../../company/idno.ts';
import { toNameParts } from '../company-name.ts';
import { undoConversion } from '../conversion.ts';
import { foldWords } from '../folded-words.ts';
import { toFounders } from './founders.ts';

/** Identifies a founder that is an organisation: by its IDNO if known, else by its name. */
export type FounderIdentifier = { idno: string } | { name: string; form: string | null };

/** For each founder in order; null if it is no organisation, or its name is only a legal form. */
export function toFounderIdentifiers({
  company,
  raw,
}: Pick<CompanyRecord, 'company' | 'raw'>): (FounderIdentifier | null)[] {
  const parsed = readIdnos(raw.founders);
  // An older version may have read other founders from the same text.
  const idnos = parsed.length === company.founders.length ? parsed : [];
  return company.founders.map(({ name, type }, index) => {
    if (type !== 'persoana_juridica') return null;
    const idno = idnos[index] ?? null;
    if (idno !== null) return { idno };
    const parts = toNameParts(name);
    return parts.name === '' ? null : parts;
  });
}

/** The identifier as one text. An IDNO has 13 digits, which hardly any name has. */
export function toIdentifierText(identifier: FounderIdentifier): string {
  return 'idno' in identifier ? identifier.idno : identifier.name;
}

/** Whether a company with the founder's name may have the legal form in the founder's text. */
export function mayHaveForm(
  { name, legalForm }: Pick<Company, 'name' | 'legalForm'>,
  form: string | null,
): boolean {
  const ofName = toNameParts(name).form;
  const filed = legalForm === null ? null : foldWords(legalForm);
  return form === null || form === ofName || form === filed || (ofName ?? filed) === null;
}

/** Parses the cell again only if it has a number, which few cells have. */
function readIdnos(founders: string | null): readonly (string | null)[] {
  if (founders === null || founders.search(LONG_NUMBER) < 0) return [];
  return toFounders(undoConversion(founders)).idnos;
}

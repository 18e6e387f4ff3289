import { hash } from 'node:crypto';
import { LEGAL_FORM_LABELS } from '../domain/register/legal-form.ts';
import { OPENAPI } from './openapi.ts';

/** A value that answers contain, in words; null where there is no official word. */
interface Code {
  code: string;
  ro: string | null;
  ru: string | null;
  en: string | null;
}

/** A list of codes as it is served. */
export interface CodeList {
  path: string;
  /** JSON. */
  body: string;
  /** A quoted hash of the codes. */
  etag: string;
}

const { Company, Founder } = OPENAPI.components.schemas;

/** Every value of each field whose values change with the program alone. */
export const FIXED_CODE_LISTS: readonly CodeList[] = [
  toCodeList('legal-forms', toCodes(LEGAL_FORM_LABELS)),
  toCodeList('statuses', toCodes(Company.properties.status['x-values'])),
  toCodeList('founder-types', toCodes(Founder.properties.type['x-values'])),
];

/** With the labels of the data dictionary, and when the value applies where that tells. */
function toCodes(
  values: Readonly<Record<string, Omit<Code, 'code'> & { meaning?: string }>>,
): object[] {
  return Object.entries(values).map(([code, { ro, ru, en, ...more }]) => {
    return { code, ro, ru, en, ...more };
  });
}

export function toCodeList(name: string, codes: readonly object[]): CodeList {
  const version = toHash(codes);
  return {
    path: `/codes/${name}.json`,
    body: JSON.stringify({ version, codes }),
    etag: `"${version}"`,
  };
}

export function toHash(content: object): string {
  return hash('sha256', JSON.stringify(content));
}

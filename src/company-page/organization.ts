import type { Company } from '../domain/company/company.ts';

/** Would end the script element, or begin a comment in it. */
const MARKUP = /</g;

/**
 * The company as a schema.org Organization in JSON-LD, for a script element. It has no people: their
 * names are for holders of a key.
 */
export function toOrganization({ idno, name, regDate, address }: Company, url: string): string {
  const organization = {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': url,
    url,
    name,
    legalName: name,
    taxID: idno,
    identifier: { '@type': 'PropertyValue', propertyID: 'IDNO', value: idno },
    ...(regDate !== null && { foundingDate: regDate }),
    ...(address !== null && { address }),
  };
  return JSON.stringify(organization).replace(MARKUP, '\\u003c');
}

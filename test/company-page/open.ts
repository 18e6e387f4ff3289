import type { OutgoingHttpHeaders } from 'node:http';
import { type AppOptions, openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';

const BASE_URL = 'https://registru.example';
export const PATH = `/companie/${IDNO}`;

/**
 * The application where COMPANY_URL names its own page, as it does by default, with a dump unless it
 * is told to have none.
 */
export async function openCompanyPage({
  isEmpty = false,
  ...options
}: AppOptions & { isEmpty?: boolean } = {}) {
  const app = await openTestApp({
    baseUrlOf: () => BASE_URL,
    hasCompanyPages: true,
    ...options,
  });
  if (!isEmpty) await app.store.imports.record(makeRun({ id: 'first' }));
  return {
    ...app,
    open: (path = PATH, headers: OutgoingHttpHeaders = {}) =>
      app.send(path, { headers: { accept: 'text/html', ...headers } }),
  };
}

export const toLanguage = (html: string) => /<html lang="(..)">/.exec(html)?.[1];
export const toHeading = (html: string) => /<h1[^>]*>([^<]+)</.exec(html)?.[1];

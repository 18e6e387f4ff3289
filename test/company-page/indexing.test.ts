import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { TEST_COMPANIES } from '../../src/domain/company/test-companies.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { openTestApp } from '../support/app.ts';
import { COMPANY, toIdno, toStored } from '../support/companies.ts';
import { openCompanyPage, PATH } from './open.ts';

const URL = `https://registru.example${PATH}`;
const LINKS = /<link rel="(?:canonical|alternate)" href[^>]*>/g;
const listAddresses = (xml: string) =>
  [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url);

it('is off by default', async () => {
  const { open } = await openCompanyPage();
  const { headers, body } = await open();
  expect([headers['x-robots-tag'], body.match(LINKS)]).toEqual(['noindex', null]);
  expect((await open('/sitemap.xml')).status).toBe(404);
  expect((await open('/robots.txt')).body).not.toContain('Sitemap');
});

it('lets search engines list pages of companies, and nothing else', async () => {
  const { open } = await openCompanyPage({ indexCompanies: true });
  const links = (canonical: string) => [
    `<link rel="canonical" href="${canonical}">`,
    ...['ro', 'ru', 'en'].map(
      (one) => `<link rel="alternate" hreflang="${one}" href="${URL}?lang=${one}">`,
    ),
  ];
  for (const [path, canonical] of [
    [PATH, URL],
    [`${PATH}?lang=ru`, `${URL}?lang=ru`],
    [`${PATH}?lang=x&utm=y`, URL],
  ] as const) {
    const { headers, body } = await open(path);
    expect(headers['x-robots-tag']).toBeUndefined();
    expect(body.match(LINKS)).toEqual(links(canonical));
  }
  const test = `/companie/${TEST_COMPANIES[0]?.company.idno}`;
  for (const path of ['/companie/0', '/companie?name=aur', '/companie', test]) {
    expect([path, (await open(path)).headers['x-robots-tag']]).toEqual([path, 'noindex']);
  }
});

it('has a sitemap of all companies in parts, which robots.txt names', async () => {
  const { open, port, store, clock } = await openCompanyPage({ indexCompanies: true });
  expect((await open('/robots.txt')).body).toMatch(
    /\nSitemap: https:\/\/registru\.example\/sitemap\.xml\n$/,
  );
  const index = await open('/sitemap.xml');
  expect([index.status, index.headers['content-type']]).toEqual([200, 'application/xml']);
  expect(listAddresses(index.body)).toEqual(['https://registru.example/sitemap/1.xml.gz']);
  const readPart = async () => {
    const part = await fetch(`http://127.0.0.1:${port}/sitemap/1.xml.gz`);
    return listAddresses(gunzipSync(await part.arrayBuffer()).toString());
  };
  expect(await readPart()).toEqual([URL]);
  for (const file of ['2.xml.gz', '0.xml.gz', '..%2F..', '1']) {
    expect((await open(`/sitemap/${file}`)).status).toBe(404);
  }
  await store.companies.write([toStored({ ...COMPANY, idno: toIdno(1) })], []);
  expect(await readPart()).toHaveLength(1);
  clock.advance(3_600_000);
  expect(await readPart()).toEqual([`https://registru.example/companie/${toIdno(1)}`, URL]);
});

it('is made in parts of at most 50,000, and again after a failure', async () => {
  const { open, store } = await openCompanyPage({ indexCompanies: true });
  const { listIdnos } = store.companies;
  store.companies.listIdnos = () => Promise.reject(new Unavailable('disk'));
  expect((await open('/sitemap.xml')).status).toBe(503);
  store.companies.listIdnos = async (after, first) => {
    const from = after === null ? 0 : Number(after.slice(1)) + 1;
    const length = Math.max(0, Math.min(first, 50_001 - from));
    return Array.from({ length }, (_, place) => toIdno(from + place));
  };
  expect(listAddresses((await open('/sitemap.xml')).body)).toHaveLength(2);
  store.companies.listIdnos = listIdnos;
});

it('is off where COMPANY_URL names another place', async () => {
  const { send } = await openTestApp({ indexCompanies: true });
  expect((await send('/sitemap.xml')).status).toBe(404);
  expect((await send('/robots.txt')).body).not.toContain('Sitemap');
});

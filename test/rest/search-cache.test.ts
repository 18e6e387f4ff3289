import { expect, it, onTestFinished } from 'vitest';
import { openSqliteQueryReads } from '../../src/store/sqlite/query-reads.ts';
import { type AppOptions, openTestApp } from '../support/app.ts';
import { COMPANY, IDNO, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

/** The service on an embedded store, and the texts that the store searched for. */
async function openWatched(options: AppOptions = {}) {
  const folder = makeTestFolder();
  const store = openTestSqlite(folder);
  const reads = openSqliteQueryReads(folder);
  onTestFinished(() => reads.close());
  const searched: string[] = [];
  const watched: typeof reads = {
    ...reads,
    searchNames(query) {
      searched.push(query.text);
      return reads.searchNames(query);
    },
  };
  const app = await openTestApp({ ...options, store, openSearchReads: () => watched });
  const key = await app.subscribe('a@test.example', 'agency');
  const ask = (query: string) => app.get(`/api/v1/search?${query}`, key);
  return { ...app, store, searched, ask };
}

it('answers the same search again from memory, for all keys', async () => {
  const { ask, searched, get, subscribe } = await openWatched();
  const first = await ask('name=strengarul');
  expect(JSON.parse(first.body).companies).toMatchObject([{ idno: IDNO }]);
  const other = await subscribe('b@test.example', 'business');
  const second = await get('/api/v1/search?name=strengarul', other);
  expect(second).toMatchObject({ status: 200, body: first.body });
  expect(second.headers.etag).toBe(first.headers.etag);
  expect(searched).toEqual(['strengarul']);
});

it('searches for what differs in any parameter', async () => {
  const { ask, searched, store } = await openWatched();
  const twin = toStored({ ...COMPANY, idno: '1000000000001' });
  await store.companies.write([twin], []);
  const pages = ['', '&status=activa', '&region=0120', '&caem=70.22', '&limit=2', '&limit=1'];
  for (const page of pages) await ask(`name=strengarul${page}`);
  const { next } = JSON.parse((await ask('name=strengarul&limit=1')).body);
  const last = await ask(`name=strengarul&limit=1&after=${next}`);
  expect(JSON.parse(last.body)).toMatchObject({ companies: [{ idno: IDNO }], next: null });
  expect(searched).toHaveLength(pages.length + 1);
});

it('searches again with the next request after a company has changed', async () => {
  const { ask, store } = await openWatched();
  for (const region of ['0100', '0300', null]) {
    await store.companies.write([toStored({ ...COMPANY, region })], []);
    const { companies } = JSON.parse((await ask('name=strengarul')).body);
    expect(companies).toMatchObject([{ region }]);
  }
});

it('searches for each request where answers may take no memory', async () => {
  const { ask, searched } = await openWatched({ answerCacheMib: 0 });
  for (const _ of [1, 2]) expect((await ask('name=strengarul')).status).toBe(200);
  expect(searched).toEqual(['strengarul', 'strengarul']);
});

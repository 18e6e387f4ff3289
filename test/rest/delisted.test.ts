import { expect, it } from 'vitest';
import { COMPANY, delist, IDNO, toIdno, toStored } from '../support/companies.ts';
import { openApi } from './open.ts';

const SINCE = '2026-09-21';
const PATH = `/api/v1/company/${IDNO}`;

it.each([0, 1])(
  'a company that the register no longer lists is marked, with a cache of %d MiB',
  async (answerCacheMib) => {
    const { send, store, key } = await openApi({ plan: 'agency', answerCacheMib });
    const ask = (path: string, headers = {}) =>
      send(path, { headers: { 'x-api-key': key, ...headers } });
    const listed = await ask(PATH);
    expect(listed.headers).not.toHaveProperty('x-removed-since');
    expect((await ask('/api/v1/search?name=strengarul')).body).toContain('"removed_since":null');

    await delist(store.companies, [IDNO], SINCE);
    for (let request = 0; request < 2; request++) {
      const { status, body, headers } = await ask(PATH);
      expect([status, body]).toEqual([200, listed.body]);
      expect(headers).toMatchObject({ 'x-removed-since': SINCE, etag: listed.headers.etag });
    }
    const unchanged = await ask(PATH, { 'if-none-match': listed.headers.etag });
    expect([unchanged.status, unchanged.headers['x-removed-since']]).toEqual([304, SINCE]);

    // It returns with a later dump.
    await store.companies.write([toStored(COMPANY)], []);
    expect((await ask(PATH)).headers).not.toHaveProperty('x-removed-since');
  },
);

it.each(['name=strengarul', `name=${IDNO}`, 'status=activa'])(
  'a search tells which companies the register no longer lists: %s',
  async (query) => {
    const { get, store, key } = await openApi({ plan: 'agency' });
    const other = { ...COMPANY, idno: toIdno(2) };
    await store.companies.write([toStored(other)], []);
    await delist(store.companies, [IDNO], SINCE);
    const { body } = await get(`/api/v1/search?${query}`, key);
    const found: { idno: string; removed_since: string | null }[] = JSON.parse(body).companies;
    for (const { idno, removed_since } of found) {
      expect([idno, removed_since]).toEqual([idno, idno === IDNO ? SINCE : null]);
    }
    expect(found.map(({ idno }) => idno)).toContain(IDNO);
  },
);

import { describe, expect, it } from 'vitest';
import { isApiKeyText, TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { CHANGE_CAUSES, CHANGE_KINDS } from '../../src/domain/company/public-changes.ts';
import {
  DELISTED_TEST_IDNO,
  EXAMPLE_IDNO,
  LIMITED_TEST_IDNO,
  NEW_TEST_IDNO,
  TEST_COMPANIES,
  UNKNOWN_TEST_IDNO,
} from '../../src/domain/company/test-companies.ts';
import { createTestKeyLimit, MAX_TEST_KEY_REQUESTS } from '../../src/rest/test-key-limit.ts';
import { MAX_PAGES_PER_SITE } from '../../src/web/page-limits.ts';
import { createClock } from '../support/clock.ts';
import { COMPANY, IDNO, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { openApi } from './open.ts';

const PATH = `/api/v1/company/${EXAMPLE_IDNO}`;

describe('the public test key', () => {
  it('answers for a test company as a Business key does, and 304', async () => {
    const { get, key } = await openApi();
    const own = await get(PATH, key);
    const answer = await get(PATH, TEST_API_KEY);
    expect(isApiKeyText(TEST_API_KEY)).toBe(true);
    expect([answer.status, answer.body]).toEqual([200, own.body]);
    expect(Object.keys(answer.headers).sort()).toEqual(Object.keys(own.headers).sort());
    expect(answer.headers).toMatchObject({
      'x-ratelimit-limit': '60',
      'x-ratelimit-tier': 'medium',
      'x-ratelimit-remaining': '59',
    });
  });

  it('answers 304 and HEAD, and 404 for the number of no company', async () => {
    const { send, get } = await openApi();
    const { etag } = (await get(PATH, TEST_API_KEY)).headers;
    const headers = { 'x-api-key': TEST_API_KEY };
    expect(
      (await send(PATH, { headers: { ...headers, 'if-none-match': String(etag) } })).status,
    ).toBe(304);
    expect((await send(PATH, { headers, method: 'HEAD' })).status).toBe(200);
    const missing = await get(`/api/v1/company/${UNKNOWN_TEST_IDNO}`, TEST_API_KEY);
    expect([missing.status, JSON.parse(missing.body).error]).toEqual([404, 'not_found']);
  });

  it.each([
    `/api/v1/company/${IDNO}`,
    `/api/v1/company/${UNKNOWN_IDNO}`,
    '/api/v1/company/abc',
    '/api/v1/company/0000000000',
    `/api/v1/company/${EXAMPLE_IDNO}0`,
    '/api/v1/company/%zz',
    '/api/v1/changes?watched=true',
    '/api/v1/watchlist',
    '/api/v1/nope',
  ])('gets 403 for %s, which says that it is the test key', async (path) => {
    const { get } = await openApi();
    const answer = await get(path, TEST_API_KEY);
    expect([answer.status, JSON.parse(answer.body).error]).toEqual([403, 'no_active_api_plan']);
    expect(JSON.parse(answer.body).message).toContain('public test key');
    expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
  });

  it('answers for several test companies, which count as a request each', async () => {
    const { send, key } = await openApi();
    const post = (apiKey: string, body: unknown) =>
      send('/api/v1/companies', {
        method: 'POST',
        headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      });
    const idnos = [...TEST_COMPANIES.map(({ company }) => company.idno), UNKNOWN_TEST_IDNO];
    const answer = await post(TEST_API_KEY, { idnos });
    expect([answer.status, answer.body]).toEqual([200, (await post(key, { idnos })).body]);
    expect(answer.headers['x-ratelimit-remaining']).toBe(String(60 - idnos.length));
    for (const others of [[IDNO], [...idnos, IDNO], [UNKNOWN_IDNO, EXAMPLE_IDNO]]) {
      const refused = await post(TEST_API_KEY, { idnos: others });
      expect([refused.status, JSON.parse(refused.body).error]).toEqual([403, 'no_active_api_plan']);
    }
    expect((await post(TEST_API_KEY, {})).status).toBe(400);
    const many = Array.from({ length: 49 }, () => EXAMPLE_IDNO);
    const limited = await post(TEST_API_KEY, { idnos: many });
    expect([limited.status, limited.headers['retry-after']]).toEqual([429, '60']);
  });

  it('has 60 requests in any 60 seconds, apart from the keys of accounts', async () => {
    const { get, key, clock, store } = await openApi();
    for (let sent = 0; sent < 60; sent++) expect((await get(PATH, TEST_API_KEY)).status).toBe(200);
    const refused = await get(PATH, TEST_API_KEY);
    expect([refused.status, refused.headers['retry-after']]).toEqual([429, '60']);
    expect((await get(`/api/v1/company/${IDNO}`, TEST_API_KEY)).status).toBe(403);
    expect((await get(PATH, key)).headers['x-ratelimit-remaining']).toBe('59');
    clock.advance(60_000);
    expect((await get(PATH, TEST_API_KEY)).status).toBe(200);
    expect(await store.accounts.findKeyAccess([TEST_API_KEY])).toEqual([null]);
  });
});

describe('the register of the test companies', () => {
  async function openWithTestKey() {
    const api = await openApi();
    await api.store.companies.write([toStored(COMPANY)], []);
    const ask = async (path: string) => {
      const { status, body, headers } = await api.get(`/api/v1/${path}`, TEST_API_KEY);
      return { status, headers, answer: JSON.parse(body) };
    };
    return { ...api, ask };
  }
  const toIdnos = (list: { idno: string }[]) => list.map(({ idno }) => idno);

  it('is searched by names, former names, filters and numbers, in pages', async () => {
    const { ask } = await openWithTestKey();
    const all = TEST_COMPANIES.map(({ company }) => company.idno);
    const found: string[] = [];
    for (let after = ''; ; ) {
      const { answer } = await ask(`search?name=exemplu&limit=6${after && `&after=${after}`}`);
      found.push(...toIdnos(answer.companies));
      if (answer.next === null) break;
      after = answer.next;
    }
    expect([found.length, found.toSorted()]).toEqual([all.length, all.toSorted()]);
    for (const [query, idnos] of [
      [`name=${IDNO}`, []],
      [`name=${encodeURIComponent(COMPANY.name)}`, []],
      [`name=${EXAMPLE_IDNO}`, [EXAMPLE_IDNO]],
      ['name=alt+nume', ['0000000000022']],
      ['name=in+lichid', ['0000000000022']],
      ['status=insolvabila', ['0000000000033']],
      ['region=0120&caem=62.01&name=nou', [NEW_TEST_IDNO]],
      ['region=9999', []],
    ] as const) {
      const { status, answer } = await ask(`search?${query}`);
      expect([query, status, toIdnos(answer.companies)]).toEqual([query, 200, idnos]);
    }
    expect((await ask('search')).status).toBe(400);
  });

  it('has a change of each kind and cause, in pages, which are those of the histories', async () => {
    const { ask } = await openWithTestKey();
    const changes: { idno: string; kind: string; cause: string; data_date: string }[] = [];
    for (let from = 'from=2026-09-01'; ; ) {
      const { answer } = await ask(`changes?${from}&limit=5`);
      changes.push(...answer.changes);
      if (!answer.more) break;
      from = `after=${answer.next}`;
    }
    expect(new Set(changes.map(({ kind }) => kind))).toEqual(new Set(CHANGE_KINDS));
    expect(new Set(changes.map(({ cause }) => cause))).toEqual(new Set(CHANGE_CAUSES));
    for (const { idno, kind, data_date } of changes) {
      const { answer } = await ask(`company/${idno}/history`);
      expect(answer.changes).toContainEqual(expect.objectContaining({ kind, data_date }));
    }
    expect((await ask('changes')).answer).toMatchObject({ changes: [], more: false });
    expect((await ask('changes?from=2026-09-17')).answer.changes[0].data_date).toBe('2026-09-21');
    const foreign = Buffer.from(JSON.stringify([Date.parse('2026-09-01'), null]));
    expect((await ask(`changes?after=${foreign.toString('base64url')}`)).status).toBe(410);
  });

  it('has a company that is delisted, and one that was not listed yet', async () => {
    const { ask } = await openWithTestKey();
    const { headers } = await ask(`company/${DELISTED_TEST_IDNO}`);
    expect(headers['x-removed-since']).toBe('2026-09-21');
    expect((await ask(`company/${NEW_TEST_IDNO}?at=2026-09-13`)).status).toBe(404);
    expect((await ask(`company/${NEW_TEST_IDNO}?at=2026-09-14`)).status).toBe(200);
    expect((await ask(`company/${NEW_TEST_IDNO}?at=2026-08-30`)).status).toBe(400);
  });

  it('has a number that is answered 429, which counts nothing', async () => {
    const { ask, get, key } = await openWithTestKey();
    for (const path of ['', '/history']) {
      const { status, headers } = await ask(`company/${LIMITED_TEST_IDNO}${path}`);
      expect(status).toBe(429);
      expect(headers).toMatchObject({ 'retry-after': '60', 'x-ratelimit-remaining': '0' });
    }
    expect((await ask(`company/${EXAMPLE_IDNO}`)).headers['x-ratelimit-remaining']).toBe('59');
    expect((await get(`/api/v1/company/${LIMITED_TEST_IDNO}`, key)).status).toBe(404);
  });
});

describe('the limit of the test key', () => {
  it('counts an IPv6 subscriber by its /64', () => {
    const admit = createTestKeyLimit(createClock().nowMs);
    for (let sent = 0; sent < 60; sent++) {
      expect(admit(`2001:db8:0:1::${sent}`).admitted).toBe(true);
    }
    expect(admit('2001:db8:0:1:ffff::1').admitted).toBe(false);
    expect(admit('2001:db8:0:2::1').admitted).toBe(true);
  });

  it('counts a /48 and a /24 in which one has many networks, as pages do', () => {
    for (const toAddress of [
      (turn: number) => `2001:db8:0:${turn.toString(16)}::1`,
      (turn: number) => `198.51.100.${turn}`,
    ]) {
      const admit = createTestKeyLimit(createClock().nowMs);
      let admitted = 0;
      for (let sent = 0; sent < 80 * 60; sent++) {
        if (admit(toAddress(sent % 80)).admitted) admitted++;
      }
      expect(admitted).toBe(MAX_PAGES_PER_SITE);
      expect(admit(toAddress(90))).toMatchObject({ admitted: false, remaining: 0 });
      expect(admit('2001:db8:1::1')).toMatchObject({ admitted: true, remaining: 59 });
    }
  });

  it('counts several companies as one request each, or none of them', () => {
    const clock = createClock();
    const admit = createTestKeyLimit(clock.nowMs);
    expect(admit('192.0.2.1', 50)).toMatchObject({ admitted: true, remaining: 10 });
    clock.advance(1_000);
    expect(admit('192.0.2.1', 11)).toMatchObject({
      admitted: false,
      remaining: 10,
      resetMs: 59_000,
    });
    expect(admit('192.0.2.1', 10)).toMatchObject({ admitted: true, remaining: 0 });
    // The rest of a /24 has 540 left, and then none.
    for (let host = 2; host < 11; host++) expect(admit(`192.0.2.${host}`, 60).admitted).toBe(true);
    expect(admit('192.0.2.99', 2)).toMatchObject({ admitted: false, remaining: 0 });
  });

  it('says what all limits together leave', () => {
    const admit = createTestKeyLimit(createClock().nowMs);
    for (let host = 1; host < 10; host++) admit(`192.0.2.${host}`, 60);
    expect(admit('192.0.2.10', 50)).toMatchObject({ admitted: true, remaining: 10 });
    expect(admit('192.0.2.11', 4)).toMatchObject({ admitted: true, remaining: 6 });
    expect(admit('192.0.2.12', 7)).toMatchObject({ admitted: false, remaining: 6 });
  });

  it('caps all networks together, and not those that are refused anyway', () => {
    const clock = createClock();
    const admit = createTestKeyLimit(clock.nowMs);
    for (let tried = 0; tried < 2 * MAX_TEST_KEY_REQUESTS; tried++) admit('192.0.2.1');
    let admitted = 60;
    for (let sent = 0; sent < 100_000; sent++) {
      if (admit(`10.${sent >> 16}.${(sent >> 8) & 255}.${sent & 255}`).admitted) admitted++;
    }
    expect(admitted).toBe(MAX_TEST_KEY_REQUESTS);
    clock.advance(60_000);
    expect(admit('192.0.2.1').admitted).toBe(true);
  });
});

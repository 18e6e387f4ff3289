import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ACTOR } from '../support/app.ts';
import { COMPANY, IDNO, makeBare, toStored } from '../support/companies.ts';
import { send } from '../support/http.ts';
import { openApi } from './open.ts';

const PATH = `/api/v1/company/${IDNO}`;
const BODY = readFileSync(new URL('bodies/200.json', import.meta.url), 'utf8');

describe('a known company', () => {
  it('is the committed body, byte for byte', async () => {
    const { get, key } = await openApi();
    const { status, body, headers } = await get(PATH, key);
    expect(status).toBe(200);
    expect(body).toBe(BODY);
    expect(headers['content-type']).toBe('application/json; charset=utf-8');
  });

  it('has every field when the register knows next to nothing', async () => {
    const { get, store, key } = await openApi();
    await store.companies.write([toStored(makeBare(COMPANY))], []);
    const { body } = await get(PATH, key);
    expect(Object.keys(JSON.parse(body))).toEqual(Object.keys(JSON.parse(BODY)));
    expect(JSON.parse(body)).toMatchObject({ legal_form: null, vat_payer: null, founders: [] });
  });

  it.each([
    ['a stray percent sign in the query', `/company/%31${IDNO.slice(1)}?x=%zz`],
    ['an escape in the query that is no UTF-8', `/%63ompany/${IDNO}?x=%ff&y=%`],
    ['a fragment', `/company/%31${IDNO.slice(1)}#%zz`],
  ])('is found whatever follows the path: %s', async (_name, path) => {
    const { get, key } = await openApi();
    expect(await get(`/api/v1${path}`, key)).toMatchObject({ status: 200, body: BODY });
  });

  it('is found by a request target in absolute form', async () => {
    const { port, get, key } = await openApi();
    const path = `http://registru.example${PATH}?x=%zz`;
    expect(await get(path, key)).toMatchObject({ status: 200, body: BODY });
    expect((await send(port, path, { method: 'POST' })).status).toBe(401);
    const headers = { 'x-api-key': key };
    expect((await send(port, path, { method: 'POST', headers })).status).toBe(405);
  });

  it.each([
    ['business', '60', 'medium', '"medium";q=60;w=60', '"medium";r=59;t=60'],
    ['agency', '300', 'high', '"high";q=300;w=60', '"high";r=299;t=60'],
  ] as const)('tells the limits of %s', async (plan, limit, tier, policy, rateLimit) => {
    const { get, key } = await openApi({ plan });
    const { headers } = await get(PATH, key);
    expect(headers).toMatchObject({
      'x-ratelimit-limit': limit,
      'x-ratelimit-tier': tier,
      'x-ratelimit-remaining': String(Number(limit) - 1),
      'ratelimit-policy': policy,
      ratelimit: rateLimit,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
    });
    expect(headers).not.toHaveProperty('access-control-allow-origin');
    expect(headers).not.toHaveProperty('last-modified');
  });

  it('answers HEAD with the headers of GET and no body', async () => {
    const { send, get, key } = await openApi();
    const got = await get(PATH, key);
    const head = await send(PATH, { method: 'HEAD', headers: { 'x-api-key': key } });
    expect(head).toMatchObject({ status: 200, body: '' });
    expect(head.headers.etag).toBe(got.headers.etag);
    expect(head.headers['content-length']).toBe(String(Buffer.byteLength(BODY)));
  });

  it('takes the tier of the plan at the very next request', async () => {
    const { get, accounts, key } = await openApi();
    const tiers = [];
    for (const plan of ['business', 'agency', 'business'] as const) {
      await accounts.setPlan('a@test.example', { plan, endsAtMs: null }, ACTOR);
      tiers.push((await get(PATH, key)).headers['x-ratelimit-tier']);
    }
    expect(tiers).toEqual(['medium', 'high', 'medium']);
  });

  it('is marked with the time of its last use, written in the background', async () => {
    const { get, accounts, keyUses, clock, key } = await openApi();
    await get(PATH, key);
    const firstMs = clock.nowMs();
    await keyUses.flush();
    expect((await accounts.find('a@test.example')).apiKey?.lastUsedAtMs).toBe(firstMs);

    clock.advance(59_999);
    await get(PATH, key);
    await keyUses.flush();
    expect((await accounts.find('a@test.example')).apiKey?.lastUsedAtMs).toBe(firstMs);

    clock.advance(1);
    await get(PATH, key);
    await keyUses.flush();
    expect((await accounts.find('a@test.example')).apiKey?.lastUsedAtMs).toBe(firstMs + 60_000);
  });
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { ACTOR, openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import { openApi } from './open.ts';

const PATH = `/api/v1/company/${IDNO}`;
const BODY = readFileSync(new URL('bodies/429.json', import.meta.url), 'utf8');

it.each([
  ['business', 60],
  ['agency', 300],
] as const)('refuses what %s has no room for, until a slot leaves', async (plan, limit) => {
  const { get, clock, key } = await openApi({ plan });
  expect((await get(PATH, key)).status).toBe(200);
  clock.advance(500);
  for (let count = 2; count <= limit; count++) {
    expect((await get(PATH, key)).status).toBe(200);
  }
  const refused = await get(PATH, key);
  expect(refused).toMatchObject({ status: 429, body: BODY });
  expect(refused.headers).toMatchObject({
    'retry-after': '60',
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': '0',
    ratelimit: `"${plan === 'agency' ? 'high' : 'medium'}";r=0;t=60`,
  });

  clock.advance(59_499);
  expect((await get(PATH, key)).status).toBe(429);
  clock.advance(1);
  expect((await get(PATH, key)).status).toBe(200);
  expect((await get(PATH, key)).status).toBe(429);
});

it('counts every admitted request whatever comes of it, and comes before 400, 404 and 405', async () => {
  const { get, send, key } = await openApi();
  const headers = { 'x-api-key': key };
  const requests = [
    async () => expect((await get('/api/v1/company/abc', key)).status).toBe(400),
    async () => expect((await get('/api/v1/nope', key)).status).toBe(404),
    async () => expect((await send(PATH, { method: 'DELETE', headers })).status).toBe(405),
  ];
  for (let count = 0; count < TIER_LIMITS.medium; count++) {
    await requests[count % requests.length]?.();
  }
  for (const path of [PATH, '/api/v1/company/abc', '/api/v1/nope', '/api/v1/company/%zz']) {
    expect((await get(path, key)).status).toBe(429);
  }
});

it('counts each key separately', async () => {
  const { get, subscribe } = await openTestApp();
  const one = await subscribe('a@test.example', 'business');
  const other = await subscribe('b@test.example', 'business');
  for (let count = 0; count <= TIER_LIMITS.medium; count++) await get(PATH, one);
  expect((await get(PATH, one)).status).toBe(429);
  expect((await get(PATH, other)).headers['x-ratelimit-remaining']).toBe(
    String(TIER_LIMITS.medium - 1),
  );
});

it('remembers what was admitted under another plan', async () => {
  const { get, accounts, key } = await openApi({ plan: 'agency' });
  for (let count = 0; count < TIER_LIMITS.medium; count++) await get(PATH, key);
  await accounts.setPlan('a@test.example', { plan: 'business', endsAtMs: null }, ACTOR);
  expect((await get(PATH, key)).status).toBe(429);
  await accounts.setPlan('a@test.example', { plan: 'agency', endsAtMs: null }, ACTOR);
  expect((await get(PATH, key)).headers['x-ratelimit-remaining']).toBe(
    String(TIER_LIMITS.high - TIER_LIMITS.medium - 1),
  );
});

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ACTOR, openTestApp, type TestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';

const PATH = `/api/v1/company/${IDNO}`;
const BODY = readFileSync(new URL('bodies/403.json', import.meta.url), 'utf8');
const EMAIL = 'a@test.example';

it.each<[string, (app: TestApp) => Promise<unknown>]>([
  ['a free', ({ accounts }) => accounts.setPlan(EMAIL, { plan: 'free', endsAtMs: null }, ACTOR)],
  [
    'a starter',
    ({ accounts }) => accounts.setPlan(EMAIL, { plan: 'starter', endsAtMs: null }, ACTOR),
  ],
  ['a cancelled', ({ accounts }) => accounts.cancel(EMAIL, ACTOR)],
  [
    'an expired',
    ({ accounts, clock }) =>
      accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: clock.nowMs() }, ACTOR),
  ],
])('answers 403 to a live key of %s plan', async (_name, change) => {
  const app = await openTestApp();
  const key = await app.subscribe(EMAIL, 'business');
  await change(app);
  const answer = await app.get(PATH, key);
  expect(answer).toMatchObject({ status: 403, body: BODY });
  expect(answer.headers).not.toHaveProperty('x-ratelimit-limit');
});

it('lets a plan hold through its last instant and takes the key back when the plan is back', async () => {
  const { get, subscribe, accounts, clock } = await openTestApp();
  const key = await subscribe(EMAIL, 'business');
  const endsAtMs = clock.nowMs() + 10;
  await accounts.setPlan(EMAIL, { plan: 'business', endsAtMs }, ACTOR);
  clock.advance(9);
  expect((await get(PATH, key)).status).toBe(200);
  clock.advance(1);
  expect((await get(PATH, key)).status).toBe(403);
  await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
  expect((await get(PATH, key)).status).toBe(200);
});

it('comes before every other check but the key', async () => {
  const { get, subscribe, accounts } = await openTestApp();
  const key = await subscribe(EMAIL, 'business');
  await accounts.cancel(EMAIL, ACTOR);
  for (const path of ['/api/v1/company/abc', '/api/v1/nope', '/api/v1/company/%zz']) {
    expect((await get(path, key)).status).toBe(403);
  }
});

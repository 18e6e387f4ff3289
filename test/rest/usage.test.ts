import { expect, it } from 'vitest';
import { createReadUsage } from '../../src/accounts/usage/usage.ts';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { openTestApp } from '../support/app.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const EMAIL = 'a@test.example';
const PATH = `/api/v1/company/${IDNO}`;

it('counts the answers of an account by day and outcome', async () => {
  const app = await openTestApp();
  const key = await app.subscribe(EMAIL, 'business');
  const { id } = await app.accounts.find(EMAIL);
  const { headers } = await app.get(PATH, key);
  const cached = { 'x-api-key': key, 'if-none-match': headers.etag ?? '' };
  const { status } = await app.send(PATH, { headers: cached });
  expect(status).toBe(304);
  await app.get(`/api/v1/company/${UNKNOWN_IDNO}`, key);
  await app.get('/api/v1/company/123', key);
  await app.get('/api/v1/nothing', key);
  await app.send(PATH, { method: 'POST', headers: { 'x-api-key': key }, body: 'x' });
  const admitted = 6;
  const refused = 3;
  for (let count = admitted; count < TIER_LIMITS.medium + refused; count++) {
    await app.get(PATH, key);
  }
  await app.send(PATH);
  await app.get(PATH, createApiKeyText());

  app.clock.advance(86_400_000);
  await app.accounts.cancel(EMAIL, { name: 'test', address: null });
  expect((await app.get(PATH, key)).status).toBe(403);
  await app.usageCounter.flush();
  const days = await createReadUsage(app.store.accountReads, app.clock.nowMs)(id);
  expect(days).toHaveLength(30);
  expect(days.slice(-3)).toEqual([
    { day: '2026-11-20', ok: 0, notModified: 0, notFound: 0, clientErrors: 0, limited: 0 },
    {
      day: '2026-11-21',
      ok: TIER_LIMITS.medium - 5,
      notModified: 1,
      notFound: 2,
      clientErrors: 2,
      limited: refused,
    },
    { day: '2026-11-22', ok: 0, notModified: 0, notFound: 0, clientErrors: 1, limited: 0 },
  ]);
});

it('leaves out what was a fault of the service', async () => {
  const store = openTestSqlite(makeTestFolder());
  const companies = { ...store.companies, findByIdnos: () => Promise.reject(new Unavailable('')) };
  const app = await openTestApp({ store: { ...store, companies } });
  const key = await app.subscribe(EMAIL, 'business');
  expect((await app.get(PATH, key)).status).toBe(503);
  expect((await app.get('/api/v1/company/123', key)).status).toBe(400);
  await app.usageCounter.flush();
  const { id } = await app.accounts.find(EMAIL);
  expect(await store.accountReads.listUsage(id, '', '9999')).toEqual([
    { day: '2026-11-21', ok: 0, notModified: 0, notFound: 0, clientErrors: 1, limited: 0 },
  ]);
});

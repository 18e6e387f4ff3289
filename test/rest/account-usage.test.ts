import { expect, it } from 'vitest';
import { TEST_API_KEY } from '../../src/domain/account/api-key.ts';
import { IDNO, UNKNOWN_IDNO } from '../support/companies.ts';
import { openApi } from './open.ts';

const PATH = '/api/v1/usage';

it('returns plan, limit, key, days, watch list and webhook of the account', async () => {
  const { get, key, store, accounts, email } = await openApi({ plan: 'agency' });
  await get(`/api/v1/company/${IDNO}`, key);
  await get(`/api/v1/company/${UNKNOWN_IDNO}`, key);
  const account = await accounts.find(email);
  await store.watchLists.change(account.id, { add: [IDNO], remove: [] }, 10);
  const { status, headers, body } = await get(PATH, key);
  expect(status).toBe(200);
  const { days, ...usage } = JSON.parse(body);
  expect(usage).toMatchObject({
    plan: 'agency',
    tier: 'high',
    plan_ends_at: null,
    limit: 300,
    window_seconds: 60,
    remaining: 297,
    key: { start: key.slice(0, 8) },
    watch_list_size: 1,
    watch_list_max: 10_000,
    webhook: null,
  });
  expect(headers['x-ratelimit-remaining']).toBe('297');
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toMatchObject({ ok: 1, not_found: 1, limited: 0 });
});

it('gives the test key an answer of the same form, and no account', async () => {
  const { get, key } = await openApi();
  const [own, test] = await Promise.all(
    [key, TEST_API_KEY].map(async (text) => JSON.parse((await get(PATH, text)).body)),
  );
  expect(Object.keys(test)).toEqual(Object.keys(own));
  expect(test.key.start).toBe(TEST_API_KEY.slice(0, 8));
});

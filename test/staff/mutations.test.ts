import { describe, expect, it } from 'vitest';
import { ACTOR } from '../support/accounts.ts';
import { toToken, VISITOR } from '../support/sign-in.ts';
import { openStaff, STAFF_EMAIL } from '../support/staff.ts';

const HOLDER = 'holder@test.example';
const REASON = 'asked for by phone';
const DAY_MS = 86_400_000;

async function openWithHolder() {
  const staff = await openStaff();
  const key = await staff.subscribe(HOLDER, 'business');
  const find = () => staff.accounts.find(HOLDER);
  async function entries() {
    const { id } = await find();
    return staff.store.audit.listByAccount(id, 9);
  }
  return { ...staff, key, find, entries };
}

it('gives an account another plan, and the log says who and why', async () => {
  const { ask, find, entries } = await openWithHolder();
  const { data, codes } = await ask(
    `mutation { setSubscription(email: "HOLDER@test.example", plan: agency, until: "2027-01-31",
      reason: " ${REASON} ") { email plan subscription { endsAt } } }`,
  );
  expect(codes).toEqual([]);
  expect(data).toEqual({
    setSubscription: {
      email: HOLDER,
      plan: 'agency',
      subscription: { endsAt: '2027-01-31T22:00:00.000Z' },
    },
  });
  expect((await find()).subscription?.plan).toBe('agency');
  expect((await entries())[0]).toMatchObject({
    action: 'subscription_changed',
    actor: `staff ${STAFF_EMAIL}`,
    detail: `from business to agency until 2027-01-31T22:00:00.000Z; reason: ${REASON}`,
    address: '127.0.0.1',
  });
});

describe('without a new end', () => {
  const END = '2027-01-31T22:00:00.000Z';
  const set = (args: string) =>
    `mutation { setSubscription(email: "${HOLDER}", ${args}, reason: "${REASON}") {
      plan subscription { status endsAt } } }`;

  it.each([
    ['keeps the end of its plan in force', '2027-01-31', 'plan: agency', END],
    ['gets none where that is asked for', '2027-01-31', 'plan: agency, until: null', null],
    ['whose plan has ended gets none', '2020-01-31', 'plan: agency', null],
  ])('an account %s', async (_name, until, next, endsAt) => {
    const { ask } = await openWithHolder();
    await ask(set(`plan: business, until: "${until}"`));
    const { data } = await ask(set(next));
    expect(data).toEqual({
      setSubscription: { plan: 'agency', subscription: { status: 'active', endsAt } },
    });
  });
});

it('says that a plan has expired, after its end', async () => {
  const { ask, accounts } = await openWithHolder();
  const query = `{ account(email: "${HOLDER}") { plan subscription { plan status } } }`;
  const answers = [
    [DAY_MS, { plan: 'business', subscription: { plan: 'business', status: 'active' } }],
    [-1, { plan: 'free', subscription: { plan: 'business', status: 'expired' } }],
  ] as const;
  for (const [inMs, account] of answers) {
    await accounts.setPlan(HOLDER, { plan: 'business', endsAtMs: Date.now() + inMs }, ACTOR);
    expect((await ask(query)).data).toEqual({ account });
  }
});

it('revokes the key that was seen, and no other', async () => {
  const { ask, find, entries, get, key } = await openWithHolder();
  const revoke = (keyId: string) =>
    ask(
      `mutation ($keyId: ID!) { revokeKey(email: "${HOLDER}", keyId: $keyId, reason: "${REASON}") {
        key { id } } }`,
      { keyId },
    );
  expect((await revoke('another')).codes).toEqual(['CONFLICT']);
  const { data } = await revoke((await find()).apiKey?.id ?? '');
  expect(data).toEqual({ revokeKey: { key: null } });
  expect((await get('/api/v1/company/1099600000018', { 'x-api-key': key })).status).toBe(401);
  expect((await entries())[0]).toMatchObject({
    action: 'key_revoked',
    actor: `staff ${STAFF_EMAIL}`,
    detail: `reason: ${REASON}`,
  });
});

it('signs an account out everywhere', async () => {
  const { ask, entries, signIn, sessions } = await openWithHolder();
  const { url } = await signIn.issueLink(HOLDER, ACTOR);
  const { sessionId } = await signIn.signIn(toToken(url), VISITOR);
  await ask(`mutation { signOut(email: "${HOLDER}", reason: "${REASON}") { email } }`);
  expect(await sessions.findSignedIn(sessionId)).toBeNull();
  expect((await entries())[0]).toMatchObject({
    action: 'signed_out_everywhere',
    actor: `staff ${STAFF_EMAIL}`,
  });
});

it('keeps no key that was pasted into a reason or a search, not even without its last letters', async () => {
  const { ask, entries, store, key, account } = await openWithHolder();
  for (const pasted of [key, key.slice(0, -5), key.toLowerCase()]) {
    const { codes } = await ask(
      `mutation ($reason: String!) { signOut(email: "${HOLDER}", reason: $reason) { id } }`,
      { reason: `lost "${pasted}", and ${pasted}` },
    );
    expect(codes).toEqual([]);
    const start = pasted.slice(0, 8);
    expect((await entries())[0]?.detail).toBe(`reason: lost "${start}…", and ${start}…`);
  }
  await ask('query ($name: String!) { people(name: $name) { edges { cursor } } }', { name: key });
  const [search] = await store.audit.listByAccount((await account()).id, 1);
  expect(search).toMatchObject({ action: 'people_searched' });
  expect(search?.detail?.length).toBeLessThan(10);
});

describe('changes nothing', () => {
  it.each([
    ['without a reason', HOLDER, '  ', 'INVALID_REASON'],
    ['with a reason of a page', HOLDER, 'x'.repeat(201), 'INVALID_REASON'],
    ['for an unknown address', 'none@test.example', REASON, 'NO_SUCH_ACCOUNT'],
    ['for two addresses', 'a@b.md, c@d.md', REASON, 'INVALID_EMAIL'],
  ])('%s', async (_name, email, reason, code) => {
    const { ask, find, entries } = await openWithHolder();
    const before = [await find(), (await entries()).length];
    for (const mutation of [
      'setSubscription(email: $email, plan: free, reason: $reason)',
      'revokeKey(email: $email, keyId: "x", reason: $reason)',
      'signOut(email: $email, reason: $reason)',
    ]) {
      const { codes } = await ask(
        `mutation ($email: String!, $reason: String!) { ${mutation} { id } }`,
        { email, reason },
      );
      expect(codes).toEqual([code]);
    }
    expect([await find(), (await entries()).length]).toEqual(before);
  });
});

it.each(['31.01.2027', '2027-02-30', 'soon'])(
  'refuses an end that is no day: %s',
  async (until) => {
    const { ask, find } = await openWithHolder();
    const before = await find();
    const { codes, messages } = await ask(
      `mutation ($until: String!) { setSubscription(email: "${HOLDER}", plan: agency, until: $until,
      reason: "${REASON}") { id } }`,
      { until },
    );
    expect(codes).toEqual(['INVALID_TIMESTAMP']);
    expect(messages[0]).toContain(`got "${until}"`);
    expect(await find()).toEqual(before);
  },
);

it('shows the holder that staff acted, but neither who nor from where', async () => {
  const { ask, askAccount, enter } = await openWithHolder();
  await ask(
    `mutation { setSubscription(email: "${HOLDER}", plan: agency, reason: "${REASON}") { id } }`,
  );
  const query = '{ viewer { audit { action actor address } } }';
  const { body } = await askAccount(await enter(HOLDER), query);
  expect(body).toContain('"actor":"staff","address":null');
  expect(body).not.toContain(STAFF_EMAIL);
  expect(body).not.toContain(REASON);
});

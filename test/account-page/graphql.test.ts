import { type GraphQLError, getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { Unavailable } from '../../src/domain/errors.ts';
import { ACCOUNT_GRAPHQL, JSON_TYPE, KEY, openPage, type TestPage } from '../support/page.ts';
import { openShared } from '../support/shared.ts';

async function openAsked(change: (page: TestPage) => void = () => {}) {
  const page = await openPage();
  const cookie = await page.enter();
  change(page);
  const send = (body: string, headers = {}) =>
    page.post(ACCOUNT_GRAPHQL, body, { ...JSON_TYPE, cookie, ...headers });
  return {
    page,
    send,
    ask: (query: string, variables = {}) => page.askAccount(cookie, query, variables),
  };
}

/** Of an account that no operation changes. */
const unchanged = openShared(() => openAsked());

const repeat = (count: number, toText: (place: number) => string) =>
  Array.from({ length: count }, (_, place) => toText(place)).join(' ');

describe('the signed-in holder', () => {
  it('reads the account whole', async () => {
    const { page, ask } = await openAsked();
    const { apiKey } = await page.account();
    const { status, data } = await ask(`{ viewer {
      email plan tier lastKeyId subscription { plan status endsAt }
      key { id start createdAt lastUsedAt revealable }
      usage { day ok clientErrors limited } audit { action actor keyStart address at }
    } }`);
    expect(status).toBe(200);
    expect(data.viewer).toMatchObject({
      email: 'Ana@test.example',
      plan: 'business',
      tier: 'medium',
      lastKeyId: apiKey?.id,
      subscription: { plan: 'business', status: 'active', endsAt: null },
      key: { id: apiKey?.id, start: apiKey?.start, lastUsedAt: null, revealable: true },
    });
    expect(data.viewer.usage).toHaveLength(30);
    expect(JSON.stringify(data)).not.toContain(apiKey?.hash);
  });

  it('takes the key through its life, naming the key that was seen', async () => {
    const { page, ask } = await openAsked();
    const change = (name: string, arg: string, keyId: string | null) =>
      ask(
        `mutation ($id: ID${arg === 'keyId' ? '!' : ''}) { result: ${name}(${arg}: $id) {
        ${name === 'revokeApiKey' ? '' : 'text key { id }'} refusal { code message } } }`,
        {
          id: keyId,
        },
      ).then(({ data }) => data.result);
    const first = (await page.account()).lastKeyId;
    expect((await change('revealApiKey', 'keyId', first)).text).toMatch(KEY);
    expect((await change('revealApiKey', 'keyId', first)).refusal.code).toBe('ALREADY_REVEALED');
    const { key } = await change('regenerateApiKey', 'keyId', first);
    expect((await change('createApiKey', 'lastKeyId', key.id)).refusal.code).toBe('KEY_EXISTS');
    expect((await change('revokeApiKey', 'keyId', first)).refusal.code).toBe('CONFLICT');
    expect(await change('revokeApiKey', 'keyId', key.id)).toEqual({ refusal: null });
    expect((await change('revokeApiKey', 'keyId', key.id)).refusal.code).toBe('NO_ACTIVE_KEY');
    for (const seen of [first, null]) {
      const { text, refusal } = await change('createApiKey', 'lastKeyId', seen);
      expect([text, refusal.code]).toEqual([null, 'CONFLICT']);
    }
    expect((await change('createApiKey', 'lastKeyId', key.id)).text).toMatch(KEY);
  });

  it('may leave out the last key, and signs out everywhere', async () => {
    const { page, ask } = await openAsked();
    const account = await page.account();
    await page.keys.revoke(account, account.lastKeyId ?? '', { name: 'test', address: null });
    const { data } = await ask('mutation { createApiKey { text refusal { code } } }');
    expect(data.createApiKey).toEqual({ text: expect.stringMatching(KEY), refusal: null });
    const out = await ask('mutation { signOutEverywhere { done } }');
    expect(out.data).toEqual({ signOutEverywhere: { done: true } });
    expect((await ask('{ viewer { email } }')).status).toBe(401);
  });

  it('may ask what there is to ask', async () => {
    const { ask } = unchanged();
    const { data, errors } = await ask(getIntrospectionQuery());
    expect(errors).toBeUndefined();
    const names = data.__schema.types.map(({ name }: { name: string }) => name);
    expect(names).toEqual(expect.arrayContaining(['Viewer', 'Key', 'CreateApiKeyResult']));
    expect(names).not.toContain('Company');
  });
});

describe('refused as a whole, with nothing changed, is', () => {
  const create = (place: number) => `a${place}: createApiKey { text }`;
  it.each([
    ['two mutations', `mutation { ${repeat(2, create)} }`],
    ['a thousand mutations under names', `mutation { ${repeat(1_000, create)} }`],
    [
      'mutations in a fragment',
      `mutation { ...f } fragment f on Mutation { ${repeat(2, create)} }`,
    ],
    ['mutations inline', `mutation { ... { ${repeat(2, create)} } }`],
    ['many names', `{ ${repeat(16, (place) => `a${place}: viewer { email }`)} }`],
    ['many tokens', `{ viewer { ${repeat(1_000, () => 'email')} } }`],
    [
      'depth',
      `{ __schema { types ${'{ fields { type '.repeat(12)} { name } ${'} }'.repeat(12)} } }`,
    ],
    ['a fragment in itself', '{ ...f } fragment f on Query { viewer { email } ...f }'],
    ['an account by its id', '{ viewer(id: "x") { email } }'],
    ['a company', '{ company(idno: "1099600000018") { name } }'],
    ['a subscription', 'subscription { viewer { email } }'],
    ['nonsense', '{'],
  ])('%s', async (_name, query) => {
    const { page, ask } = unchanged();
    const before = await page.account();
    const { data, errors } = await ask(query);
    expect(data ?? null).toBeNull();
    expect(errors.length).toBeGreaterThan(0);
    expect(errors.length).toBeLessThan(30);
    expect(await page.account()).toEqual(before);
  });

  it.each([
    ['a list of operations', `[${JSON.stringify({ query: '{ viewer { email } }' })}]`, {}, 400],
    ['no JSON', '{', {}, 400],
    [
      'a form',
      'query={viewer{email}}',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
    ],
    ['text', '{}', { 'content-type': 'text/plain' }, 415],
    ['more than 64 KiB', JSON.stringify({ query: ' '.repeat(65_536) }), {}, 413],
    ['nobody signed in', JSON.stringify({ query: '{ viewer { email } }' }), { cookie: '' }, 401],
  ])('%s', async (_name, body, headers, status) => {
    const { send } = unchanged();
    const answer = await send(body, headers);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body).errors).toHaveLength(1);
    expect(answer.body).not.toContain('Ana@test.example');
  });

  it('anything but POST', async () => {
    const { page } = unchanged();
    const answer = await page.get(`${ACCOUNT_GRAPHQL}?query={viewer{email}}`);
    expect([answer.status, answer.headers['allow']]).toEqual([405, 'POST']);
  });
});

describe('an operation that is wrong is refused with a code', () => {
  it.each([
    ['its syntax', '{', 'GRAPHQL_PARSE_FAILED'],
    ['its type', 'subscription { plan }', 'GRAPHQL_VALIDATION_FAILED'],
    [
      'a literal',
      'mutation { revokeApiKey(keyId: {}) { refusal { code } } }',
      'GRAPHQL_VALIDATION_FAILED',
    ],
    ['its length', `{ viewer { ${'email '.repeat(1_000)} } }`, 'DOCUMENT_LIMIT'],
    ['its lines', `{ viewer {${'\n'.repeat(1_000)}email } }`, 'DOCUMENT_LIMIT'],
  ])('%s', async (_name, query, code) => {
    const { ask } = unchanged();
    const { status, errors } = await ask(query);
    expect(status).toBe(200);
    expect(errors.map((error: GraphQLError) => error.extensions['code'])).toEqual([code]);
  });

  it('with its first errors only, as each of them takes time', async () => {
    const { ask } = unchanged();
    const { errors } = await ask(`{ ${Array.from({ length: 900 }, (_, i) => `a${i}`).join(' ')} }`);
    expect(errors).toHaveLength(11);
    expect(errors.at(-1).message).toContain('Too many validation errors');
  });

  it('its variables, and the same operation is carried out with the right ones', async () => {
    const { page, ask } = await openAsked();
    const query = 'mutation ($id: ID!) { revokeApiKey(keyId: $id) { refusal { code } } }';
    for (const id of [{}, null]) {
      const { errors } = await ask(query, { id });
      expect(errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
    }
    const { data } = await ask(query, { id: (await page.account()).lastKeyId });
    expect(data.revokeApiKey).toEqual({ refusal: null });
    expect((await ask(query, {})).errors[0].extensions.code).toBe('GRAPHQL_VALIDATION_FAILED');
  });
});

describe('an error has its status, a full log entry and a masked answer', () => {
  it.each([
    ['in an operation', new Unavailable('SQLITE_IOERR'), 503, 'usage'],
    ['in an operation, not foreseen', new TypeError('row of undefined'), 500, 'usage'],
    ['in a mutation', new Unavailable('SQLITE_FULL'), 503, 'mutation'],
    ['at the session', new Unavailable('SQLITE_BUSY'), 503, 'session'],
  ])('%s', async (_name, fault, status, where) => {
    const { page, ask } = await openAsked(({ store }) => {
      const fail = () => Promise.reject(fault);
      if (where === 'usage') store.accountReads.listUsage = fail;
      if (where === 'mutation') store.accounts.replace = fail;
      if (where === 'session') store.sessions.find = fail;
    });
    const keyId = (await page.account()).lastKeyId;
    const mutation = `mutation { revokeApiKey(keyId: "${keyId}") { refusal { code } } }`;
    const answer = await ask(where === 'mutation' ? mutation : '{ viewer { usage { ok } } }');
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer)).not.toContain(fault.message);
    expect(page.logs.join('')).toContain(fault.message);
  });
});

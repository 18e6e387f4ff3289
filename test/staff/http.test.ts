import { serverAudits } from 'graphql-http';
import { describe, expect, it } from 'vitest';
import { send } from '../support/http.ts';
import { openStaff, STAFF_EMAIL } from '../support/staff.ts';

it('keeps every rule of GraphQL over HTTP that the audits of graphql-http know', async () => {
  const { baseUrl, cookie, origin } = await openStaff();
  const audits = serverAudits({
    url: `${baseUrl}/graphql`,
    fetchFn: (url: string, init: RequestInit = {}) => {
      const headers = new Headers(init.headers);
      headers.set('cookie', cookie);
      headers.set('origin', origin);
      return fetch(url, { ...init, headers });
    },
  });
  const results = await Promise.all(audits.map((audit) => audit.fn()));
  const failed = results.filter(({ status }) => status !== 'ok').map(({ name }) => name);
  expect(failed).toEqual([]);
  expect(results.length).toBeGreaterThan(50);
});

it.each(['PUT', 'DELETE', 'PATCH', 'OPTIONS'])('has no operation by %s', async (method) => {
  const { baseUrl, cookie, origin } = await openStaff();
  const headers = { cookie, origin, accept: 'application/json' };
  const answer = await fetch(`${baseUrl}/graphql`, { method, headers });
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST']);
  const { errors } = await answer.json();
  expect(errors).toMatchObject([{ extensions: { code: 'METHOD_NOT_ALLOWED' } }]);
});

function toDeep(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

describe('what is no operation', () => {
  it.each([
    ['an empty object', '{}'],
    ['a null query', '{"query":null}'],
    ['variables alone', '{"variables":{"text":"a"}}'],
    ['another parameter', '{"id":"1"}'],
    ['no object', 'null'],
    ['a list', '[{"query":"{imports{id}}"}]'],
    ['no JSON', '{"query":'],
    ['nothing', ''],
    ['deep variables', `{"query":"{imports{id}}","variables":{"a":${toDeep(3_000)}}}`],
    ['deep extensions', `{"query":"{imports{id}}","extensions":${toDeep(3_000)}}`],
  ])('gets 400: %s', async (_what, body) => {
    const { post } = await openStaff();
    const { status, body: answer } = await post(body);
    expect(status).toBe(400);
    expect(JSON.parse(answer).errors[0].extensions.code).toBe('BAD_REQUEST');
  });

  it.each([
    '',
    '?variables={',
    '?query={imports{id}}&variables={',
    '?query={imports{id}}&extensions=[',
  ])('gets 400 in an address: /graphql%s', async (search) => {
    const { port, cookie } = await openStaff();
    const headers = { cookie, 'sec-fetch-site': 'same-origin', accept: 'application/json' };
    const { status, body } = await send(port, `/graphql${encodeURI(search)}`, { headers });
    expect(status).toBe(400);
    expect(JSON.parse(body).errors[0].extensions.code).toBe('BAD_REQUEST');
  });
});

it('takes the type of a body in any case', async () => {
  const { post } = await openStaff();
  const { status } = await post('{"query":"{imports{id}}"}', {
    'content-type': 'Application/JSON',
  });
  expect(status).toBe(200);
});

it.each(['text/html', 'image/png', 'text/event-stream', 'multipart/mixed', 'application/json;q=0'])(
  'changes nothing for a client that accepts %s, and answers 406',
  async (accept) => {
    const { post, accounts } = await openStaff();
    const change = `mutation {
      setSubscription(email: "${STAFF_EMAIL}", plan: agency, reason: "test") { plan }
    }`;
    const before = await accounts.find(STAFF_EMAIL);
    expect((await post(JSON.stringify({ query: change }), { accept })).status).toBe(406);
    expect(await accounts.find(STAFF_EMAIL)).toEqual(before);
  },
);

it.each([
  ['application/json, text/event-stream', 'application/json'],
  [
    'application/graphql-response+json, application/json;q=0.9',
    'application/graphql-response+json',
  ],
  ['application/graphql-response+json;q=0.1, */*', 'application/json'],
])('answers %s with %s', async (accept, type) => {
  const { post } = await openStaff();
  const { headers } = await post('{"query":"{imports{id}}"}', { accept });
  expect(headers['content-type']).toBe(`${type}; charset=utf-8`);
});

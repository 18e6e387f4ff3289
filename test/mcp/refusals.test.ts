import { describe, expect, it } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { ACTOR } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';
import type { Answer } from '../support/http.ts';
import { NEWEST, openTestMcp, toMessage, toStateless } from './open-mcp.ts';

const CALL = toMessage('tools/call', { name: 'get_company', arguments: { idno: IDNO } });
const MODES = [{ pin: NEWEST }, 'auto', 'legacy'] as const;

/** The error of a body, which is JSON-RPC. */
function toError(body: string) {
  const { jsonrpc, id, error } = JSON.parse(body);
  expect(jsonrpc).toBe('2.0');
  // Clients ignore an error without an id, also where it could not be read.
  expect([1, null]).toContain(id);
  return error;
}

describe('keys, plans and limits are those of /api/v1', () => {
  it('answers 401 without a live key, and takes it from both headers', async () => {
    const { post, connect, key } = await openTestMcp();
    for (const unknown of ['', 'reg_short', createApiKeyText()]) {
      const { status, headers, body } = await post(CALL, { 'x-api-key': unknown });
      expect({ status, challenge: headers['www-authenticate'] }).toEqual({
        status: 401,
        challenge: 'Bearer',
      });
      expect(toError(body)).toEqual({
        code: 401,
        message: expect.stringContaining('Send a valid API key'),
        data: { error: 'missing_or_invalid_api_key' },
      });
    }
    for (const mode of MODES)
      await expect(connect(mode, {})).rejects.toMatchObject({ status: 401 });
    const { status, headers } = await post(CALL, { 'x-api-key': key });
    // It has people, and no tag by which a client could ask again.
    expect([status, headers['cache-control']]).toEqual([200, 'no-store']);
    const bearer = { 'x-api-key': [], authorization: `Bearer ${key}` };
    expect((await post(CALL, bearer)).status).toBe(200);
  });

  it('answers 403 without a plan', async () => {
    const { post, accounts } = await openTestMcp();
    await accounts.cancel('a@test.example', ACTOR);
    const { status, body } = await post(CALL);
    expect(status).toBe(403);
    expect(toError(body).data).toEqual({ error: 'no_active_api_plan' });
  });

  it('counts each message with the requests of the key, and refusals say how long to wait', async () => {
    const { connect, get, subscribe, clock, post, usageCounter, readUsage, accounts } =
      await openTestMcp();
    const key = await subscribe('b@test.example', 'business');
    const headers = { 'x-api-key': key };
    const legacy = await connect('legacy', headers);
    const stateless = await connect({ pin: NEWEST }, headers);
    const call = { name: 'get_company', arguments: { idno: IDNO } };
    await stateless.callTool(call);
    // The handshake with its notification, a discovery, the call, and this one.
    const { headers: told } = await get(`/api/v1/company/${IDNO}`, key);
    expect(told['x-ratelimit-remaining']).toBe(String(TIER_LIMITS.medium - 5));
    clock.advance(20_500);
    for (let count = 5; count < TIER_LIMITS.medium; count++) {
      const { status, headers } = await post(toMessage('ping'), { 'x-api-key': key });
      expect([status, headers['x-ratelimit-remaining']]).toEqual([
        200,
        String(TIER_LIMITS.medium - count - 1),
      ]);
    }

    const refused = await post(CALL, headers);
    expect(refused).toMatchObject({ status: 429, headers: { 'retry-after': '60' } });
    expect(toError(refused.body)).toMatchObject({ code: 429, data: { error: 'rate_limited' } });
    for (const client of [legacy, stateless]) {
      await expect(client.callTool(call)).rejects.toThrow('Wait 40 s and retry');
    }
    for (const mode of ['auto', 'legacy'] as const) {
      await expect(connect(mode, headers)).rejects.toThrow('Wait 40 s and retry');
    }
    expect((await get(`/api/v1/company/${IDNO}`, key)).status).toBe(429);
    clock.advance(39_500);
    expect((await legacy.callTool(call)).isError).toBeUndefined();

    await usageCounter.flush();
    const { id } = await accounts.find('b@test.example');
    expect((await readUsage(id)).at(-1)).toMatchObject({
      ok: TIER_LIMITS.medium + 1,
      clientErrors: 0,
    });
  });

  it('counts several companies as one request each, or none of them', async () => {
    const { post, subscribe, usageCounter, accounts, store } = await openTestMcp();
    const headers = { 'x-api-key': await subscribe('b@test.example', 'business') };
    const call = (...idnos: unknown[]) =>
      post(toMessage('tools/call', { name: 'get_companies', arguments: { idnos } }), headers);
    const remaining = async (asked: Promise<Answer>) => {
      const { status, headers: answered } = await asked;
      return [status, Number(answered['x-ratelimit-remaining'])];
    };
    const limit = TIER_LIMITS.medium;
    expect(await remaining(call(...Array(50).fill(IDNO)))).toEqual([200, limit - 50]);
    const refused = await call(...Array(11).fill(IDNO));
    expect([refused.status, refused.headers['x-ratelimit-remaining']]).toEqual([429, '10']);
    expect(toError(refused.body).message).toMatch(/^Wait \d+ s and retry, or ask for fewer/);
    expect(await remaining(call(...Array(51).fill(IDNO)))).toEqual([200, 9]);
    expect(await remaining(call(IDNO, 7))).toEqual([200, 8]);
    for (const params of [null, 7, [], { name: 'get_companies', arguments: null }]) {
      await post({ ...toMessage('tools/call'), params }, headers);
    }
    expect(await remaining(post('{', headers))).toEqual([400, 3]);
    expect(await remaining(call(IDNO, IDNO, IDNO))).toEqual([200, 0]);
    expect(await remaining(post('x'.repeat(70_000), headers))).toEqual([429, 0]);
    await usageCounter.flush();
    const { id } = await accounts.find('b@test.example');
    const [today] = await store.accountReads.listUsage(id, '', '9999');
    const { ok = 0, clientErrors = 0, limited } = today ?? {};
    expect({ admitted: ok + clientErrors, limited }).toEqual({ admitted: limit, limited: 2 });
  });
});

/** Bodies and headers with their status, code, and identifier where the service refuses them. */
const NO_MESSAGES: [unknown, Record<string, string>, number, number, string?][] = [
  ['{"jsonrpc":', {}, 400, -32_700, 'invalid_json'],
  ['', {}, 400, -32_700, 'invalid_json'],
  ['a=b', { 'content-type': 'text/plain' }, 415, 415, 'unsupported_media_type'],
  [`"${'x'.repeat(65_535)}"`, {}, 413, 413, 'body_too_large'],
  [[CALL, CALL], {}, 400, -32_600, 'invalid_request'],
  ['null', {}, 400, -32_600],
  [{ ...CALL, jsonrpc: '1.0' }, {}, 400, -32_600],
  [CALL, { 'mcp-protocol-version': '2024-10-07' }, 400, -32_000],
  [CALL, { 'mcp-protocol-version': NEWEST }, 400, -32_602],
  [CALL, { 'mcp-protocol-version': '2031-01-01' }, 400, -32_602],
];

describe('a request that is no message', () => {
  it('is refused with a JSON-RPC error and its HTTP status', async () => {
    const { post } = await openTestMcp();
    for (const [body, headers, status, code, identifier] of NO_MESSAGES) {
      const answer = await post(body, headers);
      const shown = JSON.stringify(body).slice(0, 40);
      const error = toError(answer.body);
      expect([shown, answer.status, error.code, error.data?.error]).toEqual([
        shown,
        status,
        code,
        identifier,
      ]);
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
    }
  });

  it('refuses revisions that are not served, and names those that are', async () => {
    const { post, connect } = await openTestMcp();
    const { message, headers } = toStateless('tools/list', {}, '2031-01-01');
    const { status, body } = await post(message, headers);
    expect(status).toBe(400);
    expect(toError(body)).toMatchObject({ code: -32_022, data: { supported: [NEWEST] } });
    await expect(connect({ pin: '2031-01-01' })).rejects.toThrow();
  });

  it('refuses a message that its headers contradict, and methods that are not there', async () => {
    const { post } = await openTestMcp();
    const { message, headers } = toStateless('tools/call', { name: 'get_company' });
    const other = await post(message, { ...headers, 'mcp-name': 'search_companies' });
    expect([other.status, toError(other.body).code]).toEqual([400, -32_020]);
    const resources = toStateless('resources/list');
    const missing = await post(resources.message, resources.headers);
    expect([missing.status, toError(missing.body).code]).toEqual([404, -32_601]);
    expect(toError((await post(toMessage('resources/list'))).body).code).toBe(-32_601);
    const filter = { notifications: { toolsListChanged: true } };
    const listen = toStateless('subscriptions/listen', filter);
    const refused = await post(listen.message, listen.headers);
    expect(refused.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(toError(refused.body)).toMatchObject({ code: -32_603 });
  });

  it.each([33, 9_000, 30_000])('is refused where it is nested %d deep', async (levels) => {
    const { post, logs } = await openTestMcp();
    // The message, params, arguments and the list itself are levels, too.
    const deep = '['.repeat(levels - 3) + ']'.repeat(levels - 3);
    const params = (name: string, args: string) => `{"name":"${name}","arguments":{${args}}}`;
    for (const asked of [
      params('get_company', `"idno":${deep}`),
      params('get_companies', `"idnos":${deep}`),
      params('search_companies', `"name":"a","limit":${deep}`),
      `{"_meta":{"a":${deep}}}`,
    ]) {
      const message = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${asked}}`;
      const { status, body } = await post(message);
      expect([status, toError(body)]).toEqual([
        400,
        {
          code: -32_600,
          message: 'Nest the message at most 32 deep.',
          data: { error: 'invalid_request' },
        },
      ]);
    }
    expect(logs.join()).not.toContain('RangeError');
    expect((await post(CALL)).status).toBe(200);
  });

  it('is run where it is nested 32 deep', async () => {
    const { post } = await openTestMcp();
    const deep = '['.repeat(29) + ']'.repeat(29);
    const { status, body } = await post(
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_companies","arguments":{"name":"a","limit":${deep}}}}`,
    );
    expect(status).toBe(200);
    expect(JSON.parse(body).result).toMatchObject({ isError: true });
  });
});

it('keeps nothing between messages: no session, and a call needs no handshake', async () => {
  const { post, send } = await openTestMcp();
  const { headers, body } = await post(CALL, { 'mcp-session-id': 'any' });
  expect(headers).not.toHaveProperty('mcp-session-id');
  expect(JSON.parse(body)).toMatchObject({ id: 1, result: { structuredContent: { idno: IDNO } } });
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  expect(await post(notification)).toMatchObject({ status: 202, body: '' });
  for (const method of ['GET', 'HEAD', 'DELETE', 'PUT', 'PATCH', 'OPTIONS', 'TRACE']) {
    const { status, headers } = await send('/mcp', { method, body: 'x' });
    expect({ method, status, allow: headers.allow }).toEqual({
      method,
      status: 405,
      allow: 'POST',
    });
  }
});

it('answers 503 while the limiter cannot decide', async () => {
  const { post } = await openTestMcp({
    limiter: {
      admit: () => Promise.reject(new Unavailable('the limiter is gone')),
      peek: () => null,
      degraded: false,
      close: async () => {},
    },
  });
  const { status, headers, body } = await post(CALL);
  expect([status, headers['retry-after'], toError(body).code]).toEqual([503, '5', 503]);
});

it('refuses pages of other sites before anything else', async () => {
  const { post, baseUrl, key } = await openTestMcp();
  for (const origin of ['https://other.example', 'null', `${baseUrl}.example`]) {
    for (const apiKey of [key, '']) {
      const { status, body } = await post(CALL, { origin, 'x-api-key': apiKey });
      expect({ status, code: toError(body).code }).toEqual({ status: 403, code: 403 });
    }
  }
  expect((await post(CALL, { origin: baseUrl })).status).toBe(200);
});

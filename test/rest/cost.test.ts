import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import { createFaultHandler, guardScope } from '../../src/rest/api-guard.ts';
import { sendApiFault } from '../../src/rest/errors.ts';
import { OPERATIONS } from '../../src/rest/operations.ts';
import { createTestKeyLimit } from '../../src/rest/test-key-limit.ts';
import { HTTP_ERRORS, RefusedRequest } from '../../src/web/errors.ts';
import { BUSINESS } from '../store/records.ts';

const KEY = createApiKeyText();
const LIMIT = TIER_LIMITS.medium;

/** An operation that counts as many requests as its body asks for. */
function openOperation() {
  const app = fastify();
  onTestFinished(() => app.close());
  const keyAccess = { accountId: 'a', subscription: BUSINESS };
  const limiter = createMemoryLimiter({
    windowMs: 60_000,
    maxLimit: LIMIT,
    maxKeys: 1,
    nowMs: () => 0,
  });
  const admit = guardScope(app, {
    baseUrl: 'http://127.0.0.1',
    findKeyAccess: async () => keyAccess,
    limiter,
    admitTestKey: createTestKeyLimit(() => 0),
    noteKeyUse: () => {},
    noteUsage: () => {},
    noteFailure: () => {},
    nowMs: () => 0,
  });
  app.setErrorHandler(createFaultHandler(admit, sendApiFault));
  app.post<{ Body: unknown }>(
    '/',
    { bodyLimit: 1_000, config: { cost: { upTo: LIMIT } } },
    async (request, reply) => {
      const { body } = request;
      const isList = Array.isArray(body);
      if (!isList) throw new RefusedRequest(HTTP_ERRORS.bad_request);
      if (!(await admit(request, reply, body.length))) return reply;
      return reply.send({});
    },
  );
  app.post('/wrong', { config: { cost: { upTo: 5 } } }, async (request, reply) => {
    if (!(await admit(request, reply, 6))) return reply;
    return reply.send({});
  });
  app.post('/fixed', { config: { cost: 7 } }, async (_request, reply) => reply.send({}));
  return async (url: string, payload: object, headers: object = { 'x-api-key': KEY }) => {
    const { statusCode, headers: answered } = await app.inject({
      method: 'POST',
      url,
      payload,
      headers: { ...headers },
    });
    return [statusCode, Number(answered['x-ratelimit-remaining'])];
  };
}

const listOf = (length: number) => Array(length).fill('1');

it('of every operation is within the limit of every plan, which the limiter requires', () => {
  const lowest = Math.min(...Object.values(TIER_LIMITS));
  const tooHigh = Object.entries(OPERATIONS).filter(
    ([, { cost }]) => (typeof cost === 'number' ? cost : cost.upTo) > lowest,
  );
  expect(tooHigh).toEqual([]);
});

it('is what the body asks for, all of it or nothing', async () => {
  const send = openOperation();
  expect(await send('/', listOf(50))).toEqual([200, LIMIT - 50]);
  expect(await send('/', listOf(11))).toEqual([429, 10]);
  expect(await send('/', { idnos: 1 })).toEqual([400, 9]);
  expect(await send('/', listOf(9))).toEqual([200, 0]);
  expect(await send('/', { idnos: 1 })).toEqual([429, 0]);
});

it('is one request for a body that no handler sees', async () => {
  const send = openOperation();
  expect(await send('/', listOf(500))).toEqual([413, LIMIT - 1]);
  const headers = { 'x-api-key': KEY, 'content-type': 'text/csv' };
  expect(await send('/', listOf(1), headers)).toEqual([415, LIMIT - 2]);
});

it('is what the route names, and nothing without a key', async () => {
  const send = openOperation();
  expect(await send('/fixed', {})).toEqual([200, LIMIT - 7]);
  expect(await send('/', listOf(50), {})).toEqual([401, Number.NaN]);
  expect(await send('/', listOf(1))).toEqual([200, LIMIT - 8]);
});

it('is never more than the route names', async () => {
  const send = openOperation();
  expect(await send('/wrong', {})).toEqual([500, LIMIT - 1]);
});

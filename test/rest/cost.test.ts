import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import { createApiKeyText } from '../../src/domain/account/api-key.ts';
import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { createMemoryLimiter } from '../../src/limit/memory-limiter.ts';
import { guardScope } from '../../src/rest/api-guard.ts';
import { BUSINESS } from '../store/records.ts';

const KEY = createApiKeyText();
const LIMIT = TIER_LIMITS.medium;

/** An operation that counts as many requests as its body asks for, and one for a body that it refuses. */
function openOperation() {
  const app = fastify();
  onTestFinished(() => app.close());
  const keyAccess = { accountId: 'a', subscription: BUSINESS, lastUsedAtMs: null };
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
    noteKeyUse: () => {},
    noteUsage: () => {},
    nowMs: () => 0,
  });
  app.post<{ Body: unknown }>('/', { config: { cost: 'by_body' } }, async (request, reply) => {
    const { body } = request;
    const isList = Array.isArray(body);
    if (!(await admit(request, reply, isList ? body.length : 1))) return reply;
    return reply.code(isList ? 200 : 400).send({});
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

it('is what the body asks for, all of it or nothing', async () => {
  const send = openOperation();
  expect(await send('/', listOf(50))).toEqual([200, LIMIT - 50]);
  expect(await send('/', listOf(11))).toEqual([429, 10]);
  expect(await send('/', { idnos: 1 })).toEqual([400, 9]);
  expect(await send('/', listOf(9))).toEqual([200, 0]);
  expect(await send('/', { idnos: 1 })).toEqual([429, 0]);
});

it('is what the route names, and nothing without a key', async () => {
  const send = openOperation();
  expect(await send('/fixed', {})).toEqual([200, LIMIT - 7]);
  expect(await send('/', listOf(50), {})).toEqual([401, Number.NaN]);
  expect(await send('/', listOf(1))).toEqual([200, LIMIT - 8]);
});

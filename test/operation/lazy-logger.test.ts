import Fastify, { type FastifyBaseLogger } from 'fastify';
import { expect, it } from 'vitest';
import { withLazyChildren } from '../../src/operation/lazy-logger.ts';
import { createLogger } from '../../src/operation/logger.ts';

/** The lines of an application that logs by all that it has been given, without time and stack. */
async function logBy(wrap: (logger: FastifyBaseLogger) => FastifyBaseLogger) {
  const lines: string[] = [];
  const loggerInstance = wrap(createLogger('info', { write: (line) => lines.push(line) }));
  const app = Fastify({ loggerInstance, requestIdLogLabel: 'requestId', genReqId: () => 'one' });
  app.get('/', async (request, reply) => {
    request.log.error({ err: new TypeError('wrong'), req: request, res: reply }, 'failed');
    request.log.debug('is below the level');
    request.log.child({ part: 'mail' }).warn('sent %d of %d', 1, 2);
    return request.log.level;
  });
  const { body } = await app.inject('/');
  await app.close();
  const told = lines.map((line) => JSON.parse(line));
  for (const one of told) {
    delete one.time;
    delete one.responseTime;
    delete one.err?.stack;
  }
  return { told, body };
}

it('says what the logger itself would have said, with the id of each request', async () => {
  const plain = await logBy((logger) => logger);
  expect(await logBy(withLazyChildren)).toEqual(plain);
  expect(plain.body).toBe('info');
  expect(plain.told.map(({ level, requestId }) => [level, requestId])).toEqual([
    ['info', 'one'],
    ['error', 'one'],
    ['warn', 'one'],
    ['info', 'one'],
  ]);
});

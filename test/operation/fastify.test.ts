import { expect, it } from 'vitest';
import { createFastify } from '../../src/operation/fastify.ts';
import { createLogger } from '../../src/operation/logger.ts';
import { openTestApp } from '../support/app.ts';

it('a route with a schema, which would change values, stops the start', async () => {
  const { metrics, baseUrl } = await openTestApp();
  const logger = createLogger('silent', { write: () => {} });
  const app = createFastify({ metrics, logger, trustProxy: [], baseUrl });
  const response = { 200: { type: 'object', properties: { idno: { type: 'integer' } } } };
  app.get('/', { schema: { response } }, async () => ({ idno: '01003600012345' }));
  await expect(app.ready()).rejects.toThrow('no route may have a schema');
});

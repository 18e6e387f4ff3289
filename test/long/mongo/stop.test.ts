import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { COMPANY_PATH, fillStore, startService } from '../../support/service.ts';
import { hasMongo, makeTestDatabase } from '../../support/stores.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';

it.skipIf(!hasMongo)('a stop ends within 10 s with code 1 when MongoDB hangs', async () => {
  const url = new URL(makeTestDatabase());
  const { key } = await fillStore({ dataDir: '', mongodbUri: url.href });
  const proxy = await openTcpProxy(Number(url.port));
  url.host = `127.0.0.1:${proxy.port}`;
  const service = await startService({ dataDir: '', env: { MONGODB_URI: url.href } });
  const log = text(service.child.stdout as Readable);
  expect((await service.get(COMPANY_PATH, { 'x-api-key': key })).status).toBe(200);
  await proxy.set('hang');
  const stopMs = performance.now();
  service.child.kill('SIGTERM');
  expect(await service.exit).toBe(1);
  expect(performance.now() - stopMs).toBeLessThan(10_000);
  expect(await log).toMatch(/"part":"usage".*the stop was not clean/);
});

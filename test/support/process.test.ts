import { once } from 'node:events';
import { createServer } from 'node:net';
import { expect, it } from 'vitest';
import { findFreePort } from './process.ts';

const CALLS = 500;

it('finds another free port at each call, as a server listens on it later', async () => {
  const ports = new Set<number>();
  for (let call = 0; call < CALLS; call++) ports.add(await findFreePort());
  expect(ports.size).toBe(CALLS);
});

it('skips a port that somebody listens on', async () => {
  const server = createServer().listen((await findFreePort()) + 1, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const taken = typeof address === 'string' ? 0 : address?.port;
  expect(await findFreePort()).not.toBe(taken);
  server.close();
});

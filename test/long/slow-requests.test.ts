import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { HIGHEST_LIMIT, LIMIT_WINDOW_MS, TIER_LIMITS } from '../../src/domain/account/plan.ts';
import { openTestApp } from '../support/app.ts';
import { IDNO } from '../support/companies.ts';

const HEAD = 'POST /api/v1/company/1 HTTP/1.1\r\nHost: a\r\n';

/** Sends one byte a second until the server ends the connection. */
async function trickle(port: number, begin: string, drop: string) {
  const socket = connect(port, '127.0.0.1');
  let received = '';
  // A byte that meets the closed end is answered with a reset, after what was received before.
  socket.on('error', () => {});
  socket.on('data', (data) => {
    received += data;
  });
  const startMs = performance.now();
  socket.write(begin);
  while (!socket.closed && performance.now() - startMs < 60_000) {
    socket.write(drop);
    await sleep(1_000);
  }
  return { seconds: (performance.now() - startMs) / 1_000, received };
}

describe('a request that trickles in', () => {
  it('is cut when its headers take over 10 s, with a body of our own', async () => {
    const { port, send } = await openTestApp();
    const { seconds, received } = await trickle(port, HEAD, 'A: b\r\n');
    expect(seconds).toBeGreaterThan(8);
    expect(seconds).toBeLessThan(25);
    expect(received).toMatch(/^HTTP\/1\.1 408 .*"request_timeout"/s);
    expect((await send('/health/live')).status).toBe(200);
  });

  it('is answered before its body comes, however slow that is', async () => {
    const { port } = await openTestApp();
    const { seconds, received } = await trickle(port, `${HEAD}Content-Length: 1000\r\n\r\n`, 'x');
    expect(received).toMatch(/^HTTP\/1\.1 401 /);
    expect(seconds).toBeLessThan(25);
  });
});

it('in a real minute the request over the limit is refused and room comes back with the clock', async () => {
  const { createMemoryLimiter } = await import('../../src/limit/memory-limiter.ts');
  const limiter = createMemoryLimiter({
    windowMs: LIMIT_WINDOW_MS,
    maxLimit: HIGHEST_LIMIT,
    maxKeys: 10,
    nowMs: () => performance.now(),
  });
  const { get, subscribe } = await openTestApp({ limiter });
  const key = await subscribe('a@test.example', 'business');
  const path = `/api/v1/company/${IDNO}`;
  const startMs = performance.now();
  for (let count = 0; count < TIER_LIMITS.medium; count++)
    expect((await get(path, key)).status).toBe(200);
  const lastMs = performance.now();
  expect((await get(path, key)).status).toBe(429);
  await sleep(startMs + LIMIT_WINDOW_MS - 100 - performance.now());
  expect((await get(path, key)).status).toBe(429);
  await sleep(lastMs + LIMIT_WINDOW_MS - performance.now());
  for (let count = 0; count < TIER_LIMITS.medium; count++)
    expect((await get(path, key)).status).toBe(200);
  expect((await get(path, key)).status).toBe(429);
});

import { expect, it } from 'vitest';
import { startAttackedServer } from './attacked-server.ts';
import { endureWithin, report } from './endured-attack.ts';

const CONNECTIONS = 10_000;
const MAX_GROWTH_MIB = 300;
const HEADERS = 'GET /docs HTTP/1.1\r\nHost: a\r\n';
const BODY = 'POST /cont/api/sign-in HTTP/1.1\r\nHost: a\r\nContent-Length: 1000\r\n';

it(`${CONNECTIONS} slow connections whose clients never close delay nobody and are closed`, async () => {
  const server = await startAttackedServer('SQLite');
  const endured = await endureWithin(
    server,
    {
      connections: CONNECTIONS,
      opensPerSecond: 1_000,
      openings: [
        '',
        HEADERS,
        `${BODY}Content-Type: application/x-www-form-urlencoded\r\nOrigin: https://registru.example\r\n\r\n`,
      ],
      drip: { bytes: 'a', everyMs: 8_000 },
      reads: true,
    },
    { forMs: 30_000, recoverWithinMs: 60_000, p99Ms: 50 },
  );
  report('slow connections', server, endured);
  const { served, allowedMs, peakMiB, recoveryMs } = endured;
  expect(served.failed).toBe(0);
  expect(served.answered).toBeGreaterThan(200);
  expect(served.p99Ms).toBeLessThan(allowedMs);
  expect(peakMiB - server.residentMiBBefore).toBeLessThan(MAX_GROWTH_MIB);
  expect(recoveryMs).toBeLessThan(60_000);
});

it('bodies without end after a refusal are not read', async () => {
  const server = await startAttackedServer('SQLite');
  const connections = 8;
  const post = 'POST /api/v1/company/1 HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
  const chunk = `10000\r\n${'x'.repeat(65_536)}\r\n`;
  const attack = { connections, openings: [post], flood: chunk, reads: true };
  const times = { forMs: 5_000, recoverWithinMs: 10_000 };
  const endured = await endureWithin(server, attack, { ...times, p99Ms: 100 });
  report('bodies without end', server, endured);
  const { served, allowedMs, recoveryMs, counts, attacks } = endured;
  expect(served.failed).toBe(0);
  expect(served.p99Ms).toBeLessThan(allowedMs);
  expect(recoveryMs).toBeLessThan(10_000);
  // The server reads some of it, and the system's buffers take the rest.
  expect(counts.sentBytes / connections).toBeLessThan(40 * 2 ** 20);
  expect(await server.countEnds('body_after_answer')).toBe(connections * attacks);
});

import { describe, expect, it } from 'vitest';
import { HAS_REDIS } from '../../support/redis.ts';
import { hasMongo } from '../../support/stores.ts';
import { startAttackedServer } from './attacked-server.ts';
import { endureWithin, report } from './endured-attack.ts';
import { type Attack, pipeline, pipelineWithKeys } from './hostile-clients.ts';

const PATH = '/api/v1/company/1234567890';
const MAX_GROWTH_MIB = 150;

const ATTACKS: readonly (readonly [name: string, attack: Attack])[] = [
  [
    '600 connections with 64 KiB of requests each',
    { connections: 600, opensPerSecond: 200, openings: [pipeline(PATH)], reads: true },
  ],
  [
    '200 connections with 512 KiB each',
    {
      connections: 200,
      opensPerSecond: 100,
      openings: [pipeline(PATH, 524_288)],
      reads: true,
    },
  ],
  [
    '160 connections with 64 KiB of requests with keys',
    {
      connections: 160,
      opensPerSecond: 100,
      openings: Array.from({ length: 16 }, () => pipelineWithKeys(PATH)),
      reads: true,
    },
  ],
  [
    '60 connections with 64 KiB of requests for pages that they do not read',
    { connections: 60, openings: [pipeline('/docs')], reads: false },
  ],
  [
    '30 connections that go on asking for what they do not read',
    {
      connections: 30,
      // Answers under 64 KiB: while a larger one is unread, Node reads no further request.
      openings: [pipeline('/docs/versions', 150)],
      drip: { bytes: pipeline('/docs/versions', 150), everyMs: 100 },
      reads: false,
    },
  ],
];

describe.each([
  { store: 'SQLite', isThere: true },
  { store: 'MongoDB and Redis', isThere: hasMongo && HAS_REDIS },
] as const)('on $store', ({ store, isThere }) => {
  it.skipIf(!isThere)('pipelined requests in a small heap delay nobody else', async () => {
    const server = await startAttackedServer(store);
    let ended = 0;
    for (const [name, attack] of ATTACKS) {
      const times = { forMs: 5_000, recoverWithinMs: 30_000 };
      const endured = await endureWithin(server, attack, { ...times, p99Ms: 100 });
      report(`${name}, ${store}`, server, endured);
      const { served, allowedMs, peakMiB, recoveryMs } = endured;
      expect(served.failed).toBe(0);
      expect(served.answered).toBeGreaterThan(50);
      expect(served.p99Ms).toBeLessThan(allowedMs);
      expect(peakMiB - server.residentMiBBefore).toBeLessThan(MAX_GROWTH_MIB);
      expect(recoveryMs).toBeLessThan(30_000);
      ended += attack.connections * endured.attacks;
      expect(await server.countEnds('too_many_waiting')).toBe(ended);
    }
  });
});

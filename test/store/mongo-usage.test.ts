import { describe, expect, it, onTestFinished } from 'vitest';
import { createUsageCounter } from '../../src/accounts/usage-counter.ts';
import { Unavailable } from '../../src/domain/unavailable.ts';
import { openMongoStore } from '../../src/store/mongo/open.ts';
import { createClock } from '../support/clock.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';

const DAY = '2026-11-21';

describe.skipIf(!hasMongo)('a count whose write arrived and whose answer did not', () => {
  it('is added once, with what has come since', async () => {
    const url = new URL(makeTestDatabase());
    const proxy = await openTcpProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const store = await openMongoStore(url.href);
    const counter = createUsageCounter({
      add: (counts, batchId) => store.usage.add(counts, batchId),
      nowMs: createClock().nowMs,
      onFault: () => {},
    });
    onTestFinished(async () => {
      await counter.close();
      await store.close();
    });
    for (let n = 0; n < 5; n++) counter.note('a', 200);
    await proxy.set('reset');
    await expect(counter.flush()).rejects.toThrow(Unavailable);
    await proxy.set('pass');
    counter.note('a', 200);
    counter.note('b', 429);
    await counter.flush();
    expect(await store.usage.list('a', DAY)).toEqual([
      { day: DAY, ok: 6, clientErrors: 0, limited: 0 },
    ]);
    expect(await store.usage.list('b', DAY)).toMatchObject([{ limited: 1 }]);
  });
});

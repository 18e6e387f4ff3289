import { describe, expect, it, onTestFinished } from 'vitest';
import { createUsageCounter } from '../../src/accounts/usage/usage-counter.ts';
import { Unavailable } from '../../src/domain/errors.ts';
import { openMongoStore } from '../../src/store/mongo/open.ts';
import { NO_REQUESTS } from '../../src/store/port/usage.ts';
import { createClock } from '../support/clock.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';
import { openTcpProxy } from '../support/tcp-proxy.ts';
import { toAccount, toEntry } from './records.ts';

const DAY = '2026-11-21';

describe.skipIf(!hasMongo)('a count whose write arrived and whose answer did not', () => {
  it('is added once, with what has come since', async () => {
    const url = new URL(makeTestDatabase());
    const proxy = await openTcpProxy(Number(url.port));
    url.host = `127.0.0.1:${proxy.port}`;
    const store = await openMongoStore(url.href);
    const counter = createUsageCounter({
      onLimited: async () => {},
      add: (counts, batchId) => store.usage.add(counts, batchId),
      nowMs: createClock().nowMs,
      onFault: () => {},
    });
    onTestFinished(async () => {
      await counter.close();
      await store.close();
    });
    const [first, second] = [toAccount('a@b.md'), toAccount('c@d.md')];
    for (const account of [first, second])
      await store.accounts.insert(account, [toEntry(account.id)]);
    for (let n = 0; n < 5; n++) counter.note(first.id, 200);
    await proxy.set('reset');
    await expect(counter.flush()).rejects.toThrow(Unavailable);
    await proxy.set('pass');
    counter.note(first.id, 200);
    counter.note(second.id, 429);
    await counter.flush();
    expect(await store.accountReads.listUsage(first.id, DAY, '9999')).toEqual([
      { ...NO_REQUESTS, day: DAY, ok: 6 },
    ]);
    expect(await store.accountReads.listUsage(second.id, DAY, '9999')).toMatchObject([
      { limited: 1 },
    ]);
  });

  it('is added where a part of its batch is missing', async () => {
    const store = await openMongoStore(makeTestDatabase());
    onTestFinished(() => store.close());
    const [first, second] = [toAccount('a@b.md'), toAccount('c@d.md')];
    for (const account of [first, second])
      await store.accounts.insert(account, [toEntry(account.id)]);
    const counts = [first, second].map(({ id: accountId }) => {
      return { ...NO_REQUESTS, accountId, day: DAY, ok: 1 };
    });
    await store.usage.add(counts.slice(0, 1), 'one');
    for (let repeated = 0; repeated < 2; repeated++) await store.usage.add(counts, 'one');
    for (const { id } of [first, second]) {
      expect(await store.accountReads.listUsage(id, DAY, '9999')).toMatchObject([{ ok: 1 }]);
    }
  });
});

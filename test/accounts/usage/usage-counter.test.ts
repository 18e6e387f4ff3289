import { describe, expect, it, onTestFinished } from 'vitest';
import { createReadUsage } from '../../../src/accounts/usage/usage.ts';
import { createUsageCounter } from '../../../src/accounts/usage/usage-counter.ts';
import { Unavailable } from '../../../src/domain/errors.ts';
import { countRequests, type UsageCount } from '../../../src/store/port/usage.ts';
import { openSqliteStore } from '../../../src/store/sqlite/open.ts';
import { toAccount, toEntry } from '../../store/records.ts';
import { createClock } from '../../support/clock.ts';
import { makeTestFolder } from '../../support/folder.ts';

/** A counter, what it wrote, and a switch that makes its writes fail. */
function openCounter(startMs?: number) {
  const clock = createClock(startMs);
  const faults: unknown[] = [];
  const batches: (readonly UsageCount[])[] = [];
  const state = { isFailing: false };
  const counter = createUsageCounter({
    onLimited: async () => {},
    async add(counts) {
      if (state.isFailing) throw new Unavailable('the disk is full');
      batches.push(counts);
    },
    nowMs: clock.nowMs,
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => counter.close());
  const total = () => {
    let sum = 0;
    for (const count of batches.flat()) sum += countRequests(count);
    return sum;
  };
  return { clock, faults, batches, state, counter, total };
}

it.each([
  [200, { ok: 1 }],
  [304, { notModified: 1 }],
  [400, { clientErrors: 1 }],
  [404, { notFound: 1 }],
  [410, { clientErrors: 1 }],
  [429, { limited: 1 }],
])('counts %i as %j', async (status, outcome) => {
  const { counter, batches } = openCounter();
  counter.note('a', status);
  await counter.flush();
  const none = { ok: 0, notModified: 0, notFound: 0, clientErrors: 0, limited: 0 };
  expect(batches).toEqual([[{ accountId: 'a', day: '2026-11-21', ...none, ...outcome }]]);
});

it('tells which accounts had refused requests, once their counts are written', async () => {
  const calls: string[] = [];
  const faults: unknown[] = [];
  const counter = createUsageCounter({
    async onLimited(accountIds) {
      calls.push(`limited ${accountIds}`);
      throw new Unavailable('no claim');
    },
    async add(counts) {
      calls.push(`added ${counts.length}`);
    },
    nowMs: createClock().nowMs,
    onFault: (error) => faults.push(error),
  });
  onTestFinished(() => counter.close());
  counter.note('a', 429);
  counter.note('b', 200);
  await counter.flush();
  counter.note('b', 200);
  await counter.flush();
  expect(calls).toEqual(['added 2', 'limited a', 'added 1']);
  expect(faults).toEqual([expect.any(Unavailable)]);
});

it('writes accounts in their order, whichever was first', async () => {
  const { counter, batches } = openCounter();
  const accountIds = Array.from({ length: 250 }, (_, place) => String(1_000 + ((place * 7) % 250)));
  for (const accountId of accountIds) counter.note(accountId, 200);
  await counter.flush();
  expect(batches).toHaveLength(3);
  expect(batches.flat().map(({ accountId }) => accountId)).toEqual([...accountIds].sort());
});

it('leaves out faults of the service, and writes nothing when nothing came', async () => {
  const { counter, batches } = openCounter();
  for (const status of [500, 503]) counter.note('a', status);
  await counter.flush();
  expect(batches).toEqual([]);
});

it.each([
  ['2026-11-21T21:59:59.999Z', ['2026-11-21', '2026-11-22']],
  ['2026-07-21T20:59:59.999Z', ['2026-07-21', '2026-07-22']],
])("changes the day at the country's midnight, %s", async (start, days) => {
  const { counter, batches, clock } = openCounter(Date.parse(start));
  counter.note('a', 200);
  clock.advance(1);
  counter.note('a', 200);
  await counter.flush();
  expect(batches.flat().map(({ day }) => day)).toEqual(days);
});

describe('a flush that fails', () => {
  it('loses nothing: the next one writes what waited and what came since', async () => {
    const { counter, state, total } = openCounter();
    for (let n = 0; n < 1_234; n++) counter.note(`account ${n}`, 200);
    state.isFailing = true;
    await expect(counter.flush()).rejects.toThrow(Unavailable);
    counter.note('account 1', 200);
    state.isFailing = false;
    await Promise.all([counter.flush(), counter.flush(), counter.flush()]);
    expect(total()).toBe(1_235);
  });

  it('offers the rejected batch again as it was, under its id, before anything else', async () => {
    const offered: { id: string; counts: readonly UsageCount[] }[] = [];
    let isFailing = true;
    const counter = createUsageCounter({
      onLimited: async () => {},
      async add(counts, id) {
        offered.push({ id, counts });
        if (isFailing) throw new Unavailable('no answer in time');
      },
      nowMs: createClock().nowMs,
      onFault: () => {},
    });
    onTestFinished(() => counter.close());
    counter.note('a', 200);
    counter.note('b', 200);
    for (let attempt = 0; attempt < 2; attempt++) {
      await expect(counter.flush()).rejects.toThrow(Unavailable);
      counter.note('a', 200);
    }
    isFailing = false;
    await counter.flush();
    await counter.flush();
    const [first, second, third, next] = offered;
    expect([second, third]).toEqual([first, first]);
    expect(next?.id).not.toBe(first?.id);
    expect(next?.counts).toMatchObject([{ accountId: 'a', ok: 2 }]);
    expect(offered).toHaveLength(4);
  });

  it('goes on in bounded memory, and says so once', async () => {
    const { counter, state, faults, total } = openCounter();
    state.isFailing = true;
    for (let n = 0; n < 100_010; n++) counter.note(`account ${n}`, 200);
    counter.note('account 1', 200);
    await expect(counter.flush()).rejects.toThrow(Unavailable);
    expect(faults.map(String)).toEqual([expect.stringContaining('100000 accounts')]);
    state.isFailing = false;
    await counter.close();
    expect(total()).toBe(100_001);
  });
});

it('counts exactly what comes while batches are being written', async () => {
  const written: UsageCount[] = [];
  const counter = createUsageCounter({
    onLimited: async () => {},
    async add(counts) {
      await new Promise((resume) => setImmediate(resume));
      written.push(...counts);
    },
    nowMs: createClock().nowMs,
    onFault: () => {},
  });
  const flushes: Promise<void>[] = [];
  for (let n = 0; n < 3_000; n++) {
    counter.note(`account ${n % 7}`, 200);
    if (n % 3 === 0) {
      flushes.push(counter.flush());
      await new Promise((resume) => setImmediate(resume));
    }
  }
  await Promise.all(flushes);
  await counter.close();
  expect(written.reduce((sum, { ok }) => sum + ok, 0)).toBe(3_000);
});

it('is written at the close and read back as thirty days', async () => {
  const store = openSqliteStore(makeTestFolder());
  onTestFinished(() => store.close());
  const clock = createClock(Date.parse('2026-11-01T12:00:00Z'));
  const counter = createUsageCounter({
    onLimited: async () => {},
    add: (counts, batchId) => store.usage.add(counts, batchId),
    nowMs: clock.nowMs,
    onFault: () => {},
  });
  const account = toAccount('a@b.md');
  await store.accounts.insert(account, [toEntry(account.id)]);
  counter.note(account.id, 200);
  clock.advance(29 * 86_400_000);
  counter.note(account.id, 429);
  await counter.close();
  const days = await createReadUsage(store.accountReads, clock.nowMs)(account.id);
  expect(days.map(({ day }) => day)).toEqual(
    Array.from({ length: 30 }, (_, n) => `2026-11-${String(n + 1).padStart(2, '0')}`),
  );
  expect(days.at(0)).toMatchObject({ ok: 1 });
  expect(days.at(-1)).toMatchObject({ limited: 1 });
});

import { describe, expect, it } from 'vitest';
import { MAX_DELETED } from '../../src/store/port/documents.ts';
import { NO_REQUESTS, type UsageCount } from '../../src/store/port/usage.ts';
import type { Store } from '../../src/store/store.ts';
import { toAccount, toEntry } from './records.ts';

const ID = 'id-a@b.md';
const OTHER_ID = 'id-c@d.md';
const DAY_MS = 86_400_000;

function toCount(day: string, change: Partial<UsageCount> = {}): UsageCount {
  return { accountId: ID, day, ...NO_REQUESTS, ...change };
}

/** What every store promises of usage. */
export function describeUsageStore(open: () => Promise<Store>): void {
  async function openWithAccounts() {
    const store = await open();
    for (const email of ['a@b.md', 'c@d.md']) {
      await store.accounts.insert(toAccount(email), [toEntry(`id-${email}`)]);
    }
    const list = (id: string, from = '') => store.accountReads.listUsage(id, from, '9999');
    return { ...store, list };
  }

  describe('usage', () => {
    it('adds up by account and day, also within one write', async () => {
      const { usage, list } = await openWithAccounts();
      await usage.add([
        toCount('2026-11-21', { ok: 5 }),
        toCount('2026-11-21', { ok: 1, notModified: 4, notFound: 7, limited: 2 }),
        toCount('2026-11-21', { accountId: OTHER_ID, ok: 100 }),
      ]);
      await usage.add([toCount('2026-11-21', { clientErrors: 3, limited: 1 })]);
      expect(await list(ID, '2026-11-21')).toEqual([
        { day: '2026-11-21', ok: 6, notModified: 4, notFound: 7, clientErrors: 3, limited: 3 },
      ]);
    });

    it('is listed from a day on, the oldest first', async () => {
      const { usage, list } = await openWithAccounts();
      await usage.add(['2026-11-21', '2026-09-30', '2026-10-01'].map((day) => toCount(day)));
      const days = (await list(ID, '2026-10-01')).map(({ day }) => day);
      expect(days).toEqual(['2026-10-01', '2026-11-21']);
    });

    it('goes with its account', async () => {
      const { usage, accounts, list } = await openWithAccounts();
      await usage.add([toCount('2026-11-21', { ok: 1 })]);
      await accounts.delete(ID, toEntry(ID));
      expect(await list(ID)).toEqual([]);
    });

    it('is not stored for accounts that are deleted or never existed', async () => {
      const { usage, accounts, list } = await openWithAccounts();
      await accounts.delete(ID, toEntry(ID));
      await usage.add([
        toCount('2026-11-21', { ok: 1 }),
        toCount('2026-11-21', { accountId: 'nobody', ok: 1 }),
        toCount('2026-11-21', { accountId: OTHER_ID, ok: 1 }),
      ]);
      for (const accountId of [ID, 'nobody']) expect(await list(accountId)).toEqual([]);
      expect(await list(OTHER_ID)).toHaveLength(1);
      expect(await usage.deleteBefore('9999-12-31')).toBe(1);
    });

    it('is not stored for an account that is deleted at the same time', async () => {
      const { usage, accounts, list } = await openWithAccounts();
      for (let round = 0; round < 20; round++) {
        const account = toAccount(`${round}@d.md`);
        await accounts.insert(account, [toEntry(account.id)]);
        const counts = [toCount('2026-11-21', { accountId: account.id, ok: 1 })];
        await Promise.all([
          usage.add(counts),
          usage.add(counts),
          accounts.delete(account.id, toEntry(account.id)),
          usage.add(counts),
        ]);
        expect(await list(account.id)).toEqual([]);
      }
    });

    it('is removed before a day, a limited number at a time', async () => {
      const { usage, list } = await openWithAccounts();
      const days = Array.from({ length: MAX_DELETED + 2 }, (_, place) =>
        new Date(place * DAY_MS).toISOString().slice(0, 10),
      );
      await usage.add(days.map((day) => toCount(day, { ok: 1 })));
      const last = days.at(-1) ?? '';
      expect(await usage.deleteBefore(last)).toBe(MAX_DELETED);
      expect(await usage.deleteBefore(last)).toBe(1);
      expect(await usage.deleteBefore(last)).toBe(0);
      expect(await list(ID)).toMatchObject([{ day: last }]);
    });
  });
}

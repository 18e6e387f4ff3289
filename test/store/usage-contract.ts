import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import type { UsageCount } from '../../src/store/usage-store.ts';
import { toAccount, toEntry } from './records.ts';

const ID = 'id-a@b.md';

function toCount(day: string, change: Partial<UsageCount> = {}): UsageCount {
  return { accountId: ID, day, ok: 0, clientErrors: 0, limited: 0, ...change };
}

/** What every store promises of usage. */
export function describeUsageStore(open: () => Promise<Store>): void {
  describe('usage', () => {
    it('adds up by account and day, also within one write', async () => {
      const { usage } = await open();
      await usage.add([
        toCount('2026-11-21', { ok: 5 }),
        toCount('2026-11-21', { ok: 1, limited: 2 }),
        toCount('2026-11-21', { accountId: 'another', ok: 100 }),
      ]);
      await usage.add([toCount('2026-11-21', { clientErrors: 3, limited: 1 })]);
      expect(await usage.list(ID, '2026-11-21')).toEqual([
        { day: '2026-11-21', ok: 6, clientErrors: 3, limited: 3 },
      ]);
    });

    it('is listed from a day on, the oldest first', async () => {
      const { usage } = await open();
      await usage.add(['2026-11-21', '2026-09-30', '2026-10-01'].map((day) => toCount(day)));
      const days = (await usage.list(ID, '2026-10-01')).map(({ day }) => day);
      expect(days).toEqual(['2026-10-01', '2026-11-21']);
    });

    it('goes with its account', async () => {
      const { usage, accounts } = await open();
      await accounts.insert(toAccount('a@b.md'), toEntry(ID));
      await usage.add([toCount('2026-11-21', { ok: 1 })]);
      await accounts.delete(ID, toEntry(ID));
      expect(await usage.list(ID, '')).toEqual([]);
    });
  });
}

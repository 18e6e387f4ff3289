import { describe, expect, it } from 'vitest';
import type { Subscription } from '../../src/domain/account/plan.ts';
import { MAX_CLOCK_SKEW_MS } from '../../src/domain/time/clock-skew.ts';
import type { ReceivedEvent } from '../../src/store/accounts/accounts.ts';
import type { Store } from '../../src/store/store.ts';
import { BUSINESS, toAccount, toChange, toEntry, toKey } from './records.ts';

const ID = 'id-a@b.md';
const NEVER = toAccount('a@b.md');
const AGENCY: Subscription = { ...BUSINESS, plan: 'agency' };

function toMark(id: string, atMs: number): ReceivedEvent {
  return { id, atMs, receivedAtMs: atMs + 1 };
}

function toPlan(next: Subscription, read: Subscription | null = null) {
  return toChange({ ...NEVER, subscription: read }, { subscription: next });
}

/** What every store promises of subscription events. */
export function describeEventStore(open: () => Promise<Store>): void {
  async function openWithAccount() {
    const store = await open();
    await store.accounts.insert(toAccount('a@b.md'), [toEntry(ID)]);
    return store;
  }

  describe('an event', () => {
    it('is recorded with its effect, its key and its entries', async () => {
      const { accounts, audit } = await openWithAccount();
      const key = toKey('one');
      const change = toChange(NEVER, { subscription: BUSINESS, apiKey: key }, [toEntry(ID)]);
      expect(await accounts.hasEvent('one')).toBe(false);
      expect(await accounts.applyEvent(toMark('one', 5), change)).toBe('applied');
      expect(await accounts.hasEvent('one')).toBe(true);
      expect(await accounts.findById(ID)).toMatchObject({ subscription: BUSINESS, apiKey: key });
      expect(await audit.listByAccount(ID, 9)).toHaveLength(2);
    });

    it('is not recorded without its effect', async () => {
      const { accounts } = await openWithAccount();
      const mark = toMark('one', 5);
      expect(await accounts.applyEvent(mark, toPlan(BUSINESS, AGENCY))).toBe('changed');
      expect(
        await accounts.applyEvent(
          mark,
          toChange({ ...NEVER, id: 'gone' }, { subscription: BUSINESS }),
        ),
      ).toBe('changed');
      expect(await accounts.hasEvent('one')).toBe(false);
      expect(await accounts.applyEvent(mark, toPlan(BUSINESS))).toBe('applied');
    });

    it('changes nothing when it is repeated or older than the last one', async () => {
      const { accounts, audit } = await openWithAccount();
      await accounts.applyEvent(toMark('one', 5), toPlan(BUSINESS));
      const next = { ...toPlan(AGENCY, BUSINESS), entries: [toEntry(ID)] };
      expect(await accounts.applyEvent(toMark('one', 6), next)).toBe('repeated');
      expect(await accounts.applyEvent(toMark('two', 4), next)).toBe('stale');
      expect((await accounts.findById(ID))?.subscription).toEqual(BUSINESS);
      expect(await audit.listByAccount(ID, 9)).toHaveLength(1);
      expect(await accounts.applyEvent(toMark('three', 5), next)).toBe('applied');
      expect((await accounts.findById(ID))?.subscription).toEqual(AGENCY);
    });

    it('counts after one that came from the future', async () => {
      const { accounts } = await openWithAccount();
      const aheadMs = 6 + 2 * MAX_CLOCK_SKEW_MS;
      await accounts.applyEvent(toMark('ahead', aheadMs), toPlan(BUSINESS));
      const next = toPlan(AGENCY, BUSINESS);
      const skewed = { ...toMark('skewed', 5), receivedAtMs: aheadMs - MAX_CLOCK_SKEW_MS };
      expect(await accounts.applyEvent(skewed, next)).toBe('stale');
      expect(await accounts.applyEvent(toMark('now', 5), next)).toBe('applied');
      expect(await accounts.applyEvent(toMark('ahead', aheadMs), next)).toBe('repeated');
      expect(await accounts.applyEvent(toMark('older', 4), next)).toBe('stale');
    });

    it('has its effect once of a hundred at once', async () => {
      const { accounts } = await openWithAccount();
      const change = toPlan(BUSINESS);
      const outcomes = await Promise.all(
        Array.from({ length: 100 }, () => accounts.applyEvent(toMark('one', 5), change)),
      );
      expect(outcomes.filter((outcome) => outcome === 'applied')).toHaveLength(1);
    });

    it('finds when the last account of its address was deleted', async () => {
      const { accounts } = await openWithAccount();
      const deleteAt = (email: string, atMs: number) =>
        accounts.delete(`id-${email}`, {
          ...toEntry(`id-${email}`),
          action: 'account_deleted',
          email,
          atMs,
        });
      expect(await accounts.findDeletedAtMs('a@b.md')).toBeNull();
      await accounts.insert(toAccount('Ana@B.md'), []);
      await deleteAt('Ana@B.md', 7);
      await deleteAt('a@b.md', 5);
      await accounts.insert(toAccount('a@b.md'), []);
      await deleteAt('a@b.md', 9);
      expect(await accounts.findDeletedAtMs('A@b.MD')).toBe(9);
      expect(await accounts.findDeletedAtMs('ana@b.md')).toBe(7);
      expect(await accounts.findDeletedAtMs('_@b.md')).toBeNull();
      expect(await accounts.findDeletedAtMs('b@b.md')).toBeNull();
    });

    it('is forgotten by the time it was received', async () => {
      const { accounts } = await openWithAccount();
      await accounts.applyEvent(toMark('one', 5), toPlan(BUSINESS));
      expect(await accounts.deleteEvents(6)).toBe(0);
      expect(await accounts.deleteEvents(7)).toBe(1);
      expect(await accounts.hasEvent('one')).toBe(false);
    });
  });
}

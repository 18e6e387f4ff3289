import { describe, expect, it } from 'vitest';
import type { Store } from '../../src/store/store.ts';
import { toIdno } from '../support/companies.ts';
import { toAccount, toEntry } from './records.ts';

const ID = 'id-a@b.md';
const OTHER_ID = 'id-c@d.md';

/** IDNOs by their serial numbers. */
const toIdnos = (...serials: number[]) => serials.map(toIdno);

/** What every store promises of watch lists. */
export function describeWatchListStore(open: () => Promise<Store>): void {
  async function openWithAccounts() {
    const store = await open();
    for (const email of ['a@b.md', 'c@d.md']) {
      await store.accounts.insert(toAccount(email), [toEntry(`id-${email}`)]);
    }
    const { watchLists } = store;
    return {
      ...store,
      change: (add: string[], remove: string[] = [], maxSize = 5, id = ID) =>
        watchLists.change(id, { add, remove }, maxSize),
      find: (id = ID) => watchLists.find(id),
    };
  }

  describe('a watch list', () => {
    it('is empty at first, and ascending in whatever order it is filled', async () => {
      const { change, find } = await openWithAccounts();
      expect(await find()).toEqual([]);
      expect(await change(toIdnos(3, 1))).toEqual({ added: 2, removed: 0, size: 2 });
      expect(await change(toIdnos(2, 4), toIdnos(1))).toEqual({ added: 2, removed: 1, size: 3 });
      expect(await find()).toEqual(toIdnos(2, 3, 4));
    });

    it('counts only what has changed, each IDNO once', async () => {
      const { change, find } = await openWithAccounts();
      expect(await change([], toIdnos(1))).toEqual({ added: 0, removed: 0, size: 0 });
      expect(await change(toIdnos(1, 2, 1))).toEqual({ added: 2, removed: 0, size: 2 });
      expect(await change(toIdnos(1, 2))).toEqual({ added: 0, removed: 0, size: 2 });
      expect(await change([], toIdnos(2, 2, 9))).toEqual({ added: 0, removed: 1, size: 1 });
      expect(await find()).toEqual(toIdnos(1));
    });

    it('belongs to one account', async () => {
      const { change, find, accountReads } = await openWithAccounts();
      await change(toIdnos(1, 2));
      await change(toIdnos(2), [], 5, OTHER_ID);
      expect([await find(), await find(OTHER_ID)]).toEqual([toIdnos(1, 2), toIdnos(2)]);
      const asked = [OTHER_ID, 'nobody', ID];
      expect(await accountReads.findWatchListSizes(asked)).toEqual([1, 0, 2]);
    });

    it('takes what has room, else nothing at all', async () => {
      const { change, find } = await openWithAccounts();
      expect(await change(toIdnos(1, 2, 3), [], 2)).toBeNull();
      expect(await find()).toEqual([]);
      expect(await change(toIdnos(1, 2), [], 2)).toMatchObject({ size: 2 });
      expect(await change(toIdnos(3), [], 2)).toBeNull();
      expect(await change(toIdnos(3, 4), toIdnos(1), 2)).toBeNull();
      expect(await find()).toEqual(toIdnos(1, 2));
      expect(await change(toIdnos(3), toIdnos(1), 2)).toEqual({ added: 1, removed: 1, size: 2 });
      expect(await find()).toEqual(toIdnos(2, 3));
    });

    it('over the limit of a smaller plan can only be shortened', async () => {
      const { change, find } = await openWithAccounts();
      await change(toIdnos(1, 2, 3, 4));
      expect(await change(toIdnos(5), toIdnos(1, 2), 1)).toBeNull();
      expect(await change(toIdnos(1, 2), [], 1)).toEqual({ added: 0, removed: 0, size: 4 });
      expect(await change([], toIdnos(1), 0)).toEqual({ added: 0, removed: 1, size: 3 });
      expect(await find()).toEqual(toIdnos(2, 3, 4));
    });

    it('has all of a hundred concurrent changes, and never more than its limit', async () => {
      const { change, find } = await openWithAccounts();
      const all = Array.from({ length: 100 }, (_, serial) => toIdno(serial));
      await Promise.all(all.map((idno) => change([idno], [], 100)));
      expect(await find()).toEqual(all);
      const more = Array.from({ length: 100 }, (_, serial) => toIdno(1_000 + serial));
      const outcomes = await Promise.all(more.map((idno) => change([idno], [], 110)));
      expect(outcomes.filter((outcome) => outcome !== null)).toHaveLength(10);
      expect(await find()).toHaveLength(110);
    });

    it('goes with its account, and none is stored for an account that does not exist', async () => {
      const { accounts, change, find, accountReads } = await openWithAccounts();
      await change(toIdnos(1));
      await accounts.delete(ID, toEntry(ID));
      expect(await find()).toEqual([]);
      for (const id of [ID, 'nobody']) {
        await change(toIdnos(1), [], 5, id);
        expect(await find(id)).toEqual([]);
      }
      expect(await accountReads.findWatchListSizes([ID, 'nobody'])).toEqual([0, 0]);
    });

    it('is not stored for an account that is deleted at the same time', async () => {
      const { accounts, change, find } = await openWithAccounts();
      for (let round = 0; round < 20; round++) {
        const account = toAccount(`${round}@d.md`);
        await accounts.insert(account, [toEntry(account.id)]);
        await Promise.all([
          change(toIdnos(1), [], 5, account.id),
          accounts.delete(account.id, toEntry(account.id)),
          change(toIdnos(2), [], 5, account.id),
        ]);
        expect(await find(account.id)).toEqual([]);
      }
    });
  });
}

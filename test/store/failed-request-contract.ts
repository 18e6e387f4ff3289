import { describe, expect, it } from 'vitest';
import { MAX_DELETED } from '../../src/store/port/documents.ts';
import { type FailedRequest, MAX_FAILED_REQUESTS } from '../../src/store/port/usage.ts';
import type { Store } from '../../src/store/store.ts';
import { toAccount, toEntry } from './records.ts';

const ID = 'id-a@b.md';
const OTHER_ID = 'id-c@d.md';

export function toFailedRequest(
  requestId: string,
  change: Partial<FailedRequest> = {},
): FailedRequest {
  return {
    requestId,
    accountId: ID,
    atMs: 1_000,
    method: 'GET',
    path: '/api/v1/company/123',
    status: 400,
    error: 'invalid_idno',
    network: '192.0.2.0/24',
    ...change,
  };
}

/** What every store promises of failed requests. */
export function describeFailedRequestStore(open: () => Promise<Store>): void {
  async function openWithAccounts() {
    const store = await open();
    for (const email of ['a@b.md', 'c@d.md']) {
      await store.accounts.insert(toAccount(email), [toEntry(`id-${email}`)]);
    }
    const list = async (id: string, fromMs = 0) => {
      const [listed = []] = await store.accountReads.listFailedRequests([id], fromMs);
      return listed;
    };
    return { ...store, list };
  }

  describe('failed requests', () => {
    it('are listed as they were added, newest first, for each account of a batch', async () => {
      const { failedRequests, accountReads } = await openWithAccounts();
      const early = toFailedRequest('r1');
      const late = toFailedRequest('r2', { atMs: 2_000, status: 503, error: null });
      const other = toFailedRequest('r3', { accountId: OTHER_ID, path: '/mcp', method: 'POST' });
      await failedRequests.add([early, late, other]);
      const listed = await accountReads.listFailedRequests([OTHER_ID, 'nobody', ID], 0);
      expect(listed).toEqual([[other], [], [late, early]]);
    });

    it('are listed from an instant on', async () => {
      const { failedRequests, list } = await openWithAccounts();
      await failedRequests.add([toFailedRequest('r1'), toFailedRequest('r2', { atMs: 1_001 })]);
      expect((await list(ID, 1_001)).map(({ requestId }) => requestId)).toEqual(['r2']);
    });

    it('are added once, even if the call is repeated', async () => {
      const { failedRequests, list } = await openWithAccounts();
      const batch = [toFailedRequest('r1'), toFailedRequest('r2')];
      await failedRequests.add(batch);
      await failedRequests.add(batch);
      expect(await list(ID)).toHaveLength(2);
    });

    it('are the newest of each account and no more', async () => {
      const { failedRequests, list } = await openWithAccounts();
      const all = Array.from({ length: MAX_FAILED_REQUESTS + 20 }, (_, place) =>
        toFailedRequest(`r${100 + place}`, { atMs: 1_000 + place }),
      );
      await failedRequests.add([toFailedRequest('other', { accountId: OTHER_ID })]);
      await failedRequests.add(all.slice(10));
      await failedRequests.add(all.slice(0, 10));
      expect(await list(ID)).toEqual(all.slice(20).toReversed());
      expect(await failedRequests.deleteExpired(9_999, 9_999)).toBe(MAX_FAILED_REQUESTS + 1);
    });

    it('go with their account', async () => {
      const { failedRequests, accounts, list } = await openWithAccounts();
      await failedRequests.add([toFailedRequest('r1')]);
      await accounts.delete(ID, toEntry(ID));
      expect(await list(ID)).toEqual([]);
      expect(await failedRequests.deleteExpired(9_999, 9_999)).toBe(0);
    });

    it('are not stored for accounts that are deleted or never existed', async () => {
      const { failedRequests, accounts, list } = await openWithAccounts();
      await accounts.delete(ID, toEntry(ID));
      await failedRequests.add([
        toFailedRequest('r1'),
        toFailedRequest('r2', { accountId: 'nobody' }),
        toFailedRequest('r3', { accountId: OTHER_ID }),
      ]);
      for (const accountId of [ID, 'nobody']) expect(await list(accountId)).toEqual([]);
      expect(await failedRequests.deleteExpired(9_999, 9_999)).toBe(1);
    });

    it('are not stored for an account that is deleted at the same time', async () => {
      const { failedRequests, accounts, list } = await openWithAccounts();
      for (let round = 0; round < 20; round++) {
        const { id, ...account } = toAccount(`${round}@d.md`);
        await accounts.insert({ id, ...account }, [toEntry(id)]);
        await Promise.all([
          failedRequests.add([toFailedRequest(`r${round}`, { accountId: id })]),
          accounts.delete(id, toEntry(id)),
          failedRequests.add([toFailedRequest(`s${round}`, { accountId: id })]),
        ]);
        expect(await list(id)).toEqual([]);
      }
    });

    it('are removed outside a time, a limited number at a time', async () => {
      const { failedRequests, accounts, list } = await openWithAccounts();
      const holders = Array.from({ length: MAX_DELETED / MAX_FAILED_REQUESTS + 1 }, (_, place) =>
        toAccount(`${place}@d.md`),
      );
      for (const { id, ...account } of holders) {
        await accounts.insert({ id, ...account }, [toEntry(id)]);
        await failedRequests.add(
          Array.from({ length: MAX_FAILED_REQUESTS }, (_, place) =>
            toFailedRequest(`${id} ${place}`, { accountId: id }),
          ),
        );
      }
      await failedRequests.add([
        toFailedRequest('early', { atMs: 1_999 }),
        toFailedRequest('first', { atMs: 2_000 }),
        toFailedRequest('last', { atMs: 3_000 }),
        toFailedRequest('late', { atMs: 3_001 }),
      ]);
      expect(await failedRequests.deleteExpired(2_000, 3_000)).toBe(MAX_DELETED);
      expect(await failedRequests.deleteExpired(2_000, 3_000)).toBe(MAX_FAILED_REQUESTS + 2);
      expect(await failedRequests.deleteExpired(2_000, 3_000)).toBe(0);
      expect((await list(ID)).map(({ requestId }) => requestId)).toEqual(['last', 'first']);
    });
  });
}

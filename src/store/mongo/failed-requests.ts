import type { AccountReads } from '../port/account-reads.ts';
import {
  type FailedRequest,
  type FailedRequestStore,
  MAX_FAILED_REQUESTS,
} from '../port/failed-requests.ts';
import { MAX_DELETED } from '../port/store.ts';
import { inOrder } from './collection.ts';
import type { Collections } from './collections.ts';
import type { Keyed } from './documents.ts';

type FailedRequestDocument = Keyed<FailedRequest, 'requestId'>;

export function createFailedRequestStore(
  collections: Collections,
): FailedRequestStore & Pick<AccountReads, 'listFailedRequests'> {
  const { accounts, failedRequests } = collections;

  /** Also deletes those of deleted accounts; see `removeDeleted` of `createUsageStore`. */
  async function keepNewest(accountIds: string[]): Promise<void> {
    const notDeleted = { _id: { $in: accountIds }, deletedAtMs: { $exists: false } };
    const existing = new Set(await accounts.findIds(notDeleted));
    const stored = await failedRequests.aggregate<{ _id: string; ids: string[] }>([
      { $match: { accountId: { $in: accountIds } } },
      { $sort: NEWEST_FIRST },
      { $group: { _id: '$accountId', ids: { $push: '$_id' } } },
    ]);
    const surplus = stored.flatMap(({ _id, ids }) =>
      existing.has(_id) ? ids.slice(MAX_FAILED_REQUESTS) : ids,
    );
    await failedRequests.deleteEach(surplus);
  }

  return {
    async add(requests) {
      if (requests.length === 0) return;
      await failedRequests.insertMissing(requests.map(toFailedRequestDocument));
      await keepNewest([...new Set(requests.map(({ accountId }) => accountId))]);
    },
    async listFailedRequests(accountIds, fromMs) {
      const newest = { $firstN: { input: '$$ROOT', n: MAX_FAILED_REQUESTS } };
      const found = await failedRequests.aggregate<{
        _id: string;
        newest: FailedRequestDocument[];
      }>([
        { $match: { accountId: { $in: [...accountIds] }, atMs: { $gte: fromMs } } },
        { $sort: NEWEST_FIRST },
        { $group: { _id: '$accountId', newest } },
      ]);
      const listed = inOrder(accountIds, found, (group) => group.newest.map(toFailedRequest));
      return listed.map((one) => one ?? []);
    },
    deleteExpired: (fromMs, latestMs) => {
      const isExpired = [{ atMs: { $lt: fromMs } }, { atMs: { $gt: latestMs } }];
      return failedRequests.deleteUpTo(MAX_DELETED, { $or: isExpired });
    },
  };
}

const NEWEST_FIRST = { atMs: -1, _id: -1 } as const;

export function toFailedRequestDocument({
  requestId,
  ...rest
}: FailedRequest): FailedRequestDocument {
  return { _id: requestId, ...rest };
}

function toFailedRequest({ _id: requestId, ...rest }: FailedRequestDocument): FailedRequest {
  return { requestId, ...rest };
}

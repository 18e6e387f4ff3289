import {
  type DocumentCollections,
  type FailedRequestDocument,
  NEWEST_FIRST,
} from '../port/layout.ts';
import { MAX_DELETED } from '../port/store.ts';
import {
  type FailedRequest,
  type FailedRequestStore,
  MAX_FAILED_REQUESTS,
  type UsageStore,
} from '../port/usage.ts';
import {
  type AccountData,
  ignoreUnavailable,
  listDeleted,
  removeAll,
  removeIfDeleted,
} from './deletion.ts';

export function createUsageStore({ documents, counters }: AccountData): UsageStore {
  return {
    async add(counts, batchId) {
      if (counts.length === 0) return;
      await counters.add(counts, batchId);
      // If it fails, the counts are added nevertheless: the batch must not be repeated.
      await ignoreUnavailable(async () => {
        const ids = counts.map(({ accountId }) => accountId);
        for (const accountId of await listDeleted(documents, ids)) {
          await removeAll((max) => counters.removeWhere({ accountId }, max));
        }
      });
    },
    deleteBefore: (beforeDay) => counters.removeWhere({ beforeDay }, MAX_DELETED),
  };
}

export function createFailedRequestStore(documents: DocumentCollections): FailedRequestStore {
  const { failedRequests } = documents;

  /** Keeps the newest MAX_FAILED_REQUESTS of an account. */
  async function removeOld(accountId: string): Promise<void> {
    if ((await failedRequests.count({ accountId }, MAX_FAILED_REQUESTS)) !== null) return;
    const query = { where: { accountId }, ...NEWEST_FIRST, first: MAX_FAILED_REQUESTS + 1 };
    const surplus = (await failedRequests.find(query))[MAX_FAILED_REQUESTS];
    if (surplus === undefined) return;
    const { atMs, id } = surplus;
    const isOlder = [
      { accountId, atMs: { before: atMs } },
      { accountId, atMs, id: { to: id } },
    ];
    await failedRequests.removeWhere(isOlder, MAX_DELETED);
  }

  return {
    async add(requests) {
      if (requests.length === 0) return;
      await failedRequests.replaceEach(requests.map(toDocument));
      const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
      await removeIfDeleted(documents, 'failedRequests', accountIds);
      await Promise.all(accountIds.map(removeOld));
    },
    deleteExpired: (fromMs, latestMs) =>
      failedRequests.removeWhere(
        [{ atMs: { before: fromMs } }, { atMs: { after: latestMs } }],
        MAX_DELETED,
      ),
  };
}

/** See `AccountReads.listFailedRequests`. */
export async function listFailedRequests(
  { failedRequests }: Pick<DocumentCollections, 'failedRequests'>,
  accountId: string,
  fromMs: number,
): Promise<FailedRequest[]> {
  const where = { accountId, atMs: { from: fromMs } };
  const found = await failedRequests.find({ where, ...NEWEST_FIRST, first: MAX_FAILED_REQUESTS });
  return found.map(({ id: requestId, version, ...request }) => ({ requestId, ...request }));
}

function toDocument({ requestId: id, ...request }: FailedRequest): FailedRequestDocument {
  return { id, version: 0, ...request };
}

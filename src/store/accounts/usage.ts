import { MAX_DELETED } from '../port/documents.ts';
import {
  type DocumentCollections,
  type FailedRequestDocument,
  NEWEST_FIRST,
} from '../port/layout.ts';
import { type FailedRequest, MAX_FAILED_REQUESTS, type UsageCount } from '../port/usage.ts';
import {
  type AccountData,
  ignoreUnavailable,
  listDeleted,
  removeAll,
  removeIfDeleted,
} from './deletion.ts';

export type UsageStore = ReturnType<typeof createUsageStore>;
export type FailedRequestStore = ReturnType<typeof createFailedRequestStore>;

export function createUsageStore({ documents, counters }: AccountData) {
  return {
    /**
     * Adds the counts, except those of accounts that do not exist. A rejected batch may have been added
     * in part: repeated unchanged under the same id, each count is added once.
     */
    async add(counts: readonly UsageCount[], batchId?: string): Promise<void> {
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
    /** Removes at most MAX_DELETED rows of all accounts before this day. Returns how many. */
    deleteBefore: (beforeDay: string) => counters.removeWhere({ beforeDay }, MAX_DELETED),
  };
}

export function createFailedRequestStore(documents: DocumentCollections) {
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
    /**
     * Adds those of accounts that exist, and keeps the newest MAX_FAILED_REQUESTS of each account. A
     * rejected call may have added some; repeated, it adds each once.
     */
    async add(requests: readonly FailedRequest[]): Promise<void> {
      if (requests.length === 0) return;
      await failedRequests.replaceEach(requests.map(toDocument));
      const accountIds = [...new Set(requests.map(({ accountId }) => accountId))];
      await removeIfDeleted(documents, 'failedRequests', accountIds);
      await Promise.all(accountIds.map(removeOld));
    },
    /** Removes at most MAX_DELETED that are before `fromMs` or after `latestMs`. Returns how many. */
    deleteExpired: (fromMs: number, latestMs: number) =>
      failedRequests.removeWhere(
        [{ atMs: { before: fromMs } }, { atMs: { after: latestMs } }],
        MAX_DELETED,
      ),
  };
}

/** Newest first, at most MAX_FAILED_REQUESTS. */
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

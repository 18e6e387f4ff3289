import { Unavailable } from '../../domain/errors.ts';
import type { AccountStore } from '../port/accounts.ts';
import { notDeleted } from './account-record.ts';
import { drainAccount, toAuditDocument } from './audit.ts';
import type { Collections } from './collections.ts';

/**
 * One write deletes the account: it removes key, address and plan from the document and adds the
 * audit entry. The account's other documents are deleted after that. The document itself remains
 * until its entry is in the log and its events have been deleted, so that a repeated event does not
 * create the account again. `finishDeletions` completes interrupted deletions.
 */
export function createDeletion(collections: Collections): AccountStore['delete'] {
  return async (id, entry) => {
    const { matchedCount } = await collections.accounts.updateOne(notDeleted(id), {
      $set: { deletedAtMs: entry.atMs, apiKey: null, subscription: null },
      $unset: { email: '', emailFolded: '', identity: '', language: '' },
      $push: { outbox: toAuditDocument(entry) },
    });
    if (matchedCount === 0) return false;
    // The account is deleted even if the rest is not yet: `deleteEvents` tries again.
    await finish(id, collections).catch((error: unknown) => {
      if (!(error instanceof Unavailable)) throw error;
    });
    return true;
  };
}

/** The most deletions that one call completes. */
const MAX_FINISHED = 100;

export async function finishDeletions(collections: Collections): Promise<void> {
  const ids = await collections.accounts.findIds(
    { deletedAtMs: { $exists: true } },
    { sort: { deletedAtMs: 1 }, limit: MAX_FINISHED },
  );
  for (const id of ids) await finish(id, collections);
}

async function finish(id: string, collections: Collections): Promise<void> {
  const { accounts, sessions, links, browsers, usage, failedRequests } = collections;
  const { watchLists, webhooks } = collections;
  await drainAccount(collections, id);
  await sessions.deleteMany({ accountId: id });
  await links.deleteMany({ accountId: id });
  await browsers.deleteMany({ accountId: id });
  await usage.deleteMany({ accountId: id });
  await failedRequests.deleteMany({ accountId: id });
  await watchLists.deleteOne({ _id: id });
  await webhooks.deleteOne({ _id: id });
  await accounts.deleteOne({
    _id: id,
    deletedAtMs: { $exists: true },
    'outbox._id': { $exists: false },
    'events.id': { $exists: false },
  });
}

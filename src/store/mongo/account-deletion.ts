import type { AccountStore } from '../port/accounts.ts';
import { live } from './account-update.ts';
import { toAuditDocument } from './audit.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import type { Outbox } from './outbox.ts';

/**
 * The one write that deletes an account takes its key, address and plan out of the document, and
 * puts the entry in. What belongs to the account goes after that; the document itself when its
 * entry is in the log and its events are forgotten, since an event that is sent again must not
 * make the account anew. A deletion that was cut short is carried on by `finishDeletions`.
 */
export function createDeletion(
  collections: Collections,
  calls: Calls,
  outbox: Outbox,
): AccountStore['delete'] {
  const { accounts } = collections;
  return async (id, entry) => {
    const { matchedCount } = await calls.write(() =>
      accounts.updateOne(live(id), {
        $set: { deletedAtMs: entry.atMs, apiKey: null, subscription: null },
        $unset: { email: '', emailFolded: '', identity: '', language: '' },
        $push: { outbox: toAuditDocument(entry) },
      }),
    );
    if (matchedCount === 0) return false;
    // The account is gone, whatever becomes of the rest now.
    await finish(id, collections, calls, outbox).catch(() => {});
    return true;
  };
}

/** Deletions that one call carries on. */
const MAX_FINISHED = 100;

export async function finishDeletions(
  collections: Collections,
  calls: Calls,
  outbox: Outbox,
): Promise<void> {
  const found = await calls.read((limits) =>
    collections.accounts
      .find({ deletedAtMs: { $exists: true } }, { projection: { _id: 1 }, ...limits })
      .sort({ deletedAtMs: 1 })
      .limit(MAX_FINISHED)
      .toArray(),
  );
  for (const { _id } of found) await finish(_id, collections, calls, outbox);
}

async function finish(id: string, collections: Collections, calls: Calls, outbox: Outbox) {
  const { accounts, sessions, links, browsers, usage } = collections;
  await outbox.settleAccount(id);
  await calls.write(() => sessions.deleteMany({ accountId: id }));
  await calls.write(() => links.deleteMany({ accountId: id }));
  await calls.write(() => browsers.deleteMany({ accountId: id }));
  await calls.write(() => usage.deleteMany({ accountId: id }));
  await calls.write(() =>
    accounts.deleteOne({
      _id: id,
      deletedAtMs: { $exists: true },
      'outbox._id': { $exists: false },
      'events.id': { $exists: false },
    }),
  );
}

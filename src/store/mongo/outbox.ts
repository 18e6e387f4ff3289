import type { Filter } from 'mongodb';
import type { StoreCollection } from './collection.ts';
import type { Collections } from './collections.ts';
import type { AuditDocument, SessionDocument, WithOutbox } from './documents.ts';

/** The most documents that one call reads. */
const MAX_DOCUMENTS = 500;
const OUTBOX_ONLY = { projection: { outbox: 1 }, limit: MAX_DOCUMENTS };

/** A document that stays when its entries are in the log. */
type KeptDocument = WithOutbox & { _id: string };

/**
 * A transactional outbox for the audit log. A change and its entry belong together but are in two
 * collections, and there are no transactions. The write that makes the change therefore puts the
 * entry into the changed document's outbox. Draining moves it to the log under its own id, so a
 * repetition has no effect.
 */
export interface AuditOutbox {
  /** For an entry that stays in the log even if the write that follows it fails. */
  insert(entries: readonly AuditDocument[]): Promise<void>;
  /** Moves the entries of the account, its webhook and its sessions to the log. */
  drainAccount(accountId: string): Promise<void>;
  /** As `drainAccount`, for at most MAX_DOCUMENTS accounts, webhooks and sessions each. */
  drainBatch(): Promise<void>;
  /** Use this after a successful change. If it fails, a later call moves the entries. */
  tryDrainAccount(accountId: string): Promise<void>;
}

export function createAuditOutbox({
  accounts,
  webhooks,
  sessions,
  audit,
}: Collections): AuditOutbox {
  const kept = [accounts, webhooks] as unknown as StoreCollection<KeptDocument>[];

  async function drainKept(filter: Filter<KeptDocument>): Promise<void> {
    for (const collection of kept) await drain(collection, filter);
  }

  async function drain(
    collection: StoreCollection<KeptDocument>,
    filter: Filter<KeptDocument>,
  ): Promise<void> {
    const found = await collection.find({ ...filter, ...HAS_OUTBOX }, OUTBOX_ONLY);
    await audit.insertMissing(found.flatMap(({ outbox = [] }) => outbox));
    const pulls = found.map(({ _id, outbox = [] }) => {
      const ids = outbox.map((entry) => entry._id);
      return {
        updateOne: { filter: { _id }, update: { $pull: { outbox: { _id: { $in: ids } } } } },
      };
    });
    await collection.bulkWrite(pulls);
  }

  /** A session with an outbox has ended, so the session is deleted with it. */
  async function drainSessions(filter: Filter<SessionDocument>): Promise<void> {
    const ended = { ...filter, outbox: { $exists: true } };
    const found = await sessions.find(ended, OUTBOX_ONLY);
    await audit.insertMissing(found.flatMap(({ outbox = [] }) => outbox));
    await sessions.deleteEach(found.map(({ _id }) => _id));
  }

  async function drainAccount(accountId: string): Promise<void> {
    await drainKept({ _id: accountId });
    await drainSessions({ accountId });
  }

  return {
    insert: (entries) => audit.insertMissing(entries),
    drainAccount,
    async drainBatch() {
      await drainKept({});
      await drainSessions({ idleEndsAtMs: 0 });
    },
    tryDrainAccount: (accountId) => drainAccount(accountId).catch(() => {}),
  };
}

const HAS_OUTBOX = { 'outbox._id': { $exists: true } };

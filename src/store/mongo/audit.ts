import type { Filter } from 'mongodb';
import { foldEmail } from '../../domain/account/email.ts';
import type { AuditEntry, AuditLog } from '../port/audit.ts';
import { MAX_DELETED } from '../port/store.ts';
import type { StoreCollection } from './collection.ts';
import type { Collections } from './collections.ts';
import type { AuditDocument, SessionDocument, WithOutbox } from './documents.ts';

/*
 * The audit log has a transactional outbox. A change and its entry belong together but are in two
 * collections, and there are no transactions. The write that makes the change therefore puts the
 * entry into the changed document's outbox. Draining moves it to the log under its own id, so a
 * repetition has no effect.
 */

/** Before each read, entries that are still in an outbox are moved to the log. */
export function createAuditLog(collections: Collections): AuditLog {
  const { audit } = collections;
  return {
    append: (entry) => appendEntry(collections, entry),
    async listByAccount(accountId, first) {
      await drainAccount(collections, accountId);
      const options = { sort: { atMs: -1, _id: -1 }, limit: first } as const;
      return (await audit.find({ accountId }, options)).map(toAuditEntry);
    },
    async deleteAddresses(beforeMs) {
      await drainBatch(collections);
      const filter = { address: { $type: 'string' }, atMs: { $lt: beforeMs } } as const;
      const ids = await audit.findIds(filter, { limit: MAX_DELETED });
      if (ids.length === 0) return 0;
      await audit.updateMany({ _id: { $in: ids } }, { $set: { address: null } });
      return ids.length;
    },
  };
}

export function toAuditDocument({ id, ...entry }: AuditEntry): AuditDocument {
  const isDeletion = entry.action === 'account_deleted';
  const deletion = isDeletion ? { deletedEmail: foldEmail(entry.email) } : {};
  return { _id: id, ...entry, ...deletion };
}

export function toAuditEntry({ _id: id, deletedEmail, ...entry }: AuditDocument): AuditEntry {
  return { id, ...entry };
}

/** For an entry that stays in the log even if the write that follows it fails. */
export function appendEntry({ audit }: Collections, entry: AuditEntry): Promise<void> {
  return audit.insertMissing([toAuditDocument(entry)]);
}

/** Use this after a successful change. If it fails, a later call moves the entries. */
export function tryDrainAccount(collections: Collections, accountId: string): Promise<void> {
  return drainAccount(collections, accountId).catch(() => {});
}

/** Moves the entries of the account, its webhook and its sessions to the log. */
export async function drainAccount(collections: Collections, accountId: string): Promise<void> {
  await drainKept(collections, { _id: accountId });
  await drainSessions(collections, { accountId });
}

/** As `drainAccount`, for at most MAX_DOCUMENTS accounts, webhooks and sessions each. */
export async function drainBatch(collections: Collections): Promise<void> {
  await drainKept(collections, {});
  await drainSessions(collections, { idleEndsAtMs: 0 });
}

/** The most documents that one call reads. */
const MAX_DOCUMENTS = 500;
const OUTBOX_ONLY = { projection: { outbox: 1 }, limit: MAX_DOCUMENTS };
const HAS_OUTBOX = { 'outbox._id': { $exists: true } };

/** A document that stays when its entries are in the log. */
type KeptDocument = WithOutbox & { _id: string };

async function drainKept(
  { accounts, webhooks, audit }: Collections,
  filter: Filter<KeptDocument>,
): Promise<void> {
  const kept = [accounts, webhooks] as unknown as StoreCollection<KeptDocument>[];
  for (const collection of kept) {
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
}

/** A session with an outbox has ended, so the session is deleted with it. */
async function drainSessions(
  { sessions, audit }: Collections,
  filter: Filter<SessionDocument>,
): Promise<void> {
  const ended = { ...filter, outbox: { $exists: true } };
  const found = await sessions.find(ended, OUTBOX_ONLY);
  await audit.insertMissing(found.flatMap(({ outbox = [] }) => outbox));
  await sessions.deleteEach(found.map(({ _id }) => _id));
}

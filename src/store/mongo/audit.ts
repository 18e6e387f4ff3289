import { ObjectId } from 'mongodb';
import { type AuditEntry, type AuditLog, MAX_DELETED_ADDRESSES } from '../port/audit.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import type { AuditDocument } from './documents.ts';
import { findAll, findIds } from './find.ts';
import { createOutbox } from './outbox.ts';

/** Before each read, entries that are still in an outbox are moved to the log. */
export function createAuditLog(collections: Collections, calls: Calls): AuditLog {
  const { audit } = collections;
  const outbox = createOutbox(collections, calls);
  return {
    append: (entry) => outbox.insert([toAuditDocument(entry)]),
    async listByAccount(accountId, first) {
      await outbox.drainAccount(accountId);
      const options = { sort: { atMs: -1, order: -1 }, limit: first } as const;
      return (await findAll(calls, audit, { accountId }, options)).map(toAuditEntry);
    },
    async deleteAddresses(beforeMs) {
      await outbox.drainBatch();
      const filter = { address: { $type: 'string' }, atMs: { $lt: beforeMs } } as const;
      const ids = await findIds(calls, audit, filter, { limit: MAX_DELETED_ADDRESSES });
      if (ids.length === 0) return 0;
      await calls.write(() => audit.updateMany({ _id: { $in: ids } }, { $set: { address: null } }));
      return ids.length;
    },
  };
}

export function toAuditDocument({ id, ...entry }: AuditEntry): AuditDocument {
  return { _id: id, ...entry, order: new ObjectId() };
}

export function toAuditEntry({ _id: id, order, ...entry }: AuditDocument): AuditEntry {
  return { id, ...entry };
}

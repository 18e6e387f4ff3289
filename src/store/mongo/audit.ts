import { ObjectId } from 'mongodb';
import type { AuditEntry, AuditLog } from '../port/audit.ts';
import { MAX_DELETED } from '../port/store.ts';
import type { Collections } from './collections.ts';
import type { AuditDocument } from './documents.ts';
import { createAuditOutbox } from './outbox.ts';

/** Before each read, entries that are still in an outbox are moved to the log. */
export function createAuditLog(collections: Collections): AuditLog {
  const { audit } = collections;
  const outbox = createAuditOutbox(collections);
  return {
    append: (entry) => outbox.insert([toAuditDocument(entry)]),
    async listByAccount(accountId, first) {
      await outbox.drainAccount(accountId);
      const options = { sort: { atMs: -1, order: -1 }, limit: first } as const;
      return (await audit.find({ accountId }, options)).map(toAuditEntry);
    },
    async deleteAddresses(beforeMs) {
      await outbox.drainBatch();
      const filter = { address: { $type: 'string' }, atMs: { $lt: beforeMs } } as const;
      const ids = await audit.findIds(filter, { limit: MAX_DELETED });
      if (ids.length === 0) return 0;
      await audit.updateMany({ _id: { $in: ids } }, { $set: { address: null } });
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

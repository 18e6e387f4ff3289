import { ObjectId } from 'mongodb';
import { type AuditEntry, type AuditLog, MAX_DROPPED } from '../port/audit.ts';
import type { Calls } from './calls.ts';
import type { AuditDocument, Collections } from './collections.ts';
import { createOutbox } from './outbox.ts';

/** Whatever is asked of the log, entries that still lie beside their change are brought in first. */
export function createAuditLog(collections: Collections, calls: Calls): AuditLog {
  const { audit } = collections;
  const outbox = createOutbox(collections, calls);
  return {
    append: (entry) => outbox.insert([toAuditDocument(entry)]),
    async listByAccount(accountId, first) {
      await outbox.settleAccount(accountId);
      const found = await calls.read((limits) =>
        audit.find({ accountId }, limits).sort({ atMs: -1, order: -1 }).limit(first).toArray(),
      );
      return found.map(toEntry);
    },
    async count({ accountId, actor, actions, afterMs, untilMs }) {
      await outbox.settleAccount(accountId);
      const atMs = { $gt: afterMs, $lte: untilMs };
      const filter = { accountId, atMs, actor, action: { $in: [...actions] } };
      return await calls.read((limits) => audit.countDocuments(filter, limits));
    },
    async dropAddresses(beforeMs) {
      await outbox.settleSome();
      const filter = { address: { $type: 'string' }, atMs: { $lt: beforeMs } } as const;
      const found = await calls.read((limits) =>
        audit
          .find(filter, { projection: { _id: 1 }, ...limits })
          .limit(MAX_DROPPED)
          .toArray(),
      );
      if (found.length === 0) return 0;
      const ids = found.map(({ _id }) => _id);
      await calls.write(() => audit.updateMany({ _id: { $in: ids } }, { $set: { address: null } }));
      return ids.length;
    },
  };
}

export function toAuditDocument({ id, ...entry }: AuditEntry): AuditDocument {
  return { _id: id, ...entry, order: new ObjectId() };
}

export function toEntry({ _id: id, order, ...entry }: AuditDocument): AuditEntry {
  return { id, ...entry };
}

import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry, AuditLog } from '../port/audit.ts';
import { MAX_DELETED } from '../port/store.ts';
import { asStoreCalls, toFields } from './database.ts';

export function createAuditLog(db: DatabaseSync): AuditLog {
  const listByAccount = db.prepare(
    'SELECT * FROM audit_log WHERE account_id = ? ORDER BY at_ms DESC, id DESC LIMIT ?',
  );
  const deleteAddresses = db.prepare(`UPDATE audit_log SET address = NULL WHERE rowid IN
    (SELECT rowid FROM audit_log WHERE address IS NOT NULL AND at_ms < ? LIMIT ${MAX_DELETED})`);
  return asStoreCalls<AuditLog>({
    append: prepareAuditInsert(db),
    listByAccount: (accountId, first) =>
      listByAccount.all(accountId, first).map(toFields<AuditEntry>),
    deleteAddresses: (beforeMs) => Number(deleteAddresses.run(beforeMs).changes),
  });
}

/** For writes that insert their audit entry in the same transaction. */
export function prepareAuditInsert(db: DatabaseSync): (entry: AuditEntry) => void {
  const insert = db.prepare(`INSERT INTO audit_log VALUES
    (:id, :atMs, :action, :actor, :accountId, :email, :keyStart, :detail, :address)`);
  return (entry) => {
    insert.run({ ...entry });
  };
}

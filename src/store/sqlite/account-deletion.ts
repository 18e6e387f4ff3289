import type { DatabaseSync } from 'node:sqlite';
import type { AuditEntry } from '../port/audit.ts';
import { prepareAuditInsert } from './audit.ts';
import { inTransaction } from './database.ts';

/** Tables of `accounts.db` whose rows are deleted with their account. */
const OWNED_TABLES = ['sessions', 'sign_in_links', 'browsers', 'watch_lists', 'webhooks'];

interface Deletion {
  /** False if there is no such account. */
  delete(id: string, entry: AuditEntry): boolean;
  /** Finishes deletions that were interrupted between the two files. */
  finish(): void;
}

/**
 * The two files cannot change in one transaction. The transaction that deletes the account marks it
 * as deleted; the mark is removed after the account's rows in `usage.db`.
 */
export function createDeletion(accounts: DatabaseSync, usage: DatabaseSync): Deletion {
  const insertAudit = prepareAuditInsert(accounts);
  const deleteOwned = OWNED_TABLES.map((table) =>
    accounts.prepare(`DELETE FROM ${table} WHERE account_id = ?`),
  );
  const deleteAccount = accounts.prepare('DELETE FROM accounts WHERE id = ?');
  const mark = accounts.prepare('INSERT OR IGNORE INTO deleted_accounts VALUES (?)');
  const listMarked = accounts.prepare('SELECT id FROM deleted_accounts');
  const unmark = accounts.prepare('DELETE FROM deleted_accounts WHERE id = ?');
  const deleteUsage = ['usage', 'failed_requests', 'key_uses'].map((table) =>
    usage.prepare(`DELETE FROM ${table} WHERE account_id = ?`),
  );

  function finish(): void {
    const ids = listMarked.all().map((row) => String(row['id']));
    if (ids.length === 0) return;
    commitDurably(usage, () => {
      for (const id of ids) for (const statement of deleteUsage) statement.run(id);
    });
    inTransaction(accounts, () => {
      for (const id of ids) unmark.run(id);
    });
  }

  return {
    delete(id, entry) {
      return inTransaction(accounts, () => {
        for (const statement of deleteOwned) statement.run(id);
        if (Number(deleteAccount.run(id).changes) === 0) return false;
        mark.run(id);
        insertAudit(entry);
        return true;
      });
    },
    finish,
  };
}

/** For a connection with `synchronous = NORMAL`: this transaction survives a power cut. */
export function commitDurably(db: DatabaseSync, work: () => void): void {
  db.exec('PRAGMA synchronous = FULL');
  try {
    inTransaction(db, work);
  } finally {
    db.exec('PRAGMA synchronous = NORMAL');
  }
}

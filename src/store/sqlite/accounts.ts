import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { foldEmail } from '../../domain/email.ts';
import type { AccountStore } from '../account-store.ts';
import type { AuditEntry } from '../audit-log.ts';
import {
  toAccount,
  toAccountColumns,
  toKeyColumns,
  toKeyHolder,
  toSubscriptionColumn,
} from './account-row.ts';
import { prepareAuditInsert } from './audit.ts';
import { answer, inTransaction, prepareReadTransaction } from './database.ts';

/** Every change is one conditional write together with its audit entry, or nothing at all. */
export function createAccountStore(db: DatabaseSync): AccountStore {
  const statements = prepare(db);
  const insertAudit = prepareAuditInsert(db);
  const inReadTransaction = prepareReadTransaction(db);

  function find(statement: StatementSync, value: string) {
    const row = statement.get(value);
    return row === undefined ? null : toAccount(row);
  }

  /** Runs the conditional write; its audit entries go in only when it changed its one row. */
  function change(
    write: () => { changes: number | bigint },
    entries: readonly AuditEntry[],
  ): Promise<boolean> {
    return answer(() =>
      inTransaction(db, () => {
        if (Number(write().changes) === 0) return false;
        for (const entry of entries) insertAudit(entry);
        return true;
      }),
    );
  }

  return {
    findKeyHolders: (keyHashes) =>
      answer(() =>
        inReadTransaction(() =>
          keyHashes.map((keyHash) => {
            const row = statements.findKeyHolder.get(keyHash);
            return row === undefined ? null : toKeyHolder(row);
          }),
        ),
      ),
    findById: (id) => answer(() => find(statements.findById, id)),
    findByEmail: (email) => answer(() => find(statements.findByEmail, foldEmail(email))),
    list: ({ afterEmail, first }) =>
      answer(() => statements.list.all(foldEmail(afterEmail ?? ''), first).map(toAccount)),

    insert: (account, entry) =>
      change(() => statements.insert.run(toAccountColumns(account)), [entry]),
    replaceSubscription: (id, expected, next, keyIfNone, entries) =>
      change(() => {
        const condition = { id, expected: toSubscriptionColumn(expected) };
        const subscription = toSubscriptionColumn(next);
        return keyIfNone === null
          ? statements.replaceSubscription.run({ ...condition, subscription })
          : statements.activate.run({ ...condition, subscription, ...toKeyColumns(keyIfNone) });
      }, entries),
    replaceKey: (id, expectedHash, next, entry) =>
      change(
        () => statements.replaceKey.run({ id, expected: expectedHash, ...toKeyColumns(next) }),
        [entry],
      ),
    eraseSeal: (id, keyHash, entry) =>
      change(() => statements.eraseSeal.run({ id, keyHash }), [entry]),
    recordKeyUses: (uses) =>
      answer(() =>
        inTransaction(db, () => {
          for (const { keyHash, atMs } of uses) statements.recordKeyUse.run({ keyHash, atMs });
        }),
      ),
    delete: (id, entry) => change(() => statements.delete.run(id), [entry]),
  };
}

const SET_KEY = `key_hash = :key_hash, key_id = :key_id, key_start = :key_start,
  key_tier = :key_tier, key_created_at_ms = :key_created_at_ms,
  key_last_used_at_ms = :key_last_used_at_ms, key_sealed = :key_sealed`;

function prepare(db: DatabaseSync) {
  return {
    findKeyHolder: db.prepare('SELECT id, subscription FROM accounts WHERE key_hash = ?'),
    findById: db.prepare('SELECT * FROM accounts WHERE id = ?'),
    findByEmail: db.prepare('SELECT * FROM accounts WHERE email_folded = ?'),
    list: db.prepare('SELECT * FROM accounts WHERE email_folded > ? ORDER BY email_folded LIMIT ?'),
    insert: db.prepare(`
      INSERT INTO accounts VALUES (:id, :email, :email_folded, :created_at_ms, :subscription,
        :key_hash, :key_id, :key_start, :key_tier, :key_created_at_ms, :key_last_used_at_ms,
        :key_sealed)
      ON CONFLICT (email_folded) DO NOTHING`),
    replaceSubscription: db.prepare(`UPDATE accounts SET subscription = :subscription
      WHERE id = :id AND subscription IS :expected`),
    activate: db.prepare(`UPDATE accounts SET subscription = :subscription, ${SET_KEY}
      WHERE id = :id AND subscription IS :expected AND key_hash IS NULL`),
    replaceKey: db.prepare(
      `UPDATE accounts SET ${SET_KEY} WHERE id = :id AND key_hash IS :expected`,
    ),
    eraseSeal: db.prepare(`UPDATE accounts SET key_sealed = NULL
      WHERE id = :id AND key_hash = :keyHash AND key_sealed IS NOT NULL`),
    recordKeyUse: db.prepare(`UPDATE accounts SET key_last_used_at_ms = :atMs
      WHERE key_hash = :keyHash AND coalesce(key_last_used_at_ms, 0) < :atMs`),
    delete: db.prepare('DELETE FROM accounts WHERE id = ?'),
  };
}

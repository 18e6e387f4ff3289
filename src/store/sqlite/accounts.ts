import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { KeyAccess } from '../../domain/account/account.ts';
import { foldEmail } from '../../domain/account/email.ts';
import { Unavailable } from '../../domain/errors.ts';
import { isInFuture } from '../../domain/time/clock-skew.ts';
import {
  type AccountStore,
  type EventOutcome,
  MAX_DELETED_EVENTS,
  type ReceivedEvent,
  type SubscriptionChange,
} from '../port/accounts.ts';
import type { AuditEntry } from '../port/audit.ts';
import { createDeletion } from './account-deletion.ts';
import {
  toAccount,
  toAccountColumns,
  toIdentityColumns,
  toKeyColumns,
  toKeyOwner,
  toSubscriptionColumn,
} from './account-record.ts';
import { prepareAuditInsert } from './audit.ts';
import { prepareCachedRead } from './cached-read.ts';
import { asStoreCall, inTransaction, prepareFind, prepareReadEach } from './database.ts';
import { createKeyUses } from './key-uses.ts';
import { createLimitNoticeStore } from './limit-notices.ts';

/** Every change is one conditional write in one transaction with its audit entry. */
export function createAccountStore(db: DatabaseSync, usage: DatabaseSync): AccountStore {
  const statements = prepare(db);
  const keyUses = createKeyUses(db, usage);
  const deletion = createDeletion(db, usage);
  const insertAudit = prepareAuditInsert(db);
  const readEach = prepareReadEach(db);
  const openCachedOwners = prepareCachedRead(db, (keyHash) => {
    const columns = statements.findKeyOwner(keyHash);
    return columns === undefined ? null : toKeyOwner(columns);
  });

  function findKeyAccess(keyHashes: readonly string[]): (KeyAccess | null)[] {
    const findOwner = openCachedOwners();
    const findLastUse = keyUses.openCachedFind();
    return readEach(keyHashes, (keyHash) => {
      const owner = findOwner(keyHash);
      if (owner === null) return null;
      return { ...owner, lastUsedAtMs: findLastUse(owner.accountId, keyHash) };
    });
  }

  function find(statement: StatementSync, ...values: string[]) {
    const row = statement.get(...values);
    return row === undefined ? null : toAccount(row, keyUses.find);
  }

  /** Runs the conditional write; inserts the audit entries only if it changed its row. */
  function change(
    write: () => { changes: number | bigint },
    entries: readonly AuditEntry[],
  ): Promise<boolean> {
    return asStoreCall(() =>
      inTransaction(db, () => {
        if (Number(write().changes) === 0) return false;
        for (const entry of entries) insertAudit(entry);
        return true;
      }),
    );
  }

  function runChange(change: SubscriptionChange) {
    const { accountId: id, expected, next, keyIfNone } = change;
    const columns = {
      id,
      expected: toSubscriptionColumn(expected),
      subscription: toSubscriptionColumn(next),
    };
    return keyIfNone === null
      ? statements.replaceSubscription.run(columns)
      : statements.activate.run({ ...columns, ...toKeyColumns(keyIfNone) });
  }

  /** Runs in a transaction, so that the values it reads cannot change before its write. */
  function applyEvent(event: ReceivedEvent, change: SubscriptionChange): EventOutcome {
    const { accountId } = change;
    if (statements.findEvent.get(event.id) !== undefined) return 'repeated';
    const lastMs = statements.findLastEvent.get(accountId)?.['last_event_at_ms'];
    const isLast = typeof lastMs === 'number' && !isInFuture(lastMs, event.receivedAtMs);
    if (isLast && lastMs > event.atMs) return 'stale';
    if (Number(runChange(change).changes) === 0) return 'changed';
    statements.setLastEvent.run(event.atMs, accountId);
    statements.insertEvent.run(event.id, accountId, event.receivedAtMs);
    for (const entry of change.entries) insertAudit(entry);
    return 'applied';
  }

  return {
    findKeyAccess: (keyHashes) => asStoreCall(() => findKeyAccess(keyHashes)),
    findById: (id) => asStoreCall(() => find(statements.findById, id)),
    findByEmail: (email) => asStoreCall(() => find(statements.findByEmail, foldEmail(email))),
    findByIdentity: ({ issuer, subject }) =>
      asStoreCall(() => find(statements.findByIdentity, issuer, subject)),
    list: ({ afterEmail, first }) =>
      asStoreCall(() =>
        statements.list
          .all(foldEmail(afterEmail ?? ''), first)
          .map((row) => toAccount(row, keyUses.find)),
      ),

    insert: (account, entries) =>
      change(() => statements.insert.run(toAccountColumns(account)), entries),
    replaceSubscription: (next) => change(() => runChange(next), next.entries),
    applyEvent: (event, next) =>
      asStoreCall(() => inTransaction(db, () => applyEvent(event, next))),
    hasEvent: (id) => asStoreCall(() => statements.findEvent.get(id) !== undefined),
    deleteEvents: (beforeMs) =>
      asStoreCall(() => {
        deletion.finish();
        return Number(statements.deleteEvents.run(beforeMs).changes);
      }),
    replaceKey: ({ id, apiKey, lastKeyId }, next, entry) =>
      change(
        () =>
          statements.replaceKey.run({
            id,
            hash: apiKey?.hash ?? null,
            lastKeyId,
            ...toKeyColumns(next),
          }),
        [entry],
      ),
    eraseEncryptedKey: (id, keyHash, entry) =>
      change(() => statements.eraseEncryptedKey.run({ id, keyHash }), [entry]),
    recordKeyUses: (uses, nowMs) => asStoreCall(() => keyUses.record(uses, nowMs)),
    setLanguage: (id, language) => change(() => statements.setLanguage.run(language, id), []),
    ...createLimitNoticeStore(db, keyUses.find),
    setRole: (id, role, entry) => change(() => statements.setRole.run({ id, role }), [entry]),
    replaceIdentity: (id, expected, next, entry) =>
      change(() => {
        const { issuer = null, subject = null } = expected ?? {};
        return statements.replaceIdentity.run({ id, issuer, subject, ...toIdentityColumns(next) });
      }, [entry]),
    async delete(id, entry) {
      const isDeleted = await asStoreCall(() => deletion.delete(id, entry));
      if (isDeleted) await asStoreCall(deletion.finish).catch(expectUnavailable);
      return isDeleted;
    },
  };
}

/** The account is deleted even if its counts are not yet: `deleteEvents` tries again. */
function expectUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error;
}

/** Removing the key leaves the id of the last one, which shows whether there was another since. */
const SET_KEY = `key_hash = :key_hash, key_id = coalesce(:key_id, key_id), key_start = :key_start,
  key_tier = :key_tier, key_created_at_ms = :key_created_at_ms,
  key_sealed = :key_sealed`;

function prepare(db: DatabaseSync) {
  return {
    findKeyOwner: prepareFind(db, 'SELECT id, subscription FROM accounts WHERE key_hash = ?'),
    findById: db.prepare('SELECT * FROM accounts WHERE id = ?'),
    findByEmail: db.prepare('SELECT * FROM accounts WHERE email_folded = ?'),
    findByIdentity: db.prepare(
      'SELECT * FROM accounts WHERE identity_issuer = ? AND identity_subject = ?',
    ),
    list: db.prepare('SELECT * FROM accounts WHERE email_folded > ? ORDER BY email_folded LIMIT ?'),
    insert: db.prepare(`
      INSERT INTO accounts (id, email, email_folded, created_at_ms, language, limit_notices, role, identity_issuer,
        identity_subject, subscription, key_hash, key_id, key_start, key_tier, key_created_at_ms,
        key_sealed)
      VALUES (:id, :email, :email_folded, :created_at_ms, :language, :limit_notices, :role, :identity_issuer,
        :identity_subject, :subscription, :key_hash, :key_id, :key_start, :key_tier,
        :key_created_at_ms, :key_sealed)
      ON CONFLICT (email_folded) DO NOTHING`),
    replaceSubscription: db.prepare(`UPDATE accounts SET subscription = :subscription
      WHERE id = :id AND subscription IS :expected`),
    activate: db.prepare(`UPDATE accounts SET subscription = :subscription, ${SET_KEY}
      WHERE id = :id AND subscription IS :expected AND key_hash IS NULL`),
    replaceKey: db.prepare(`UPDATE accounts SET ${SET_KEY}
      WHERE id = :id AND key_hash IS :hash AND key_id IS :lastKeyId`),
    eraseEncryptedKey: db.prepare(`UPDATE accounts SET key_sealed = NULL
      WHERE id = :id AND key_hash = :keyHash AND key_sealed IS NOT NULL`),
    findEvent: db.prepare('SELECT 1 FROM events WHERE id = ?'),
    findLastEvent: db.prepare('SELECT last_event_at_ms FROM accounts WHERE id = ?'),
    setLastEvent: db.prepare('UPDATE accounts SET last_event_at_ms = ? WHERE id = ?'),
    insertEvent: db.prepare('INSERT INTO events VALUES (?, ?, ?)'),
    deleteEvents: db.prepare(`DELETE FROM events WHERE id IN
      (SELECT id FROM events WHERE recorded_at_ms < ? LIMIT ${MAX_DELETED_EVENTS})`),
    setLanguage: db.prepare('UPDATE accounts SET language = ? WHERE id = ?'),
    setRole: db.prepare('UPDATE accounts SET role = :role WHERE id = :id AND role <> :role'),
    replaceIdentity: db.prepare(`UPDATE accounts
      SET identity_issuer = :identity_issuer, identity_subject = :identity_subject
      WHERE id = :id AND identity_issuer IS :issuer AND identity_subject IS :subject
        AND NOT EXISTS (SELECT 1 FROM accounts
          WHERE identity_issuer = :identity_issuer AND identity_subject = :identity_subject)`),
  };
}

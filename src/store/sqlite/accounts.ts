import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { isInFuture, MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import { toUtcDayStartMs } from '../../domain/time/time-zone.ts';
import type { AccountReads } from '../port/account-reads.ts';
import type { AccountChange, AccountStore, EventOutcome, ReceivedEvent } from '../port/accounts.ts';
import type { AuditEntry } from '../port/audit.ts';
import { MAX_DELETED } from '../port/store.ts';
import { createDeletion } from './account-deletion.ts';
import { toAccount, toInsert, toKeyAccess, toUpdate } from './account-record.ts';
import { prepareAuditInsert } from './audit.ts';
import { prepareCachedRead } from './cached-read.ts';
import {
  asStoreCalls,
  createStatementCache,
  inTransaction,
  prepareFind,
  prepareReadEach,
} from './database.ts';
import { isDriverError } from './driver-errors.ts';
import { prepareFindLastUse, prepareRecordUses } from './last-uses.ts';

/** Every change is one conditional write in one transaction with its audit entry. */
export function createAccountStore(
  db: DatabaseSync,
  usage: DatabaseSync,
  { findByEmails }: Pick<AccountReads, 'findByEmails'>,
): AccountStore {
  const statements = prepare(db);
  const prepareOnce = createStatementCache(db);
  const findLastUse = prepareFindLastUse(usage);
  const deletion = createDeletion(db, usage);
  const insertAudit = prepareAuditInsert(db);
  const readEach = prepareReadEach(db);
  const write = <Result>(work: () => Result) => inTransaction(db, work);
  const openCachedFind = prepareCachedRead(db, (keyHash) => {
    const columns = statements.findKeyAccess(keyHash);
    return columns === undefined ? null : toKeyAccess(columns);
  });

  function find(statement: StatementSync, ...values: string[]) {
    const row = statement.get(...values);
    return row === undefined ? null : toAccount(row, findLastUse);
  }

  /** Inserts the audit entries if the write changed its row. */
  function record({ changes }: { changes: number | bigint }, entries: readonly AuditEntry[]) {
    if (Number(changes) === 0) return false;
    for (const entry of entries) insertAudit(entry);
    return true;
  }

  function replace(change: AccountChange): boolean {
    const { sql, values } = toUpdate(change);
    return record(prepareOnce(sql).run(values), change.entries);
  }

  /** Runs in a transaction, so that the values it reads cannot change before its write. */
  function applyEvent(event: ReceivedEvent, change: AccountChange): EventOutcome {
    const { id: accountId } = change.read;
    if (statements.findEvent.get(event.id) !== undefined) return 'repeated';
    const lastMs = statements.findLastEvent.get(accountId)?.['last_event_at_ms'];
    const isLast = typeof lastMs === 'number' && !isInFuture(lastMs, event.receivedAtMs);
    if (isLast && lastMs > event.atMs) return 'stale';
    if (!replace(change)) return 'changed';
    statements.setLastEvent.run(event.atMs, accountId);
    statements.insertEvent.run(event.id, accountId, event.receivedAtMs);
    return 'applied';
  }

  return asStoreCalls<AccountStore>({
    findKeyAccess: (keyHashes) => readEach(keyHashes, openCachedFind()),
    findById: (id) => find(statements.findById, id),
    findByEmail: async (email) => (await findByEmails([email]))[0] ?? null,
    findByIdentity: ({ issuer, subject }) => find(statements.findByIdentity, issuer, subject),

    insert: (account, entries) =>
      write(() => {
        const { sql, values } = toInsert(account);
        return record(prepareOnce(sql).run(values), entries);
      }),
    replace: (change) => write(() => replace(change)),
    applyEvent: (event, change) => write(() => applyEvent(event, change)),
    findDeletedAtMs(email) {
      const atMs = statements.findDeletion.get(email)?.['deleted_at_ms'];
      return typeof atMs === 'number' ? atMs : null;
    },
    hasEvent: (id) => statements.findEvent.get(id) !== undefined,
    deleteEvents(beforeMs) {
      deletion.finish();
      return Number(statements.deleteEvents.run(beforeMs).changes);
    },
    recordKeyUses: prepareRecordUses(db, usage),
    claimLimitNotices: (ids, nowMs) =>
      write(() => {
        const times = {
          nowMs,
          dayMs: toUtcDayStartMs(nowMs),
          latestMs: nowMs + MAX_CLOCK_SKEW_MS,
        };
        const claimed = ids.map((id) => statements.claimLimitNotice.get({ id, ...times }));
        return claimed.filter((row) => row !== undefined).map((row) => toAccount(row, findLastUse));
      }),
    listPlanEnds: ({ afterMs, untilMs }, afterId, first) =>
      statements.listPlanEnds
        .all({ afterMs, untilMs, afterId, first })
        .map((row) => toAccount(row, findLastUse)),
    claimPlanNotice: (id, { endsAtMs, daysBefore }) =>
      statements.claimPlanNotice.run({ id, endsAtMs, daysBefore }).changes > 0,
    delete(id, entry) {
      if (!deletion.delete(id, entry)) return false;
      try {
        deletion.finish();
      } catch (error) {
        // The account is deleted even if its counts are not yet: `deleteEvents` tries again.
        if (!isDriverError(error)) throw error;
      }
      return true;
    },
  });
}

function prepare(db: DatabaseSync) {
  return {
    findKeyAccess: prepareFind(db, 'SELECT id, subscription FROM accounts WHERE key_hash = ?'),
    findById: db.prepare('SELECT * FROM accounts WHERE id = ?'),
    findByIdentity: db.prepare(
      'SELECT * FROM accounts WHERE identity_issuer = ? AND identity_subject = ?',
    ),
    findEvent: db.prepare('SELECT 1 FROM events WHERE id = ?'),
    findLastEvent: db.prepare('SELECT last_event_at_ms FROM accounts WHERE id = ?'),
    // Its conditions are those of the index `audit_log_deleted`.
    findDeletion: db.prepare(`SELECT max(at_ms) AS deleted_at_ms FROM audit_log
      WHERE action = 'account_deleted' AND email = ? COLLATE NOCASE`),
    setLastEvent: db.prepare('UPDATE accounts SET last_event_at_ms = ? WHERE id = ?'),
    insertEvent: db.prepare('INSERT INTO events VALUES (?, ?, ?)'),
    deleteEvents: db.prepare(`DELETE FROM events WHERE id IN
      (SELECT id FROM events WHERE recorded_at_ms < ? LIMIT ${MAX_DELETED})`),
    claimLimitNotice: db.prepare(`UPDATE accounts SET limit_notice_at_ms = :nowMs
      WHERE id = :id AND limit_notices = 1
        AND (limit_notice_at_ms IS NULL OR limit_notice_at_ms < :dayMs
          OR limit_notice_at_ms > :latestMs)
      RETURNING *`),
    // The plus keeps the primary key from being used in place of the index of ends.
    listPlanEnds: db.prepare(`SELECT * FROM accounts
      WHERE subscription ->> 'endsAtMs' > :afterMs AND subscription ->> 'endsAtMs' <= :untilMs
        AND +id > :afterId
      ORDER BY id LIMIT :first`),
    claimPlanNotice: db.prepare(`UPDATE accounts
      SET plan_notice_end_ms = :endsAtMs, plan_notice_days = :daysBefore
      WHERE id = :id AND subscription ->> 'endsAtMs' = :endsAtMs
        AND (plan_notice_end_ms IS NOT :endsAtMs OR plan_notice_days > :daysBefore)`),
  };
}

import type { DatabaseSync } from 'node:sqlite';
import { MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type { AccountStore } from '../port/accounts.ts';
import {
  MAX_BROWSERS,
  MAX_MAILED_LINKS,
  type Session,
  type SessionStore,
  type SignInLink,
  type SignInLinkStore,
} from '../port/sessions.ts';
import { MAX_DELETED } from '../port/store.ts';
import { prepareAuditInsert } from './audit.ts';
import { asStoreCalls, inTransaction, toFields } from './database.ts';

export function createSessionStore(
  db: DatabaseSync,
  { findById }: Pick<AccountStore, 'findById'>,
): SessionStore {
  const statements = prepare(db);
  const insertAudit = prepareAuditInsert(db);
  const write = <Result>(work: () => Result) => inTransaction(db, work);

  return asStoreCalls<SessionStore>({
    insert: (session, entry) =>
      write(() => {
        statements.insert.run({ ...session });
        insertAudit(entry);
      }),
    async find(idHash) {
      const row = statements.find.get(idHash);
      if (row === undefined) return null;
      const session = toFields<Session>(row);
      const account = await findById(session.accountId);
      return account && { session, account };
    },
    touch(idHash, lastSeenAtMs, idleEndsAtMs) {
      statements.touch.run({ idHash, lastSeenAtMs, idleEndsAtMs });
    },
    delete: (idHash, entry) =>
      write(() => {
        const isDeleted = Number(statements.delete.run(idHash).changes) > 0;
        if (isDeleted) insertAudit(entry);
        return isDeleted;
      }),
    deleteByAccount: (accountId, entry) =>
      write(() => {
        insertAudit(entry);
        statements.deleteLinks.run(accountId);
        return Number(statements.deleteByAccount.run(accountId).changes);
      }),
    deleteExpired: (nowMs, latestEndMs) =>
      Number(statements.deleteExpired.run({ nowMs, latestEndMs }).changes),
    recordBrowser: (accountId, deviceHash, nowMs) =>
      write(() => {
        const known = statements.listBrowsers.all(accountId);
        statements.recordBrowser.run({ accountId, deviceHash, nowMs });
        statements.removeBrowsers.run({ accountId, latestMs: nowMs + MAX_CLOCK_SKEW_MS });
        if (known.some((browser) => browser['mark_hash'] === deviceHash)) return 'known';
        return known.length === 0 ? 'first' : 'another';
      }),
  });
}

function prepare(db: DatabaseSync) {
  return {
    insert: db.prepare(`INSERT INTO sessions VALUES
      (:idHash, :accountId, :createdAtMs, :lastSeenAtMs, :idleEndsAtMs, :endsAtMs,
       :staffIssuer, :userAgent, :network)`),
    find: db.prepare('SELECT * FROM sessions WHERE id_hash = ?'),
    touch: db.prepare(`UPDATE sessions SET
        last_seen_at_ms = max(last_seen_at_ms, :lastSeenAtMs),
        idle_ends_at_ms = max(idle_ends_at_ms, :idleEndsAtMs)
      WHERE id_hash = :idHash`),
    delete: db.prepare('DELETE FROM sessions WHERE id_hash = ?'),
    deleteByAccount: db.prepare('DELETE FROM sessions WHERE account_id = ?'),
    deleteLinks: db.prepare('DELETE FROM sign_in_links WHERE account_id = ?'),
    deleteExpired: db.prepare(`DELETE FROM sessions WHERE id_hash IN
      (SELECT id_hash FROM sessions WHERE min(idle_ends_at_ms, ends_at_ms) <= :nowMs
         OR min(idle_ends_at_ms, ends_at_ms) > :latestEndMs
       LIMIT ${MAX_DELETED})`),
    listBrowsers: db.prepare('SELECT mark_hash FROM browsers WHERE account_id = ?'),
    recordBrowser: db.prepare(`INSERT INTO browsers VALUES (:accountId, :deviceHash, :nowMs)
      ON CONFLICT DO UPDATE SET last_seen_at_ms = :nowMs`),
    removeBrowsers: db.prepare(`DELETE FROM browsers
      WHERE account_id = :accountId AND mark_hash NOT IN
        (SELECT mark_hash FROM browsers
         WHERE account_id = :accountId AND last_seen_at_ms <= :latestMs
         ORDER BY last_seen_at_ms DESC LIMIT ${MAX_BROWSERS})`),
  };
}

export function createSignInLinkStore(db: DatabaseSync): SignInLinkStore {
  const insertAudit = prepareAuditInsert(db);
  const insert = db.prepare(
    'INSERT INTO sign_in_links VALUES (:tokenHash, :accountId, :endsAtMs, :issuer)',
  );
  const find = db.prepare('SELECT * FROM sign_in_links WHERE token_hash = ?');
  const consume = db.prepare(
    'DELETE FROM sign_in_links WHERE token_hash = ? AND ends_at_ms > ? RETURNING *',
  );
  const countMailed = db.prepare(`SELECT count(*) AS count FROM sign_in_links
    WHERE account_id = ? AND issuer = 'mail' AND ends_at_ms > ?`);
  const deleteByAccount = db.prepare('DELETE FROM sign_in_links WHERE account_id = ?');
  const deleteExpired = db.prepare(`DELETE FROM sign_in_links WHERE token_hash IN
    (SELECT token_hash FROM sign_in_links WHERE ends_at_ms <= ? OR ends_at_ms > ?
     LIMIT ${MAX_DELETED})`);
  return asStoreCalls<SignInLinkStore>({
    insert: (link, entry, nowMs) =>
      inTransaction(db, () => {
        const mailed = Number(countMailed.get(link.accountId, nowMs)?.['count']);
        if (link.issuer === 'mail' && mailed >= MAX_MAILED_LINKS) return false;
        insert.run({ ...link });
        if (entry !== null) insertAudit(entry);
        return true;
      }),
    find: (tokenHash) => toLinkOrNull(find.get(tokenHash)),
    consume: (tokenHash, nowMs) =>
      inTransaction(db, () => {
        const link = toLinkOrNull(consume.get(tokenHash, nowMs));
        if (link !== null) deleteByAccount.run(link.accountId);
        return link;
      }),
    deleteExpired: (nowMs, latestEndMs) => Number(deleteExpired.run(nowMs, latestEndMs).changes),
  });
}

function toLinkOrNull(row: Record<string, unknown> | undefined): SignInLink | null {
  return row === undefined ? null : toFields<SignInLink>(row);
}

import type { DatabaseSync } from 'node:sqlite';
import { MAX_MAILED_LINKS, type SignInLink, type SignInLinkStore } from '../port/sign-in-links.ts';
import { MAX_DELETED } from '../port/store.ts';
import { prepareAuditInsert } from './audit.ts';
import { asStoreCalls, inTransaction, toFields } from './database.ts';

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

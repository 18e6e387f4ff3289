import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../../domain/account/account.ts';
import { MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import { toUtcDayStartMs } from '../../domain/time/time-zone.ts';
import type { AccountStore } from '../port/accounts.ts';
import { toAccount } from './account-record.ts';
import { asStoreCall, inTransaction } from './database.ts';
import type { FindLastUse } from './key-uses.ts';

type LimitNoticeStore = Pick<AccountStore, 'setLimitNotices' | 'claimLimitNotices'>;

export function createLimitNoticeStore(
  db: DatabaseSync,
  findLastUse: FindLastUse,
): LimitNoticeStore {
  const set = db.prepare('UPDATE accounts SET limit_notices = ? WHERE id = ?');
  const claim = db.prepare(`UPDATE accounts SET limit_notice_at_ms = :nowMs
    WHERE id = :id AND limit_notices = 1
      AND (limit_notice_at_ms IS NULL OR limit_notice_at_ms < :dayMs
        OR limit_notice_at_ms > :latestMs)
    RETURNING *`);
  return {
    setLimitNotices: (id, areWanted) =>
      asStoreCall(() => Number(set.run(areWanted ? 1 : 0, id).changes) > 0),
    claimLimitNotices: (ids, nowMs) =>
      asStoreCall(() =>
        inTransaction(db, () => {
          const dayMs = toUtcDayStartMs(nowMs);
          const latestMs = nowMs + MAX_CLOCK_SKEW_MS;
          return ids.flatMap((id): Account[] => {
            const row = claim.get({ id, nowMs, dayMs, latestMs });
            return row === undefined ? [] : [toAccount(row, findLastUse)];
          });
        }),
      ),
  };
}

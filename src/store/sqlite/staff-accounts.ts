import type { DatabaseSync } from 'node:sqlite';
import { foldEmail } from '../../domain/account/email.ts';
import type {
  AccountFilter,
  AuditFilter,
  AuditPlace,
  StaffAccountReads,
} from '../port/staff-reads.ts';
import { toAccount } from './account-record.ts';
import { toAuditEntry } from './audit.ts';
import { toConditions } from './conditions.ts';
import { asStoreCall } from './database.ts';
import { prepareFindLastUse } from './key-uses.ts';
import { toDayUsage } from './usage.ts';

export function createStaffAccountReads(db: DatabaseSync, usage: DatabaseSync): StaffAccountReads {
  const findLastUse = prepareFindLastUse(usage);
  const findAccount = db.prepare('SELECT * FROM accounts WHERE email_folded = ?');
  const listUsage = usage.prepare(
    'SELECT * FROM usage WHERE account_id = ? AND day >= ? AND day <= ? ORDER BY day',
  );
  return {
    listAccounts: (filter, nowMs, afterEmail, first) =>
      asStoreCall(() =>
        listAccounts(db, filter, nowMs, afterEmail ?? '', first).map((row) =>
          toAccount(row, findLastUse),
        ),
      ),
    findAccounts: (emails) =>
      asStoreCall(() =>
        emails.map((email) => {
          const row = findAccount.get(foldEmail(email));
          return row === undefined ? null : toAccount(row, findLastUse);
        }),
      ),
    listAudit: (filter, after, first) => asStoreCall(() => listAudit(db, filter, after, first)),
    listUsage: (accountId, fromDay, toDay) =>
      asStoreCall(() => listUsage.all(accountId, fromDay, toDay).map(toDayUsage)),
  };
}

/** The plan at `nowMs`, as `toPlanAt` computes it. */
const PLAN = `CASE WHEN subscription ->> 'status' = 'active'
  AND (subscription ->> 'endsAtMs' IS NULL OR subscription ->> 'endsAtMs' > :nowMs)
  THEN subscription ->> 'plan' ELSE 'free' END`;

const ACCOUNT_CONDITIONS: Readonly<Record<keyof AccountFilter, string>> = {
  email: 'instr(email_folded, :email) > 0',
  plan: `${PLAN} = :plan`,
  keyStart: 'key_start = :keyStart',
};

function listAccounts(
  db: DatabaseSync,
  { email, plan, keyStart }: AccountFilter,
  nowMs: number,
  afterEmail: string,
  first: number,
) {
  const emailPart = email === undefined ? undefined : foldEmail(email);
  const given = toConditions(ACCOUNT_CONDITIONS, { email: emailPart, plan, keyStart });
  const now = plan === undefined ? {} : { nowMs };
  return db
    .prepare(
      `SELECT * FROM accounts WHERE email_folded > :after AND ${given.where}
        ORDER BY email_folded LIMIT :first`,
    )
    .all({ ...given.values, ...now, after: foldEmail(afterEmail), first });
}

const AUDIT_CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  accountId: 'account_id = :accountId',
  actor: 'actor = :actor',
  action: 'action = :action',
  fromMs: 'at_ms >= :fromMs',
  toMs: 'at_ms < :toMs',
};

function listAudit(db: DatabaseSync, filter: AuditFilter, after: AuditPlace | null, first: number) {
  const given = toConditions(AUDIT_CONDITIONS, filter);
  const isAfter = after === null ? '1' : '(at_ms, id) < (:afterMs, :afterId)';
  const position = after === null ? {} : { afterMs: after.atMs, afterId: after.id };
  return db
    .prepare(
      `SELECT * FROM audit_log WHERE ${isAfter} AND ${given.where}
        ORDER BY at_ms DESC, id DESC LIMIT :first`,
    )
    .all({ ...given.values, ...position, first })
    .map(toAuditEntry);
}

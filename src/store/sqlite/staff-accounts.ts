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

/** The plan of an instant as `toPlanAt` works it out. */
const PLAN = `CASE WHEN subscription ->> 'status' = 'active'
  AND (subscription ->> 'endsAtMs' IS NULL OR subscription ->> 'endsAtMs' > :nowMs)
  THEN subscription ->> 'plan' ELSE 'free' END`;

function listAccounts(
  db: DatabaseSync,
  { email, plan, keyStart }: AccountFilter,
  nowMs: number,
  afterEmail: string,
  first: number,
) {
  const values: Record<string, string | number> = { after: foldEmail(afterEmail), first };
  const conditions = ['email_folded > :after'];
  if (email !== undefined) {
    conditions.push('instr(email_folded, :email) > 0');
    values['email'] = foldEmail(email);
  }
  if (plan !== undefined) {
    conditions.push(`${PLAN} = :plan`);
    Object.assign(values, { plan, nowMs });
  }
  if (keyStart !== undefined) {
    conditions.push('key_start = :keyStart');
    values['keyStart'] = keyStart;
  }
  return db
    .prepare(
      `SELECT * FROM accounts WHERE ${conditions.join(' AND ')} ORDER BY email_folded LIMIT :first`,
    )
    .all(values);
}

const AUDIT_CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  accountId: 'account_id = :accountId',
  actor: 'actor = :actor',
  action: 'action = :action',
  fromMs: 'at_ms >= :fromMs',
  toMs: 'at_ms < :toMs',
};

function listAudit(db: DatabaseSync, filter: AuditFilter, after: AuditPlace | null, first: number) {
  const values: Record<string, string | number> = { first };
  const conditions = ['1'];
  for (const name of Object.keys(AUDIT_CONDITIONS) as (keyof AuditFilter)[]) {
    const value = filter[name];
    if (value === undefined) continue;
    conditions.push(AUDIT_CONDITIONS[name]);
    values[name] = value;
  }
  if (after !== null) {
    conditions.push('(at_ms, id) < (:afterMs, :afterId)');
    Object.assign(values, { afterMs: after.atMs, afterId: after.id });
  }
  return db
    .prepare(
      `SELECT * FROM audit_log WHERE ${conditions.join(' AND ')}
        ORDER BY at_ms DESC, id DESC LIMIT :first`,
    )
    .all(values)
    .map(toAuditEntry);
}

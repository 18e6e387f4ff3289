import type { DatabaseSync } from 'node:sqlite';
import { foldEmail } from '../../domain/account/email.ts';
import { MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type {
  AccountFilter,
  AccountReads,
  AuditFilter,
  AuditPosition,
} from '../port/account-reads.ts';
import type { AuditEntry } from '../port/audit.ts';
import type { Session } from '../port/sessions.ts';
import { type DayUsage, type FailedRequest, MAX_FAILED_REQUESTS } from '../port/usage.ts';
import { toAccount } from './account-record.ts';
import { type Conditions, countRows, listRows, toConditions } from './conditions.ts';
import { asStoreCalls, prepareFind, toFields } from './database.ts';
import { prepareFindLastUse } from './last-uses.ts';
import { DAY_USAGE } from './usage.ts';
import { prepareFindWebhook } from './webhooks.ts';

export function createAccountReads(db: DatabaseSync, usage: DatabaseSync): AccountReads {
  const findLastUse = prepareFindLastUse(usage);
  const findAccount = db.prepare('SELECT * FROM accounts WHERE email_folded = ?');
  const listSessions = db.prepare(`SELECT * FROM sessions WHERE account_id = :id
      AND idle_ends_at_ms > :nowMs AND ends_at_ms > :nowMs AND last_seen_at_ms <= :latestMs
    ORDER BY last_seen_at_ms DESC, id_hash LIMIT :first`);
  const findLastSignIn = db.prepare(`SELECT at_ms FROM audit_log
    WHERE account_id = ? AND action = 'signed_in' ORDER BY at_ms DESC LIMIT 1`);
  const listUsage = usage.prepare(
    `SELECT ${DAY_USAGE} FROM usage WHERE account_id = ? AND day >= ? AND day <= ? ORDER BY day`,
  );
  const listFailedRequests = usage.prepare(`SELECT * FROM failed_requests
    WHERE account_id = ? AND at_ms >= ?
    ORDER BY at_ms DESC, request_id DESC LIMIT ${MAX_FAILED_REQUESTS}`);
  const findWatchListSize = prepareFind(
    db,
    'SELECT json_array_length(idnos) FROM watch_lists WHERE account_id = ?',
  );
  const findWebhook = prepareFindWebhook(db);
  return asStoreCalls<AccountReads>({
    listAccounts: (filter, nowMs, afterEmail, first) =>
      listRows(db, {
        from: 'accounts',
        conditions: toAccountConditions(filter, nowMs),
        by: 'email_folded',
        after: foldEmail(afterEmail ?? ''),
        first,
      }).map((row) => toAccount(row, findLastUse)),
    countAccounts: (filter, nowMs, max) =>
      countRows(db, 'accounts', toAccountConditions(filter, nowMs), max),
    findByEmails: (emails) =>
      emails.map((email) => {
        const row = findAccount.get(foldEmail(email));
        return row === undefined ? null : toAccount(row, findLastUse);
      }),
    listSessions(accountIds, nowMs, first) {
      const values = { nowMs, latestMs: nowMs + MAX_CLOCK_SKEW_MS, first };
      return accountIds.map((id) => listSessions.all({ id, ...values }).map(toFields<Session>));
    },
    findLastSignIns: (accountIds) =>
      accountIds.map((id) => {
        const row = findLastSignIn.get(id);
        return row === undefined ? null : Number(row['at_ms']);
      }),
    listAudit: (filter, after, first) => listAudit(db, filter, after, first),
    countAudit: (filter, max) => countRows(db, 'audit_log', toAuditConditions(filter), max),
    listUsage: (accountId, fromDay, toDay) =>
      listUsage.all(accountId, fromDay, toDay).map(toFields<DayUsage>),
    listFailedRequests: (accountIds, fromMs) =>
      accountIds.map((id) => listFailedRequests.all(id, fromMs).map(toFields<FailedRequest>)),
    findWatchListSizes: (accountIds) =>
      accountIds.map((id) => Number(findWatchListSize(id)?.[0] ?? 0)),
    findWebhooks: (accountIds) => accountIds.map(findWebhook),
  });
}

/** The plan at `nowMs`, as `toPlanAt` computes it. */
const PLAN = `CASE WHEN subscription ->> 'status' = 'active'
  AND (subscription ->> 'endsAtMs' IS NULL OR subscription ->> 'endsAtMs' > :nowMs)
  THEN subscription ->> 'plan' ELSE 'free' END`;

const ACCOUNT_CONDITIONS: Readonly<Record<keyof AccountFilter, string>> = {
  email: 'instr(email_folded, :email) > 0',
  plan: `${PLAN} = :plan`,
  keyStart: 'key_start = :keyStart',
  endsByMs: `${PLAN} <> 'free' AND subscription ->> 'endsAtMs' <= :endsByMs`,
};

function toAccountConditions(filter: AccountFilter, nowMs: number): Conditions {
  const { email, plan, endsByMs } = filter;
  const folded = email === undefined ? {} : { email: foldEmail(email) };
  const { where, values } = toConditions(ACCOUNT_CONDITIONS, { ...filter, ...folded });
  const usesNow = plan !== undefined || endsByMs !== undefined;
  return { where, values: { ...values, ...(usesNow && { nowMs }) } };
}

const AUDIT_CONDITIONS: Readonly<Record<keyof AuditFilter, string>> = {
  accountId: 'account_id = :accountId',
  actor: 'actor = :actor',
  actions: 'action IN (SELECT value FROM json_each(:actions))',
  fromMs: 'at_ms >= :fromMs',
  toMs: 'at_ms < :toMs',
};

function toAuditConditions({ actions, ...filter }: AuditFilter): Conditions {
  const given = actions === undefined ? {} : { actions: JSON.stringify(actions) };
  return toConditions(AUDIT_CONDITIONS, { ...filter, ...given });
}

function listAudit(
  db: DatabaseSync,
  filter: AuditFilter,
  after: AuditPosition | null,
  first: number,
) {
  const given = toAuditConditions(filter);
  const isAfter = after === null ? '1' : '(at_ms, id) < (:afterMs, :afterId)';
  const position = after === null ? {} : { afterMs: after.atMs, afterId: after.id };
  return db
    .prepare(
      `SELECT * FROM audit_log WHERE ${isAfter} AND ${given.where}
        ORDER BY at_ms DESC, id DESC LIMIT :first`,
    )
    .all({ ...given.values, ...position, first })
    .map(toFields<AuditEntry>);
}

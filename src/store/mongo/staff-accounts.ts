import type { Filter } from 'mongodb';
import { foldEmail } from '../../domain/account/email.ts';
import type { Plan } from '../../domain/account/plan.ts';
import type {
  AccountFilter,
  AuditFilter,
  AuditPlace,
  StaffAccountReads,
} from '../port/staff-reads.ts';
import { toAccount } from './account-record.ts';
import { toAuditEntry } from './audit.ts';
import type { Calls } from './calls.ts';
import type { AccountDocument, AuditDocument, Collections } from './collections.ts';
import { findAll } from './find.ts';
import { createOutbox } from './outbox.ts';
import { createUsageStore } from './usage.ts';

export function createStaffAccountReads(collections: Collections, calls: Calls): StaffAccountReads {
  const { accounts, audit } = collections;
  const outbox = createOutbox(collections, calls);
  const usage = createUsageStore(collections, calls);
  return {
    async listAccounts(filter, nowMs, afterEmail, first) {
      const conditions = toAccountFilter(filter, nowMs, foldEmail(afterEmail ?? ''));
      const options = { sort: { emailFolded: 1 }, limit: first } as const;
      return (await findAll(calls, accounts, conditions, options)).map(toAccount);
    },
    async findAccounts(emails) {
      const folded = emails.map(foldEmail);
      const filter = { emailFolded: { $in: folded, $type: 'string' } } as const;
      const found = await findAll(calls, accounts, filter);
      const byEmail = new Map(found.map((document) => [document.emailFolded, document]));
      return folded.map((email) => {
        const document = byEmail.get(email);
        return document === undefined ? null : toAccount(document);
      });
    },
    /** First moves entries that are still in an outbox to the log. */
    async listAudit(filter, after, first) {
      const { accountId } = filter;
      await (accountId === undefined ? outbox.drainBatch() : outbox.drainAccount(accountId));
      const options = { sort: { atMs: -1, _id: -1 }, limit: first } as const;
      return (await findAll(calls, audit, toAuditFilter(filter, after), options)).map(toAuditEntry);
    },
    async listUsage(accountId, fromDay, toDay) {
      const days = await usage.list(accountId, fromDay);
      return days.filter(({ day }) => day <= toDay);
    },
  };
}

function toAccountFilter({ email, plan, keyStart }: AccountFilter, nowMs: number, after: string) {
  const conditions: Filter<AccountDocument>[] = [{ emailFolded: { $gt: after, $type: 'string' } }];
  if (email !== undefined) {
    // Searches for a plain text, so that no character needs escaping as in a regular expression.
    const position = { $indexOfBytes: ['$emailFolded', { $literal: foldEmail(email) }] };
    conditions.push({ $expr: { $gte: [position, 0] } });
  }
  if (plan !== undefined) conditions.push(withPlan(plan, nowMs));
  if (keyStart !== undefined) conditions.push({ 'apiKey.start': keyStart });
  return { $and: conditions };
}

/** Matches accounts whose plan, as `toPlanAt` computes it, is this one. */
function withPlan(plan: Plan, nowMs: number): Filter<AccountDocument> {
  const notEnded = [{ 'subscription.endsAtMs': null }, { 'subscription.endsAtMs': { $gt: nowMs } }];
  if (plan !== 'free') {
    return { 'subscription.status': 'active', 'subscription.plan': plan, $or: notEnded };
  }
  const paid = { $nin: ['free' as const, null] };
  return {
    $nor: [{ 'subscription.status': 'active', 'subscription.plan': paid, $or: notEnded }],
  };
}

function toAuditFilter(filter: AuditFilter, after: AuditPlace | null): Filter<AuditDocument> {
  const { accountId, actor, action, fromMs, toMs } = filter;
  const conditions: Filter<AuditDocument>[] = [];
  if (accountId !== undefined) conditions.push({ accountId });
  if (actor !== undefined) conditions.push({ actor });
  if (action !== undefined) conditions.push({ action });
  if (fromMs !== undefined) conditions.push({ atMs: { $gte: fromMs } });
  if (toMs !== undefined) conditions.push({ atMs: { $lt: toMs } });
  if (after !== null) {
    const { atMs, id } = after;
    conditions.push({ $or: [{ atMs: { $lt: atMs } }, { atMs, _id: { $lt: id } }] });
  }
  return conditions.length === 0 ? {} : { $and: conditions };
}

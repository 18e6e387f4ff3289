import type { Filter } from 'mongodb';
import { foldEmail } from '../../domain/account/email.ts';
import type { Plan } from '../../domain/account/plan.ts';
import { MAX_CLOCK_SKEW_MS } from '../../domain/time/clock-skew.ts';
import type {
  AccountFilter,
  AccountReads,
  AuditFilter,
  AuditPosition,
} from '../port/account-reads.ts';
import { MAX_FAILED_REQUESTS } from '../port/usage.ts';
import { toAccount } from './account-record.ts';
import { drainAccount, drainBatch, toAuditEntry } from './audit.ts';
import { inOrder } from './collection.ts';
import type { Collections } from './collections.ts';
import { type Conditions, toConditions } from './conditions.ts';
import type { AccountDocument, AuditDocument } from './documents.ts';
import { IS_OPEN, toSession } from './sessions.ts';
import { HAS_BATCH } from './usage.ts';
import { toWebhook } from './webhooks.ts';

export function createAccountReads(collections: Collections): AccountReads {
  const { accounts, audit, sessions, usage, failedRequests, watchLists, webhooks } = collections;

  /** Moves entries that are still in an outbox to the log. */
  async function drain({ accountId }: AuditFilter): Promise<void> {
    await (accountId === undefined
      ? drainBatch(collections)
      : drainAccount(collections, accountId));
  }

  return {
    async listAccounts(filter, nowMs, afterEmail, first) {
      const conditions = toAccountFilter(filter, nowMs, foldEmail(afterEmail ?? ''));
      const options = { sort: { emailFolded: 1 }, limit: first } as const;
      return (await accounts.find(conditions, options)).map(toAccount);
    },
    countAccounts: (filter, nowMs, max) =>
      accounts.countUpTo(max, toAccountFilter(filter, nowMs, '')),
    async findByEmails(emails) {
      const folded = emails.map(foldEmail);
      const filter = { emailFolded: { $in: folded, $type: 'string' } } as const;
      const found = await accounts.find(filter);
      const byEmail = new Map(found.map((document) => [document.emailFolded, document]));
      return folded.map((email) => {
        const document = byEmail.get(email);
        return document === undefined ? null : toAccount(document);
      });
    },
    async listSessions(accountIds, nowMs, first) {
      const filter = {
        idleEndsAtMs: { $gt: nowMs },
        endsAtMs: { $gt: nowMs },
        lastSeenAtMs: { $lte: nowMs + MAX_CLOCK_SKEW_MS },
        ...IS_OPEN,
      };
      const sort = { lastSeenAtMs: -1, _id: 1 };
      const listed = await sessions.listEach('accountId', accountIds, { sort, first, filter });
      return listed.map((some) => some.map(toSession));
    },
    async findLastSignIns(accountIds) {
      const filter = { accountId: { $in: [...accountIds] }, action: 'signed_in' };
      const last = { $group: { _id: '$accountId', atMs: { $max: '$atMs' } } };
      const found = await audit.aggregate<{ _id: string; atMs: number }>([
        { $match: filter },
        last,
      ]);
      return inOrder(accountIds, found, ({ atMs }) => atMs);
    },
    async listAudit(filter, after, first) {
      await drain(filter);
      const options = { sort: { atMs: -1, _id: -1 }, limit: first } as const;
      return (await audit.find(toAuditFilter(filter, after), options)).map(toAuditEntry);
    },
    async countAudit(filter, max) {
      await drain(filter);
      return await audit.countUpTo(max, toAuditFilter(filter, null));
    },
    async listUsage(accountId, fromDay, toDay) {
      const filter = { accountId, day: { $gte: fromDay, $lte: toDay }, ...HAS_BATCH };
      const found = await usage.find(filter, { sort: { day: 1 } });
      return found.map(({ day, ok, notModified, notFound, clientErrors, limited }) => {
        return { day, ok, notModified, notFound, clientErrors, limited };
      });
    },
    async listFailedRequests(accountIds, fromMs) {
      const listed = await failedRequests.listEach('accountId', accountIds, {
        filter: { atMs: { $gte: fromMs } },
        sort: { atMs: -1, _id: -1 },
        first: MAX_FAILED_REQUESTS,
      });
      return listed.map((some) =>
        some.map(({ _id: requestId, ...rest }) => ({ requestId, ...rest })),
      );
    },
    async findWatchListSizes(accountIds) {
      const found = await watchLists.aggregate<{ _id: string; size: number }>([
        { $match: { _id: { $in: [...accountIds] } } },
        { $project: { size: { $size: '$idnos' } } },
      ]);
      return inOrder(accountIds, found, ({ size }) => size).map((size) => size ?? 0);
    },
    async findWebhooks(accountIds) {
      const found = await webhooks.find({ _id: { $in: [...accountIds] } });
      return inOrder(accountIds, found, toWebhook);
    },
  };
}

function toAccountFilter(filter: AccountFilter, nowMs: number, after: string) {
  const conditions: Conditions<AccountFilter, AccountDocument> = {
    // Searches for a plain text, so that no character needs escaping as in a regular expression.
    email: (part) => {
      const position = { $indexOfBytes: ['$emailFolded', { $literal: foldEmail(part) }] };
      return { $expr: { $gte: [position, 0] } };
    },
    plan: (plan) => withPlan(plan, nowMs),
    keyStart: (keyStart) => ({ 'apiKey.start': keyStart }),
    endsByMs: (endsByMs) => ({
      'subscription.status': 'active',
      'subscription.plan': { $ne: 'free' },
      'subscription.endsAtMs': { $gt: nowMs, $lte: endsByMs },
    }),
  };
  const isAfter = { emailFolded: { $gt: after, $type: 'string' } } as const;
  return { $and: [isAfter, ...toConditions(conditions, filter)] };
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

const AUDIT_CONDITIONS: Conditions<AuditFilter, AuditDocument> = {
  accountId: (accountId) => ({ accountId }),
  actor: (actor) => ({ actor }),
  actions: (actions) => ({ action: { $in: [...actions] } }),
  fromMs: (ms) => ({ atMs: { $gte: ms } }),
  toMs: (ms) => ({ atMs: { $lt: ms } }),
};

function toAuditFilter(filter: AuditFilter, after: AuditPosition | null): Filter<AuditDocument> {
  const conditions = toConditions(AUDIT_CONDITIONS, filter);
  if (after !== null) {
    const { atMs, id } = after;
    conditions.push({ $or: [{ atMs: { $lt: atMs } }, { atMs, _id: { $lt: id } }] });
  }
  return conditions.length === 0 ? {} : { $and: conditions };
}

import { foldEmail } from '../../domain/account/email.ts';
import type { AccountFilter, AccountReads } from '../port/account-reads.ts';
import type { Where } from '../port/documents.ts';
import { toAccounts } from './accounts.ts';
import { createAuditReads } from './audit.ts';
import type { AccountData } from './deletion.ts';
import { listSessions } from './sessions.ts';
import { listFailedRequests } from './usage.ts';
import { toWebhook } from './webhooks.ts';

export function createAccountReads({ documents, counters }: AccountData): AccountReads {
  const { accounts, watchLists, webhooks } = documents;
  return {
    ...createAuditReads(documents),
    async listAccounts(filter, nowMs, afterEmail, first) {
      const where = toAlternatives(filter, nowMs);
      const after = afterEmail === null ? null : [foldEmail(afterEmail)];
      return await toAccounts(
        documents,
        await accounts.find({ where, by: ['emailFolded'], after, first }),
      );
    },
    countAccounts: (filter, nowMs, max) => accounts.count(toAlternatives(filter, nowMs), max),
    findByEmails: async (emails) =>
      toAccounts(documents, await accounts.getMany(emails.map(foldEmail), 'emailFolded')),
    listSessions: (accountIds, nowMs, first) =>
      Promise.all(accountIds.map((id) => listSessions(documents, id, nowMs, first))),
    listUsage: counters.list,
    listFailedRequests: (accountIds, fromMs) =>
      Promise.all(accountIds.map((id) => listFailedRequests(documents, id, fromMs))),
    async findWatchListSizes(accountIds) {
      return (await watchLists.getMany(accountIds)).map((list) => list?.idnos.length ?? 0);
    },
    async findWebhooks(accountIds) {
      return (await webhooks.getMany(accountIds)).map((found) => found && toWebhook(found));
    },
  };
}

/** The accounts that match, any of which conditions must hold. */
function toAlternatives(filter: AccountFilter, nowMs: number): Where[] {
  const { email, plan, keyStart, endsByMs } = filter;
  const always: Where = {
    // All have one; the range makes it an order of the index (see `toCondition` of MongoDB).
    emailFolded: { from: '', ...(email !== undefined && { contains: foldEmail(email) }) },
    'apiKey.start': keyStart,
  };
  return toPlanAlternatives(plan, endsByMs, nowMs).map((where) => ({ ...always, ...where }));
}

/** By the plan at `nowMs`, as `toPlanAt` computes it, and its end. */
function toPlanAlternatives(
  plan: AccountFilter['plan'],
  endsByMs: number | undefined,
  nowMs: number,
): Where[] {
  const status = 'subscription.status';
  const end = 'subscription.endsAtMs';
  const paid = { [status]: 'active', 'subscription.plan': plan ?? { not: 'free' } };
  if (endsByMs !== undefined) {
    return plan === 'free' ? [] : [{ ...paid, [end]: { after: nowMs, to: endsByMs } }];
  }
  if (plan === undefined) return [{}];
  if (plan !== 'free')
    return [
      { ...paid, [end]: null },
      { ...paid, [end]: { after: nowMs } },
    ];
  return [
    { [status]: { not: 'active' } },
    { 'subscription.plan': 'free' },
    { [end]: { to: nowMs } },
  ];
}

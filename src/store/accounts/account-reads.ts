import { foldEmail } from '../../domain/account/email.ts';
import type { AccountFilter, AccountReads } from '../port/account-reads.ts';
import { findOne, type Where } from '../port/documents.ts';
import type { DocumentCollections } from '../port/layout.ts';
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
      const where = await findAlternatives(documents, filter, nowMs);
      const after = afterEmail === null ? null : [foldEmail(afterEmail)];
      return await toAccounts(
        documents,
        await accounts.find({ where, by: ['emailFolded'], after, first }),
      );
    },
    countAccounts: async (filter, nowMs, max) =>
      accounts.count(await findAlternatives(documents, filter, nowMs), max),
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

/** Keys of several accounts seldom begin alike. */
const MAX_KEY_ENTRIES = 1_000;

/** The accounts that match, any of which conditions must hold. */
async function findAlternatives(
  { audit, failedRequests }: DocumentCollections,
  filter: AccountFilter,
  nowMs: number,
): Promise<Where[]> {
  const { email, plan, keyStart, requestId, endsByMs } = filter;
  const request = requestId === undefined ? null : await findOne(failedRequests, requestId);
  if (requestId !== undefined && request === null) return [];
  const always: Where = {
    // All have one; the range makes it an order of the index (see `toCondition` of MongoDB).
    emailFolded: { from: '', ...(email !== undefined && { contains: foldEmail(email) }) },
  };
  const plans = toPlanAlternatives(plan, endsByMs, nowMs).map((where) => ({ ...always, ...where }));
  if (keyStart === undefined) return request === null ? plans : ofAccounts([request.accountId]);
  // The account has the start of its current key only.
  const entries = await audit.find({
    where: { keyStart },
    by: ['keyStart', 'atMs', 'id'],
    first: MAX_KEY_ENTRIES,
  });
  const owners = new Set(entries.map(({ accountId }) => accountId));
  const isWanted = (id: string) => request === null || id === request.accountId;
  return [
    ...(request === null ? plans.map((where) => ({ ...where, 'apiKey.start': keyStart })) : []),
    ...ofAccounts([...owners].filter(isWanted)),
  ];

  function ofAccounts(ids: readonly string[]): Where[] {
    return ids.length === 0 ? [] : plans.map((where) => ({ ...where, id: { in: ids } }));
  }
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

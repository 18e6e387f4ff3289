import type { Account } from '../../domain/account/account.ts';
import { foldEmail } from '../../domain/account/email.ts';
import type { Plan } from '../../domain/account/plan.ts';
import { findOne, type Where } from '../port/documents.ts';
import type { DocumentCollections } from '../port/layout.ts';
import type { Webhook } from '../port/webhooks.ts';
import { toAccounts } from './accounts.ts';
import { createAuditReads } from './audit.ts';
import type { AccountData } from './deletion.ts';
import { listSessions } from './sessions.ts';
import { listFailedRequests } from './usage.ts';
import { toWebhook } from './webhooks.ts';

/** An account must match all given fields. */
export interface AccountFilter {
  /** A part of the address; case is ignored. */
  email?: string;
  /** The plan at `nowMs`. */
  plan?: Plan;
  /** Of its key, or of one that was replaced or revoked. */
  keyStart?: string;
  /** Of a failed request of its. */
  requestId?: string;
  /** Its plan at `nowMs`, other than `free`, ends at this time or before. */
  endsByMs?: number;
}

export type AccountReads = ReturnType<typeof createAccountReads>;

/**
 * Reads of accounts and of what belongs to them, for the server and for staff. Lists and batches are
 * as in `QueryReads`, as are counts.
 */
export function createAccountReads({ documents, counters }: AccountData) {
  const { accounts, watchLists, webhooks } = documents;
  return {
    ...createAuditReads(documents),
    /** Sorted by folded address. */
    async listAccounts(
      filter: AccountFilter,
      nowMs: number,
      afterEmail: string | null,
      first: number,
    ): Promise<Account[]> {
      const where = await findAlternatives(documents, filter, nowMs);
      const after = afterEmail === null ? null : [foldEmail(afterEmail)];
      return await toAccounts(
        documents,
        await accounts.find({ where, by: ['emailFolded'], after, first }),
      );
    },
    countAccounts: async (filter: AccountFilter, nowMs: number, max: number) =>
      accounts.count(await findAlternatives(documents, filter, nowMs), max),
    /** In the order of the addresses, whose case is ignored; null if there is no such account. */
    findByEmails: async (emails: readonly string[]): Promise<(Account | null)[]> =>
      toAccounts(documents, await accounts.getMany(emails.map(foldEmail), 'emailFolded')),
    /**
     * For each account its sessions that have not expired and were not last used in the future
     * (`isInFuture`); last used first.
     */
    listSessions: (accountIds: readonly string[], nowMs: number, first: number) =>
      Promise.all(accountIds.map((id) => listSessions(documents, id, nowMs, first))),
    /** Days with a request, both ends included, oldest first. */
    listUsage: counters.list,
    /** For each account its failed requests since `fromMs`, newest first, at most MAX_FAILED_REQUESTS. */
    listFailedRequests: (accountIds: readonly string[], fromMs: number) =>
      Promise.all(accountIds.map((id) => listFailedRequests(documents, id, fromMs))),
    /** For each account how many companies it watches. */
    async findWatchListSizes(accountIds: readonly string[]): Promise<number[]> {
      return (await watchLists.getMany(accountIds)).map((list) => list?.idnos.length ?? 0);
    },
    /** In the order of the accounts, null where one has none. */
    async findWebhooks(accountIds: readonly string[]): Promise<(Webhook | null)[]> {
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

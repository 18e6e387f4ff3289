import { createAccountReads } from './account-reads.ts';
import { createAccountStore } from './accounts.ts';
import { createAuditLog } from './audit.ts';
import type { AccountData } from './deletion.ts';
import { createSignInLinkStore } from './links.ts';
import { createSessionStore } from './sessions.ts';
import { createFailedRequestStore, createUsageStore } from './usage.ts';
import { createWatchListStore } from './watch-lists.ts';
import { createWebhookStore } from './webhooks.ts';

export type AccountParts = ReturnType<typeof createAccountParts>;

/** The parts of a store that are about accounts, over the documents and counters of either store. */
export function createAccountParts(data: AccountData) {
  const { documents } = data;
  const accounts = createAccountStore(data);
  return {
    accounts,
    accountReads: createAccountReads(data),
    audit: createAuditLog(documents),
    sessions: createSessionStore(documents, accounts),
    signInLinks: createSignInLinkStore(documents),
    usage: createUsageStore(data),
    failedRequests: createFailedRequestStore(documents),
    watchLists: createWatchListStore(documents),
    webhooks: createWebhookStore(documents),
  };
}

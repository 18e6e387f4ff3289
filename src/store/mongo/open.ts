import type { MongoClient } from 'mongodb';
import { probe, type Store } from '../port/store.ts';
import { createAccountReads } from './account-reads.ts';
import { createAccountStore } from './accounts.ts';
import { createAuditLog } from './audit.ts';
import { type Call, callToServe, callWithin } from './calls.ts';
import { connect, createClient, SERVING_LIMITS, toLocation } from './client.ts';
import { type Collections, toCollections } from './collections.ts';
import { createCompanyReads } from './companies.ts';
import { prepareLayout } from './layout.ts';
import { createSessionStore, createSignInLinkStore } from './sessions.ts';
import { createFailedRequestStore, createUsageStore } from './usage.ts';
import { createWatchListStore } from './watch-lists.ts';
import { createWebhookStore } from './webhooks.ts';

/** Long enough to build new indexes of a large collection at the first start of a version. */
const PREPARATION_MS = 600_000;

/**
 * Opens the store in the database at the address. Throws a one-line Error, which does not contain
 * the address's password, if no server responds or a newer version has upgraded the store.
 */
export function openMongoStore(uri: string): Promise<Store> {
  return openStoreOn(createClient(uri, SERVING_LIMITS));
}

/** As `openMongoStore`, with an existing client, which the store closes. */
export async function openStoreOn(client: MongoClient): Promise<Store> {
  await prepare(client, (_, work) => callWithin(PREPARATION_MS, work));
  return createStore(client);
}

/** The store in a database that is prepared; it closes the client. */
export function createStore(client: MongoClient): Store {
  const collections = toCollections(client.db(), callToServe);
  const companies = createCompanyReads(collections);
  const accounts = createAccountStore(collections);
  return {
    companies,
    accounts,
    accountReads: createAccountReads(collections),
    audit: createAuditLog(collections),
    sessions: createSessionStore(collections),
    signInLinks: createSignInLinkStore(collections),
    usage: createUsageStore(collections),
    failedRequests: createFailedRequestStore(collections),
    watchLists: createWatchListStore(collections),
    webhooks: createWebhookStore(collections),
    ping: () => probe({ accounts, companies }),
    close: () => client.close(),
  };
}

/** The collections of the client's database, in the layout of this program. */
export async function prepare(client: MongoClient, call: Call): Promise<Collections> {
  const db = client.db();
  const collections = toCollections(db, call);
  try {
    await connect(client);
    await prepareLayout(db, collections, call);
    return collections;
  } catch (error) {
    await client.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot open the store at ${toLocation(client)}: ${reason}`, { cause: error });
  }
}

import Bottleneck from 'bottleneck';
import type { MongoClient } from 'mongodb';
import { createAccountParts } from '../accounts/store.ts';
import { probe, type Store } from '../store.ts';
import { type Call, callToServe, callWithin } from './calls.ts';
import { connect, createClient, SERVING_LIMITS, toLocation } from './client.ts';
import { type Collections, toCollections } from './collections.ts';
import { createCompanyReads } from './companies.ts';
import { createCounters } from './counters.ts';
import { prepareLayout } from './layout.ts';

/** Long enough to build new indexes of a large collection at the first start of a version. */
const PREPARATION_MS = 600_000;
/** Fewer than the pool's connections, as a call waits for one no longer than a request may. */
const MAX_CONCURRENT_CALLS = 8;

/**
 * Opens the store in the database at the address. Throws a one-line Error, which does not contain
 * the address's password, if no server responds or a newer version has upgraded the store.
 */
export function openMongoStore(uri: string): Promise<Store> {
  return openStoreOn(createClient(uri, SERVING_LIMITS));
}

/** As `openMongoStore`, with an existing client, which the store closes. */
export async function openStoreOn(client: MongoClient): Promise<Store> {
  const pace = new Bottleneck({ maxConcurrent: MAX_CONCURRENT_CALLS });
  await prepare(client, (_, work) => pace.schedule(() => callWithin(PREPARATION_MS, work)));
  return createStore(client);
}

/**
 * Whether a program has prepared the database at the address. Throws a one-line Error as
 * `openMongoStore` does.
 */
export async function hasMongoStore(uri: string): Promise<boolean> {
  const client = createClient(uri, SERVING_LIMITS);
  return await withLocation(client, async () => {
    await connect(client);
    const { versions } = toCollections(client.db(), callToServe);
    return (await versions.findOne({ _id: 'store' })) !== null;
  }).finally(() => client.close());
}

/** The store in a database that is prepared; it closes the client. */
export function createStore(client: MongoClient): Store {
  const collections = toCollections(client.db(), callToServe);
  const companies = createCompanyReads(collections);
  const parts = createAccountParts(createAccountData(collections));
  return {
    companies,
    ...parts,
    async readClockMs() {
      const { localTime } = await callToServe('read', () => client.db().command({ hello: 1 }));
      return Number(localTime);
    },
    ping: () => probe({ accounts: parts.accounts, companies }),
    isReadOnly: () => false,
    close: () => client.close(),
  };
}

/** The documents and counters of a database that is prepared. */
export function createAccountData(collections: Collections) {
  return { documents: collections.documents, counters: createCounters(collections) };
}

/** The collections of the client's database, in the layout of this program. */
export async function prepare(client: MongoClient, call: Call): Promise<Collections> {
  const db = client.db();
  const collections = toCollections(db, call);
  await withLocation(client, async () => {
    await connect(client);
    await prepareLayout(db, collections, call);
  });
  return collections;
}

/** Closes the client and names the store if the work fails. */
async function withLocation<Result>(
  client: MongoClient,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await client.close();
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`cannot open the store at ${toLocation(client)}: ${reason}`, { cause: error });
  }
}

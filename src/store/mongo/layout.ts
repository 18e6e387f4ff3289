import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Collection,
  type Db,
  type Document,
  type IndexDescription,
  MongoServerError,
} from 'mongodb';
import type { Collections } from './collections.ts';
import { VALIDATORS } from './validators.ts';

/** Grows only with a change that an older program could not live beside. */
const VERSION = 1;

const MAX_ATTEMPTS = 5;
const PAUSE_MS = 200;

const EVERY_STRING = (field: string) => ({ [field]: { $type: 'string' } });

/** What the look-ups and the upkeep go by, beside `_id`. */
const INDEXES: Partial<Record<keyof Collections, IndexDescription[]>> = {
  companies: [
    { name: 'sample', key: { sample: 1 }, partialFilterExpression: { sample: true } },
    { name: 'gone', key: { goneSince: 1 }, partialFilterExpression: EVERY_STRING('goneSince') },
  ],
  changes: [{ name: 'idno', key: { idno: 1, revision: -1 } }],
  accounts: [
    // Partial: plain unique indexes hold that two accounts without a value have the same one.
    { name: 'key', key: { 'apiKey.hash': 1 }, ...unique('apiKey.hash') },
    { name: 'email', key: { emailFolded: 1 }, ...unique('emailFolded') },
    { name: 'event', key: { 'events.id': 1 }, sparse: true },
    { name: 'eventTime', key: { 'events.receivedAtMs': 1 }, sparse: true },
    { name: 'outbox', key: { 'outbox._id': 1 }, sparse: true },
    { name: 'deleted', key: { deletedAtMs: 1 }, sparse: true },
  ],
  audit: [
    { name: 'account', key: { accountId: 1, atMs: -1, order: -1 } },
    { name: 'address', key: { atMs: 1 }, partialFilterExpression: EVERY_STRING('address') },
  ],
  sessions: [
    { name: 'account', key: { accountId: 1 } },
    { name: 'idleEnd', key: { idleEndsAtMs: 1 } },
    { name: 'end', key: { endsAtMs: 1 } },
  ],
  browsers: [{ name: 'account', key: { accountId: 1, lastSeenAtMs: -1 } }],
  links: [
    { name: 'account', key: { accountId: 1 } },
    { name: 'end', key: { endsAtMs: 1 } },
  ],
  usage: [{ name: 'account', key: { accountId: 1, day: 1 } }],
  usageBatches: [{ name: 'account', key: { 'counts.accountId': 1 } }],
  imports: [{ name: 'started', key: { startedAtMs: -1 } }],
};

/**
 * Makes what is missing of collections, indexes and validators, and checks the rest; nothing is
 * ever dropped. Every process does so at its start, several at once too. Throws an Error where the
 * store is of a newer program or an index of the same name is another one.
 */
export async function prepareLayout(db: Db, collections: Collections): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await makeLayout(db, collections);
    } catch (error) {
      // Of processes that make the same at once, a server may refuse all but one.
      if (!(error instanceof MongoServerError) || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(attempt * PAUSE_MS);
    }
  }
}

async function makeLayout(db: Db, collections: Collections): Promise<void> {
  const known = await db.listCollections({}, { nameOnly: false }).toArray();
  const validators = new Map(known.map(({ name, options }) => [name, options?.validator]));
  const all = Object.entries(collections) as [keyof Collections, Collection][];
  const missing = all.filter(([, { collectionName }]) => !validators.has(collectionName));
  await Promise.all(missing.map(([, { collectionName }]) => create(db, collectionName)));
  await checkVersion(collections);
  await Promise.all(
    all.map(async ([key, collection]) => {
      await setValidator(
        db,
        collection,
        VALIDATORS[key],
        validators.get(collection.collectionName),
      );
      const indexes = INDEXES[key] ?? [];
      if (indexes.length > 0) await collection.createIndexes(indexes);
    }),
  );
}

function unique(field: string): Omit<IndexDescription, 'key'> {
  return { unique: true, partialFilterExpression: EVERY_STRING(field) };
}

async function create(db: Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    const isThere = error instanceof Error && 'code' in error && error.code === NAMESPACE_EXISTS;
    if (!isThere) throw error;
  }
}

const NAMESPACE_EXISTS = 48;

/** By its own command: not every server counts a validator that comes with a new collection. */
async function setValidator(
  db: Db,
  { collectionName }: Collection,
  schema: Document | undefined,
  known: unknown,
): Promise<void> {
  const validator = { $jsonSchema: schema };
  if (schema === undefined || JSON.stringify(known) === JSON.stringify(validator)) return;
  await db.command({ collMod: collectionName, validator, validationLevel: 'moderate' });
}

async function checkVersion({ versions }: Collections): Promise<void> {
  const found = await versions.findOneAndUpdate(
    { _id: 'store' },
    { $setOnInsert: { version: VERSION } },
    { upsert: true, returnDocument: 'after' },
  );
  const version = found?.version ?? VERSION;
  if (version <= VERSION) return;
  throw new Error(
    `it has version ${version} and this program knows up to ${VERSION}; start the newer program`,
  );
}

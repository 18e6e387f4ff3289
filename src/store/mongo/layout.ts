import { setTimeout as sleep } from 'node:timers/promises';
import { type Collection, type Db, MongoServerError } from 'mongodb';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { INDEXES } from './indexes.ts';
import { VALIDATORS } from './validators.ts';

type Call = Calls['write'];

/** Grows only with a change that an older program could not live beside. */
const VERSION = 1;
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 200;

/**
 * Makes what is missing of collections, indexes and validators, and checks the rest; nothing is
 * ever dropped. Every process does so at its start, several at once too. Throws an Error where the
 * store is of a newer program or an index of the same name is another one.
 */
export async function prepareLayout(db: Db, collections: Collections, call: Call): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await makeLayout(db, collections, call);
    } catch (error) {
      // Of processes that make the same at once, a server may refuse all but one.
      const isRefused = error instanceof Error && error.cause instanceof MongoServerError;
      if (!isRefused || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(attempt * PAUSE_MS);
    }
  }
}

async function makeLayout(db: Db, collections: Collections, call: Call): Promise<void> {
  const known = await call(() => db.listCollections({}, { nameOnly: false }).toArray());
  const validators = new Map(known.map(({ name, options }) => [name, options?.validator]));
  const all = Object.entries(collections) as [keyof Collections, Collection][];
  const missing = all.filter(([, { collectionName }]) => !validators.has(collectionName));
  await Promise.all(
    missing.map(([, { collectionName }]) => call(() => create(db, collectionName))),
  );
  await checkVersion(collections, call);
  await Promise.all(
    all.map(async ([key, collection]) => {
      await setValidator(db, key, collection, validators.get(collection.collectionName), call);
      const indexes = INDEXES[key] ?? [];
      if (indexes.length > 0) await call(() => collection.createIndexes(indexes));
    }),
  );
}

async function create(db: Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    const isThere = error instanceof MongoServerError && error.code === NAMESPACE_EXISTS;
    if (!isThere) throw error;
  }
}

const NAMESPACE_EXISTS = 48;

/** By its own command: not every server counts a validator that comes with a new collection. */
async function setValidator(
  db: Db,
  key: keyof Collections,
  { collectionName }: Collection,
  known: unknown,
  call: Call,
): Promise<void> {
  const validator = { $jsonSchema: VALIDATORS[key] };
  if (VALIDATORS[key] === undefined) return;
  if (JSON.stringify(known) === JSON.stringify(validator)) return;
  await call(() => db.command({ collMod: collectionName, validator, validationLevel: 'moderate' }));
}

async function checkVersion({ versions }: Collections, call: Call): Promise<void> {
  const found = await call(() =>
    versions.findOneAndUpdate(
      { _id: 'store' },
      { $setOnInsert: { version: VERSION } },
      { upsert: true, returnDocument: 'after' },
    ),
  );
  const version = found?.version ?? VERSION;
  if (version <= VERSION) return;
  throw new Error(
    `it has version ${version} and this program knows up to ${VERSION}; start the newer program`,
  );
}

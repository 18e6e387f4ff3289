import { setTimeout as sleep } from 'node:timers/promises';
import { type Db, MongoServerError } from 'mongodb';
import type { Call } from './calls.ts';
import { type Collections, LAYOUT } from './collections.ts';

/** Increased only with a change that earlier versions of the program cannot handle. */
const VERSION = 1;
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 200;

/**
 * Creates missing collections, indexes and validators and checks the existing ones; it never drops
 * anything. Every process calls this at its start, even several at once. Throws an Error if a newer
 * version has upgraded the store, or if an index of the same name differs.
 */
export async function prepareLayout(db: Db, collections: Collections, call: Call): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await makeLayout(db, collections, call);
    } catch (error) {
      // When several processes create the same thing at once, a server may refuse all but one.
      const isRefused = error instanceof Error && error.cause instanceof MongoServerError;
      if (!isRefused || attempt >= MAX_ATTEMPTS) throw error;
      await sleep(attempt * PAUSE_MS);
    }
  }
}

async function makeLayout(db: Db, collections: Collections, call: Call): Promise<void> {
  const known = await call('read', () => db.listCollections({}, { nameOnly: false }).toArray());
  const validators = new Map(known.map(({ name, options }) => [name, options?.validator]));
  const all = Object.entries(LAYOUT).map(([key, layout]) => ({ name: key, ...layout }));
  const missing = all.filter(({ name }) => !validators.has(name));
  await Promise.all(missing.map(({ name }) => call('write', () => create(db, name))));
  await checkVersion(collections);
  await Promise.all(
    all.map(async ({ name, indexes, schema }) => {
      const validator = { $jsonSchema: schema };
      const isKnown = JSON.stringify(validators.get(name)) === JSON.stringify(validator);
      if (schema !== undefined && !isKnown) {
        // Not every server applies a validator given to `createCollection`.
        const change = { collMod: name, validator, validationLevel: 'moderate' };
        await call('write', () => db.command(change));
      }
      if (indexes !== undefined && indexes.length > 0) {
        await call('write', () => db.collection(name).createIndexes(indexes));
      }
    }),
  );
}

async function create(db: Db, name: string): Promise<void> {
  try {
    await db.createCollection(name);
  } catch (error) {
    const exists = error instanceof MongoServerError && error.code === NAMESPACE_EXISTS;
    if (!exists) throw error;
  }
}

const NAMESPACE_EXISTS = 48;

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

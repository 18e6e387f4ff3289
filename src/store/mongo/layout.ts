import { setTimeout as sleep } from 'node:timers/promises';
import { type Collection, type Db, MongoServerError } from 'mongodb';
import { createRecordActivities } from './activities.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { SEARCH_VERSION, toNameFields, toSearchFields } from './company-index.ts';
import { toStoredCompany } from './company-record.ts';
import { findAll } from './find.ts';
import { INDEXES } from './indexes.ts';
import { VALIDATORS } from './validators.ts';

type Call = Calls['write'];

/** Increased only with a change that earlier versions of the program cannot handle. */
const VERSION = 1;
const MAX_ATTEMPTS = 5;
const PAUSE_MS = 200;
const COMPANIES_PER_CALL = 500;

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
    const exists = error instanceof MongoServerError && error.code === NAMESPACE_EXISTS;
    if (!exists) throw error;
  }
}

const NAMESPACE_EXISTS = 48;

/** Uses `collMod`, as not every server applies a validator given to `createCollection`. */
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

/**
 * Adds the current search fields to companies that an earlier version wrote, and records their
 * activities. Several processes may do so at once, as all write the same fields. A company that
 * changes meanwhile is skipped, as its writer has added them.
 */
export async function fillSearchFields(
  collections: Collections,
  calls: Pick<Calls, 'read' | 'write'>,
): Promise<void> {
  const { companies } = collections;
  const recordActivities = createRecordActivities(collections, calls);
  for (let after = ''; ; ) {
    const found = await findAll(
      calls,
      companies,
      { 'search.version': { $not: { $gte: SEARCH_VERSION } }, _id: { $gt: after } },
      { sort: { _id: 1 }, limit: COMPANIES_PER_CALL },
    );
    const last = found.at(-1);
    if (last === undefined) return;
    await recordActivities(found);
    const updates = found.map((document) => ({
      updateOne: {
        filter: { _id: document._id, revision: document.revision },
        update: { $set: { search: toSearchFields(toStoredCompany(document)) } },
      },
    }));
    await calls.write(() => companies.bulkWrite(updates, { ordered: false }));
    after = last._id;
  }
}

/** The same for the names that changes of companies replaced; stored changes are not changed. */
export async function fillFormerNames(
  { changes }: Collections,
  calls: Pick<Calls, 'read' | 'write'>,
): Promise<void> {
  for (let after = ''; ; ) {
    const found = await findAll(
      calls,
      changes,
      {
        'previous.company.name': { $type: 'string' },
        'search.version': { $not: { $gte: SEARCH_VERSION } },
        _id: { $gt: after },
      },
      { sort: { _id: 1 }, limit: COMPANIES_PER_CALL },
    );
    const last = found.at(-1);
    if (last === undefined) return;
    const updates = found.map(({ _id, previous }) => ({
      updateOne: {
        filter: { _id },
        update: { $set: { search: toNameFields(previous.company?.name ?? '') } },
      },
    }));
    await calls.write(() => changes.bulkWrite(updates, { ordered: false }));
    after = last._id;
  }
}

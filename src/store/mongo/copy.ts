import { BSON, type Collection, type Document } from 'mongodb';
import type { Contents, Kind, ReadContents } from '../port/contents.ts';
import type { Calls } from './calls.ts';
import { createClient, IMPORT_LIMITS } from './client.ts';
import type { Collections } from './collections.ts';
import { TO_DOCUMENT } from './contents.ts';
import { acquireLease } from './lease.ts';
import { prepare } from './open.ts';
import { createPacedCalls } from './paced-calls.ts';

type Stored = Document & { _id: string };

/** What became of the records of one kind. */
export interface Copied {
  kind: Kind;
  /** In the store that was copied. */
  read: number;
  /** The others were there already, just the same. */
  written: number;
}

const KINDS = Object.keys(TO_DOCUMENT) as Kind[];
const RECORDS_PER_CALL = 250;

/**
 * Copies everything into the database that the address names, and checks each record there. An
 * interrupted copy is taken up by the next one; a finished one is only checked, since servers may
 * have changed it. Throws an Error of one line: for a database that holds anything else, for a
 * record that differs, for one too many.
 */
export async function copyToMongo(
  uri: string,
  read: ReadContents,
  nowMs: () => number,
  onCopied: (copied: Copied) => void,
): Promise<void> {
  const client = createClient(uri, IMPORT_LIMITS);
  const calls = createPacedCalls();
  const collections = await prepare(client, calls);
  try {
    const lease = await acquireLease(collections, calls, 'import');
    try {
      const isFinished = await begin(collections, calls, nowMs());
      for (const kind of KINDS) {
        const batches = read(kind);
        const copied = await copyKind(kind, batches, collections, calls, isFinished, lease.hold);
        onCopied(copied);
      }
      await finish(collections, calls, nowMs());
    } finally {
      await lease.release().catch(() => {});
    }
  } finally {
    await client.close();
  }
}

/** Marks the database as the copy's; whether an earlier copy has finished it. */
async function begin(collections: Collections, calls: Calls, atMs: number): Promise<boolean> {
  const { copies } = collections;
  const mark = await calls.read((limits) => copies.findOne({ _id: 'copy' }, limits));
  if (mark !== null) return mark.finishedAtMs !== null;
  for (const kind of KINDS) {
    const found = await calls.read((limits) => collectionOf(kind, collections).findOne({}, limits));
    if (found === null) continue;
    throw new Error(
      `the database holds ${kind} that no copy has brought: name an empty one, so that nothing ` +
        'is overwritten',
    );
  }
  const begun = { startedAtMs: atMs, finishedAtMs: null };
  await calls.write(() =>
    copies.updateOne({ _id: 'copy' }, { $setOnInsert: begun }, { upsert: true }),
  );
  return false;
}

async function finish({ copies }: Collections, calls: Calls, atMs: number): Promise<void> {
  const filter = { _id: 'copy' as const, finishedAtMs: null };
  await calls.write(() => copies.updateOne(filter, { $set: { finishedAtMs: atMs } }));
}

async function copyKind(
  kind: Kind,
  batches: Iterable<Contents[Kind][]>,
  collections: Collections,
  calls: Calls,
  isFinished: boolean,
  hold: () => Promise<void>,
): Promise<Copied> {
  const collection = collectionOf(kind, collections);
  const toDocument = TO_DOCUMENT[kind] as (record: Contents[Kind]) => Stored;
  let read = 0;
  let written = 0;
  for (const batch of batches) {
    read += batch.length;
    for (let from = 0; from < batch.length; from += RECORDS_PER_CALL) {
      const documents = batch.slice(from, from + RECORDS_PER_CALL).map(toDocument);
      const different = await findDifferent(documents, collection, calls);
      if (different.length === 0) continue;
      if (isFinished) throw toFault(kind, different, 'has changed since the copy was finished');
      await calls.write(async () => {
        await hold();
        await collection.bulkWrite(different.map(replacing), { ordered: false });
      });
      const left = await findDifferent(different, collection, calls);
      if (left.length > 0) throw toFault(kind, left, 'is not what was written');
      written += different.length;
    }
  }
  const count = await calls.read((limits) => collection.countDocuments({}, limits));
  if (count !== read) {
    throw new Error(
      `the database holds ${count} ${kind} and the embedded store ${read}: copy into an empty one`,
    );
  }
  return { kind, read, written };
}

/** The types of a kind and its collection go together, which the compiler cannot follow. */
function collectionOf(kind: Kind, collections: Collections): Collection<Stored> {
  return collections[kind] as unknown as Collection<Stored>;
}

/** Those that the database lacks or has otherwise. */
async function findDifferent(
  documents: readonly Stored[],
  collection: Collection<Stored>,
  calls: Calls,
): Promise<Stored[]> {
  const ids = documents.map(({ _id }) => _id);
  const found = await calls.read((limits) =>
    collection.find({ _id: { $in: ids } }, limits).toArray(),
  );
  const texts = new Map(found.map((document) => [document._id, toText(document)]));
  return documents.filter((document) => texts.get(document._id) !== toText(document));
}

/** The same for the same content with its fields in the same order. */
function toText(document: Document): string {
  return BSON.EJSON.stringify(document);
}

function replacing({ _id, ...replacement }: Stored) {
  return { replaceOne: { filter: { _id }, replacement, upsert: true } };
}

/** Names no record: ids may be of sessions. */
function toFault(kind: Kind, { length }: readonly Stored[], fault: string): Error {
  return new Error(`of the ${kind} in the database one or more (${length} at once) ${fault}`);
}

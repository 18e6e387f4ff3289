import { BSON, type Document } from 'mongodb';
import type { Contents, ReadContents, RecordKind } from '../port/contents.ts';
import type { Stored as Versioned } from '../port/documents.ts';
import { LAYOUT as DOCUMENT_LAYOUT, type Documents } from '../port/layout.ts';
import type { StoreCollection } from './collection.ts';
import type { Collections } from './collections.ts';
import { toCompanyDocument, toFormerNameDocument } from './company-record.ts';
import { openLeased } from './open-import.ts';

type Stored = Document & { _id: string };

/** The numbers of records of one kind. */
interface CopyCount {
  kind: RecordKind;
  /** In the store that was copied. */
  read: number;
  /** The others were already in the database and equal. */
  written: number;
}

/** As the store writes it, but for the id of the write. */
const toStoredDocument = ({ id, version, ...document }: Versioned): Stored => {
  return { _id: id, version, writeId: 'copy', document };
};

const OF_DOCUMENTS = Object.fromEntries(
  Object.keys(DOCUMENT_LAYOUT).map((name) => [name, toStoredDocument]),
) as Readonly<Record<keyof Documents, typeof toStoredDocument>>;

/** The kinds have the names of the collections; each document is as the store would write it. */
const TO_DOCUMENT: { [Of in RecordKind]: (record: Contents[Of]) => Stored } = {
  activities: ({ code, label }) => ({ _id: code, label }),
  companies: toCompanyDocument,
  usage: ({ accountId, day, ...requests }) => {
    return { _id: `${accountId} ${day}`, accountId, day, ...requests, batches: ['copy'] };
  },
  ...OF_DOCUMENTS,
  history: toFormerNameDocument,
};

const KINDS = Object.keys(TO_DOCUMENT) as RecordKind[];
const RECORDS_PER_CALL = 250;

/**
 * Copies all records into the database at the address and checks each of them there. The next copy
 * continues an interrupted one. A finished copy is only checked, since servers may have changed it.
 * Throws a one-line Error if the database contains other data, or a different or surplus record.
 */
export async function copyToMongo(
  uri: string,
  read: ReadContents,
  nowMs: () => number,
  onCopied: (count: CopyCount) => void,
): Promise<void> {
  const { collections, close } = await openLeased(uri);
  try {
    const isFinished = await begin(collections, nowMs());
    for (const kind of KINDS) {
      onCopied(await copyKind(kind, read(kind), collections, isFinished));
    }
    await finish(collections, nowMs());
  } finally {
    await close();
  }
}

/** Marks the database as a copy. Returns whether an earlier copy has already finished. */
async function begin(collections: Collections, atMs: number): Promise<boolean> {
  const { copies } = collections;
  const earlier = await copies.findOne({ _id: 'copy' });
  if (earlier !== null) return earlier.finishedAtMs !== null;
  for (const kind of KINDS) {
    if ((await collectionOf(kind, collections).findOne({})) === null) continue;
    throw new Error(
      `the database holds ${kind} that no copy has brought: name an empty one, so that nothing ` +
        'is overwritten',
    );
  }
  await copies.insertMissing([{ _id: 'copy', startedAtMs: atMs, finishedAtMs: null }]);
  return false;
}

async function finish({ copies }: Collections, atMs: number): Promise<void> {
  const filter = { _id: 'copy' as const, finishedAtMs: null };
  await copies.updateOne(filter, { $set: { finishedAtMs: atMs } });
}

async function copyKind(
  kind: RecordKind,
  batches: Iterable<Contents[RecordKind][]>,
  collections: Collections,
  isFinished: boolean,
): Promise<CopyCount> {
  const collection = collectionOf(kind, collections);
  const toStored = TO_DOCUMENT[kind] as (record: Contents[RecordKind]) => Stored;
  let read = 0;
  let written = 0;
  for (const batch of batches) {
    read += batch.length;
    for (let from = 0; from < batch.length; from += RECORDS_PER_CALL) {
      const documents = batch.slice(from, from + RECORDS_PER_CALL).map(toStored);
      const different = await findDifferent(documents, collection);
      if (different.length === 0) continue;
      if (isFinished) throw toCopyError(kind, different, 'has changed since the copy was finished');
      await collection.replaceAll(different);
      const wrong = await findDifferent(different, collection);
      if (wrong.length > 0) throw toCopyError(kind, wrong, 'is not what was written');
      written += different.length;
    }
  }
  const count = await collection.count();
  if (count !== read) {
    throw new Error(
      `the database holds ${count} ${kind} and the embedded store ${read}: copy into an empty one`,
    );
  }
  return { kind, read, written };
}

/** The compiler cannot infer that a kind and its collection have matching types. */
function collectionOf(kind: RecordKind, collections: Collections): StoreCollection<Stored> {
  return (collections as unknown as Record<RecordKind, StoreCollection<Stored>>)[kind];
}

/** Returns the documents that are missing or different in the database. */
async function findDifferent(
  documents: readonly Stored[],
  collection: StoreCollection<Stored>,
): Promise<Stored[]> {
  const ids = documents.map(({ _id }) => _id);
  const found = await collection.find({ _id: { $in: ids } });
  const texts = new Map(found.map((document) => [document._id, toText(document)]));
  return documents.filter((document) => texts.get(document._id) !== toText(document));
}

/** Equal for documents with the same fields and values in the same order. */
function toText(document: Document): string {
  return BSON.EJSON.stringify(document);
}

/** Does not name the records, as their ids may identify sessions. */
function toCopyError(kind: RecordKind, { length }: readonly Stored[], problem: string): Error {
  return new Error(`of the ${kind} in the database one or more (${length} at once) ${problem}`);
}

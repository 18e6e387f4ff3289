import { randomUUID } from 'node:crypto';
import type { Db, Document, IndexDescription } from 'mongodb';
import {
  assertEntries,
  type Collection,
  type CollectionLayout,
  type Collections,
  type Entries,
  getLookUp,
  type Layout,
  listLookUps,
  type Stored,
  type Where,
} from '../port/documents.ts';
import { type Call, isDuplicate } from './calls.ts';
import { StoreCollection } from './collection.ts';
import { toField, toFilter, toQueryFilter, toSort } from './where.ts';

/*
 * There are no transactions, so a document and the entries of its write are in one document at first:
 * a write that has entries puts them into the document's outbox. Draining inserts them into their
 * logs under their own ids and then removes them from the outbox, so a repetition has no effect. A
 * write drains its document; a read of a log first drains what interrupted writes have left.
 */

/** An entry that waits in an outbox. */
interface Waiting {
  to: string;
  id: string;
  document: Document;
}

export interface StoredDocument {
  _id: string;
  /** Below 0: the document is removed, but maybe not all entries are in their logs. */
  version: number;
  /** Of the last replacement: tells a repeated call from that of somebody else. */
  writeId: string;
  document: Document;
  outbox?: Waiting[];
}

type Driver = StoreCollection<StoredDocument>;

const HAS_OUTBOX = { 'outbox.id': { $exists: true } };
/** The documents whose outbox one call drains. */
const MAX_DRAINED = 500;

/** The indexes of each collection of a layout. */
export function toIndexes({ indexes = [], hasEntries }: CollectionLayout): IndexDescription[] {
  const own = indexes.map(({ by, unique }): IndexDescription => {
    const key = Object.fromEntries(by.map((path) => [toField(path), 1]));
    const name = by.join(' ');
    if (unique === undefined) return { name, key };
    // In a plain unique index two documents without a value are duplicates.
    const [field = ''] = Object.keys(key);
    return { name, key, unique, partialFilterExpression: { [field]: { $type: 'string' } } };
  });
  return hasEntries ? [...own, { name: 'outbox', key: { 'outbox.id': 1 }, sparse: true }] : own;
}

/** The collections of a database, which have the indexes of the layout. */
export function createDocumentCollections<Documents>(
  db: Db,
  layout: Layout,
  call: Call,
): Collections<Documents> {
  const drivers = new Map(
    Object.keys(layout).map((name) => {
      return [name, new StoreCollection(db.collection<StoredDocument>(name), call)] as const;
    }),
  );
  const outbox = createOutbox(drivers, layout);
  const collections = Object.entries(layout).map(([name, one]) => {
    return [name, createCollection(getDriver(drivers, name), one, outbox)];
  });
  return Object.fromEntries(collections);
}

interface Outbox {
  /** Throws a RangeError for a log that does not exist. */
  toWaiting(entries: Entries): Waiting[];
  /** Moves the entries of these documents; removes those of them that are removed. */
  drain(driver: Driver, ids: readonly string[]): Promise<void>;
  /** Moves those of all collections, at most MAX_DRAINED documents of each. */
  drainAll(): Promise<void>;
}

function createOutbox(drivers: ReadonlyMap<string, Driver>, layout: Layout): Outbox {
  const sources = [...drivers].flatMap(([name, driver]) =>
    layout[name]?.hasEntries ? driver : [],
  );
  let drained: Promise<void> | null = null;

  async function drainSources(): Promise<void> {
    drained = null;
    await Promise.all(
      sources.map(async (driver) => {
        await move(driver, await driver.find(HAS_OUTBOX, { limit: MAX_DRAINED }));
      }),
    );
  }

  async function move(driver: Driver, found: readonly StoredDocument[]): Promise<void> {
    const waiting = found.flatMap(({ outbox = [] }) => outbox);
    for (const [to, entries] of Map.groupBy(waiting, (entry) => entry.to)) {
      await getDriver(drivers, to).insertMissing(
        entries.map(({ id, document }) => toInserted(id, document)),
      );
    }
    await driver.bulkWrite(
      found.map(({ _id, version, outbox = [] }) => {
        // A removed document is not written again.
        if (version < 0) return { deleteOne: { filter: { _id, version } } };
        const ids = outbox.map(({ id }) => id);
        return {
          updateOne: { filter: { _id }, update: { $pull: { outbox: { id: { $in: ids } } } } },
        };
      }),
    );
  }

  return {
    toWaiting(entries) {
      return Object.entries(entries).flatMap(([to, documents]) => {
        getDriver(drivers, to);
        return (documents as readonly Stored[]).map(({ id, version, ...document }) => {
          return { to, id, document };
        });
      });
    },
    async drain(driver, ids) {
      const $or = [HAS_OUTBOX, { version: { $lt: 0 } }];
      await move(driver, await driver.find({ _id: { $in: [...ids] }, $or }));
    },
    // Reads of one tick share one: it begins after all of them.
    drainAll() {
      drained ??= Promise.resolve().then(drainSources);
      return drained;
    },
  };
}

function createCollection(
  driver: Driver,
  layout: CollectionLayout,
  outbox: Outbox,
): Collection<Stored> {
  const { isLog = false, hasEntries = false } = layout;
  const lookUps = listLookUps(layout);
  const beforeRead = async () => {
    if (isLog) await outbox.drainAll();
  };

  /** After a write that is done. If it fails, a later call moves the entries. */
  async function tryDrain(id: string, entries: readonly Waiting[]): Promise<void> {
    if (entries.length > 0) await outbox.drain(driver, [id]).catch(() => {});
  }

  /** What is stored in place of a write that failed. */
  const findState = (id: string) =>
    driver.findOne({ _id: id }, { projection: { version: 1, writeId: 1 } });

  async function insert(document: StoredDocument): Promise<boolean> {
    const { _id: id, writeId } = document;
    const isInserted = async () => {
      try {
        await driver.insertOne(document);
        return true;
      } catch (error) {
        if (isDuplicate(error)) return false;
        throw error;
      }
    };
    if (await isInserted()) return true;
    const found = await findState(id);
    if (found === null || found.version > 0) return found?.writeId === writeId;
    // It is removed, and its entries have to be moved before it can be stored again.
    await outbox.drain(driver, [id]);
    return await isInserted();
  }

  async function update(
    { _id: id, ...next }: StoredDocument,
    version: number,
    where: Where = {},
  ): Promise<boolean> {
    const { outbox: waiting = [], document, writeId } = next;
    try {
      const { matchedCount } = await driver.updateOne(
        { $and: [{ _id: id, version }, toFilter(where)] },
        {
          $set: { version: next.version, writeId, document },
          ...(waiting.length > 0 && { $push: { outbox: { $each: waiting } } }),
        },
      );
      // The driver repeats a call whose answer was lost.
      return matchedCount > 0 || (await findState(id))?.writeId === writeId;
    } catch (error) {
      // Another document has its value of a unique index.
      if (!isDuplicate(error)) throw error;
      return false;
    }
  }

  return {
    async getMany(values, by = 'id') {
      const { cached } = getLookUp(lookUps, by);
      await beforeRead();
      const field = toField(by);
      const filter = { [field]: { $in: [...values], $type: 'string' }, version: { $gt: 0 } };
      const found = cached ? await driver.lookUp(filter, {}) : await driver.find(filter);
      const byValue = new Map(found.map((one) => [readField(one, by), toDocument(one)]));
      return values.map((value) => byValue.get(value) ?? null);
    },
    async find(query) {
      await beforeRead();
      const options = { sort: toSort(query), limit: query.first };
      return (await driver.find(toQueryFilter(query), options)).map(toDocument);
    },
    async count(where, max) {
      await beforeRead();
      return await driver.countUpTo(max, toFilter(where));
    },
    async replace(document, entries = {}, { where } = {}) {
      assertEntries(layout, entries);
      const { id, version, ...fields } = document;
      const waiting = outbox.toWaiting(entries);
      const next = {
        _id: id,
        version: version + 1,
        writeId: randomUUID(),
        document: fields,
        ...(waiting.length > 0 && { outbox: waiting }),
      };
      const isWritten = await (version === 0 ? insert(next) : update(next, version, where));
      if (!isWritten) return null;
      await tryDrain(id, waiting);
      return { ...document, version: next.version };
    },
    async remove({ id, version }, entries = {}) {
      assertEntries(layout, entries);
      const waiting = outbox.toWaiting(entries);
      const writeId = randomUUID();
      const removed = { _id: id, version: -version, writeId, document: {}, outbox: waiting };
      if (waiting.length === 0) {
        // Entries of an earlier write may still be there.
        const isMoved = { 'outbox.id': { $exists: false } };
        if ((await driver.deleteEach([id], { version, ...isMoved })) > 0) return true;
      }
      if (!(await update(removed, version))) return false;
      await outbox.drain(driver, [id]).catch(() => {});
      return true;
    },
    async replaceEach(documents) {
      const writeId = randomUUID();
      try {
        await driver.bulkWrite(documents.map((document) => toWrite(document, writeId)));
      } catch (error) {
        // Another document has the value of a unique index; what was written shows below.
        if (!isDuplicate(error)) throw error;
      }
      if (documents.length === 0) return [];
      const ids = documents.map(({ id }) => id);
      const written = new Set(await driver.findIds({ _id: { $in: ids }, writeId }));
      return documents.map((document) => {
        return written.has(document.id) ? { ...document, version: document.version + 1 } : null;
      });
    },
    restore: (documents) => driver.replaceAll(documents.map(toRestored)),
    async patchWhere(where, fields, max) {
      await beforeRead();
      const filter = toFilter(where);
      const ids = await driver.findIds(filter, { limit: max });
      if (ids.length === 0) return 0;
      const set = Object.entries(fields).map(([path, value]) => [toField(path), value]);
      const { modifiedCount } = await driver.updateMany(
        { $and: [filter, { _id: { $in: ids } }] },
        { $set: Object.fromEntries(set), $inc: { version: 1 } },
      );
      return modifiedCount;
    },
    async removeWhere(where, max) {
      await beforeRead();
      const filter = toFilter(where);
      const ids = await driver.findIds(filter, { limit: max });
      if (ids.length === 0) return 0;
      if (hasEntries) await outbox.drain(driver, ids);
      // One whose entries came in between stays for the next call.
      return await driver.deleteEach(ids, { $and: [filter, { 'outbox.id': { $exists: false } }] });
    },
  };
}

/** A document of a bulk write that inserts or replaces it, whatever its version. */
export function toUpserted(document: Stored): StoredDocument {
  return toRestored({ ...document, version: 1 });
}

function toRestored({ id, version, ...document }: Stored): StoredDocument {
  return { _id: id, version, writeId: 'upsert', document };
}

/** The write of one document among several. */
function toWrite({ id: _id, version, ...document }: Stored, writeId: string) {
  const fields = { version: version + 1, writeId, document };
  return {
    updateOne:
      version === 0
        ? { filter: { _id }, update: { $setOnInsert: fields }, upsert: true }
        : { filter: { _id, version }, update: { $set: fields } },
  };
}

function toInserted(id: string, document: Document): StoredDocument {
  return { _id: id, version: 1, writeId: randomUUID(), document };
}

function toDocument({ _id: id, version, document }: StoredDocument): Stored {
  return { id, version, ...document };
}

function readField({ _id, document }: StoredDocument, path: string): unknown {
  if (path === 'id') return _id;
  return path.split('.').reduce<unknown>((value, name) => (value as Document)?.[name], document);
}

function getDriver(drivers: ReadonlyMap<string, Driver>, name: string): Driver {
  const driver = drivers.get(name);
  if (driver === undefined) throw new RangeError(`there is no collection ${name}`);
  return driver;
}

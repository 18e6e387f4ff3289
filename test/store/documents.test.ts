import { DatabaseSync } from 'node:sqlite';
import { MongoClient } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Call, callWithin } from '../../src/store/mongo/calls.ts';
import {
  createDocumentCollections as createMongoCollections,
  toIndexes,
} from '../../src/store/mongo/document-collection.ts';
import {
  createDocumentCollections as createSqliteCollections,
  makeTables,
} from '../../src/store/sqlite/document-collection.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';
import { describeDocuments, TEST_LAYOUT, type TestDocuments } from './document-contract.ts';

describe('on SQLite', () => {
  describeDocuments(async () => {
    const db = new DatabaseSync(':memory:');
    onTestFinished(() => db.close());
    makeTables(db, TEST_LAYOUT);
    return createSqliteCollections<TestDocuments>(db, TEST_LAYOUT);
  }, 300);
});

/** Longer than a server's: a hundred calls at once wait for each other. */
const call: Call = (_, work) => callWithin(30_000, work);

async function openMongo() {
  const client = await new MongoClient(makeTestDatabase()).connect();
  onTestFinished(() => client.close());
  const db = client.db();
  for (const [name, layout] of Object.entries(TEST_LAYOUT)) {
    await db.createCollection(name);
    await db.collection(name).createIndexes(toIndexes(layout));
  }
  return { db, ...createMongoCollections<TestDocuments>(db, TEST_LAYOUT, call) };
}

describe.skipIf(!hasMongo)('on MongoDB', () => {
  describeDocuments(openMongo, 100);

  describe('a write that was interrupted', () => {
    const NOTE = { to: 'notes', id: '1', document: { atMs: 1, thingId: 'a' } };
    const STATE = { writeId: 'one', document: { key: null }, outbox: [NOTE] };

    it('has its entries in the log when that is read next', async () => {
      const { db, things, notes } = await openMongo();
      await db.collection('things').insertOne({ _id: 'a' as never, version: 1, ...STATE });
      expect(await notes.count({}, 9)).toBe(1);
      expect(await notes.getMany(['1'])).toMatchObject([{ thingId: 'a', version: 1 }]);
      expect(await db.collection('things').findOne()).toMatchObject({ version: 1, outbox: [] });
      expect(await things.getMany(['a'])).toMatchObject([{ version: 1 }]);
    });

    it.each([1, 0])('leaves nothing of a removed document, and its %i entries', async (count) => {
      const { db, things, notes } = await openMongo();
      const outbox = STATE.outbox.slice(0, count);
      const state = { ...STATE, version: -1, document: {}, outbox };
      await db.collection('things').insertOne({ _id: 'a' as never, ...state });
      expect(await things.getMany(['a'])).toEqual([null]);
      expect(await things.count({ text: null }, 9)).toBe(0);
      const written = await things.replace({
        ...{ id: 'a', version: 0, key: null, text: 'new', rank: null, isOn: false, inner: null },
      });
      expect(written).toMatchObject({ text: 'new', version: 1 });
      expect(await notes.count({}, 9)).toBe(count);
    });
  });
});

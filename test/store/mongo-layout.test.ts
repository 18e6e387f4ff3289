import { MongoClient } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { openMongoStore } from '../../src/store/mongo/open.ts';
import { hasMongo, makeTestDatabase } from '../support/stores.ts';
import { toAccount, toEntry, toKey } from './records.ts';

/** A database that a program has opened once, and the driver's own view of it. */
async function openOnce() {
  const uri = makeTestDatabase();
  const client = new MongoClient(uri);
  onTestFinished(() => client.close());
  const open = async () => (await openMongoStore(uri)).close();
  await open();
  return { uri, db: client.db(), open };
}

async function listIndexes({ db }: Awaited<ReturnType<typeof openOnce>>, name: string) {
  const indexes = await db.collection(name).indexes();
  return indexes.map((index) => index['name']);
}

describe.skipIf(!hasMongo)('the layout in MongoDB', () => {
  it('is made by several processes at once', async () => {
    const uri = makeTestDatabase();
    const stores = await Promise.all(Array.from({ length: 5 }, () => openMongoStore(uri)));
    const [store] = stores;
    expect(await store?.accounts.insert(toAccount('a@b.md', toKey('one')), [toEntry('a')])).toBe(
      true,
    );
    await Promise.all(stores.map((one) => one.close()));
  });

  it('leaves what it does not know', async () => {
    const opened = await openOnce();
    const foreign = { _id: 'mine' as never, any: 1 };
    await opened.db.collection('foreign').insertOne(foreign);
    await opened.db.collection('companies').createIndex({ 'company.name': 1 }, { name: 'mine' });
    await opened.open();
    expect(await opened.db.collection('foreign').find().toArray()).toEqual([foreign]);
    expect(await listIndexes(opened, 'companies')).toContain('mine');
    expect(await listIndexes(opened, 'accounts')).toEqual(
      expect.arrayContaining(['apiKey.hash', 'emailFolded', 'outbox']),
    );
  });

  it('refuses an account that is none', async () => {
    const { db } = await openOnce();
    const account = { _id: 'x' as never, version: 'first', document: {} };
    await expect(db.collection('accounts').insertOne(account)).rejects.toThrow(/validation/);
  });

  it('of a newer program is refused in one line', async () => {
    const { db, open } = await openOnce();
    await db.collection('versions').updateOne({ _id: 'store' as never }, { $set: { version: 99 } });
    await expect(open()).rejects.toThrow(/^cannot open the store at .*: it has version 99 .*$/);
  });

  it('with another index of the same name is refused in one line', async () => {
    const { db, open } = await openOnce();
    await db.collection('audit').dropIndex('addressAtMs');
    await db.collection('audit').createIndex({ accountId: 1 }, { name: 'addressAtMs' });
    await expect(open()).rejects.toThrow(/^cannot open the store at [^\n]*index[^\n]*$/i);
  });
});

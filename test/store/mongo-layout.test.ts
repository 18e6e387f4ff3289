import { MongoClient } from 'mongodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { SEARCH_VERSION } from '../../src/store/mongo/company-record.ts';
import { openMongoStore } from '../../src/store/mongo/open.ts';
import { openMongoQueryReads, QUERY_LIMITS } from '../../src/store/mongo/query-reads.ts';
import { COMPANY, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { searchCurrentNames } from '../support/search.ts';
import { hasMongo, makeTestDatabase, openTestMongo } from '../support/stores.ts';
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
      expect.arrayContaining(['key', 'email', 'event', 'outbox']),
    );
  });

  it('lets staff find companies that an older program has written', async () => {
    const { uri, db, open } = await openOnce();
    const store = await openTestMongo(uri);
    await store.companies.write(
      [toStored(COMPANY), { ...toStored(COMPANY), company: { ...COMPANY, idno: UNKNOWN_IDNO } }],
      [],
    );
    await store.close();
    const older = { version: 1, name: 'older', words: ['older'], initial: 'o', length: 5 };
    await db
      .collection('companies')
      .updateMany({ _id: COMPANY.idno as never }, { $set: { search: older } });
    await db
      .collection('companies')
      .updateMany({ _id: UNKNOWN_IDNO as never }, { $unset: { search: '' } });
    await open();
    const reading = await openMongoQueryReads(uri, QUERY_LIMITS.staff);
    onTestFinished(() => reading.close());
    const reads = reading.open(AbortSignal.timeout(30_000));
    const found = await searchCurrentNames(reads, COMPANY.name);
    expect(found).toEqual([COMPANY.idno, UNKNOWN_IDNO].sort());
    expect(await searchCurrentNames(reads, 'older')).toEqual([]);
    expect(
      await db.collection('companies').countDocuments({ 'search.version': SEARCH_VERSION }),
    ).toBe(2);
  });

  it('lists the activities of companies that an older program has written', async () => {
    const { uri, db, open } = await openOnce();
    const store = await openTestMongo(uri);
    await store.companies.write([toStored(COMPANY)], []);
    await store.close();
    await db.collection('activities').deleteMany({});
    await db.collection('companies').updateMany({}, { $set: { 'search.version': 2 } });
    await open();
    const served = await openMongoStore(uri);
    onTestFinished(() => served.close());
    const codes = (await served.companies.listActivities()).map(({ code }) => code);
    expect(codes.sort()).toEqual(COMPANY.caem.map(({ code }) => code).sort());
  });

  it('lets searches find former names in changes that an older program has written', async () => {
    const { uri, db, open } = await openOnce();
    const store = await openTestMongo(uri);
    const change = { idno: COMPANY.idno, revision: 1, importId: 'one', dumpDate: null };
    const kept = { ...change, revision: 2, previous: { goneSince: null } };
    await store.companies.write(
      [{ ...toStored(COMPANY), revision: 3 }],
      [{ ...change, previous: { company: { name: 'SRL "VECHI"' } } }, kept],
    );
    await store.close();
    const changes = db.collection('companyChanges');
    await changes.updateMany({}, { $unset: { search: '' } });
    await open();
    const reading = await openMongoQueryReads(uri, QUERY_LIMITS.staff);
    onTestFinished(() => reading.close());
    const reads = reading.open(AbortSignal.timeout(30_000));
    const query = { text: 'vechi', filter: {}, after: null, first: 9 };
    expect(await reads.searchNames(query)).toMatchObject([{ formerName: 'SRL "VECHI"' }]);
    expect(await changes.countDocuments({ search: { $exists: true } })).toBe(1);
  });

  it('refuses an account that is none', async () => {
    const { db } = await openOnce();
    const account = { _id: 'x' as never, createdAtMs: 'today', subscription: null, apiKey: null };
    await expect(db.collection('accounts').insertOne(account)).rejects.toThrow(/validation/);
  });

  it('of a newer program is refused in one line', async () => {
    const { db, open } = await openOnce();
    await db.collection('versions').updateOne({ _id: 'store' as never }, { $set: { version: 99 } });
    await expect(open()).rejects.toThrow(/^cannot open the store at .*: it has version 99 .*$/);
  });

  it('with another index of the same name is refused in one line', async () => {
    const { db, open } = await openOnce();
    await db.collection('audit').dropIndex('account');
    await db.collection('audit').createIndex({ accountId: 1 }, { name: 'account' });
    await expect(open()).rejects.toThrow(/^cannot open the store at [^\n]*index[^\n]*$/i);
  });
});

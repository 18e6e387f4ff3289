import { describe, expect, it, onTestFinished } from 'vitest';
import { copyStore } from '../../src/store/copy.ts';
import { openImportStore, openStore } from '../../src/store/open.ts';
import { NO_REQUESTS, type UsageCount } from '../../src/store/port/usage.ts';
import { openWholeSqlite } from '../../src/store/sqlite/open-import.ts';
import type { WholeStore } from '../../src/store/store.ts';
import { COMPANY, toIdno, toStored } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';

/** More than two pages of a copy. */
const DAYS = 600;
const CODE = '62.01';

const toActivity = (label: string) => ({ code: CODE, label, main: false });

function toCount(accountId: string, index: number, ok = 1): UsageCount {
  const day = new Date(index * 86_400_000).toISOString().slice(0, 10);
  return { ...NO_REQUESTS, accountId, day, ok };
}

async function open(folder = makeTestFolder()): Promise<WholeStore> {
  const store = openWholeSqlite(folder);
  onTestFinished(() => store.close().catch(() => {}));
  return store;
}

/** Ids of which one begins the other, and two labels of one code. */
async function openFilled() {
  const store = await open();
  const { companies, counters, documents } = store;
  const labels = ['old', 'new'];
  await companies.write(
    labels.map((label, index) =>
      toStored({ ...COMPANY, idno: toIdno(index), caem: [toActivity(label)] }),
    ),
    [],
  );
  await companies.recordActivities([{ code: '01.11', label: 'of no company' }]);
  await companies.flush();
  for (const id of ['a', 'a b', 'ș']) {
    await counters.add(Array.from({ length: DAYS }, (_, index) => toCount(id, index)));
    await documents.watchLists.restore([{ id, version: 7, idnos: [toIdno(1)] }]);
  }
  return store;
}

type OnStep = Parameters<typeof copyStore>[3];

const copy = (from: WholeStore, to: WholeStore, onStep: OnStep = () => {}) =>
  copyStore(from, to, () => 2, onStep);

const ALL = 9_999;
const listAll = (store: WholeStore) =>
  Promise.all([
    store.companies.findRecords([toIdno(0), toIdno(1)]),
    store.counters.listAll(null, ALL),
    store.documents.watchLists.find({ by: ['id'], first: ALL }),
  ]);

describe('a copy of a store', () => {
  it('has all records with their versions, and is then only checked', async () => {
    const [from, to] = [await openFilled(), await open()];
    const steps: string[] = [];
    await copy(from, to, (...step) => steps.push(step.join(' ')));
    for (const step of ['written', 'checked']) {
      expect(steps).toContain(`${step} companies 2`);
      expect(steps).toContain(`${step} usage ${3 * DAYS}`);
      expect(steps).toContain(`${step} activities 2`);
    }
    expect(await listAll(to)).toEqual(await listAll(from));
    const again: string[] = [];
    await copy(from, to, (...step) => again.push(step.join(' ')));
    expect(again).toEqual(steps.filter((step) => step.startsWith('checked')));
  });

  it('that was interrupted is opened by nothing until another run has ended it', async () => {
    const folder = makeTestFolder();
    const [from, to] = [await openFilled(), await open(folder)];
    const died = copy(from, to, (step, kind) => {
      if (step === 'written' && kind === 'usage') throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    await to.close();
    const place = { dataDir: folder, mongodbUri: null };
    for (const openAny of [() => openStore(place, () => {}), () => openImportStore(place)]) {
      await expect(openAny()).rejects.toThrow(/^a copy into this store has not ended: .*$/);
    }
    const resumed = await open(folder);
    await copy(from, resumed);
    expect(await listAll(resumed)).toEqual(await listAll(from));
    await resumed.close();
    await (await openStore(place, () => {})).close();
  });

  it.each([
    [
      'a record more',
      ({ documents }) => documents.watchLists.restore([{ id: 'a a', version: 1, idnos: [] }]),
    ],
    [
      'one more behind the last',
      ({ documents }) => documents.watchLists.restore([{ id: 'ț', version: 1, idnos: [] }]),
    ],
    [
      'another version',
      ({ documents }) =>
        documents.watchLists.restore([{ id: 'a', version: 8, idnos: [toIdno(1)] }]),
    ],
    ['a record less', ({ documents }) => documents.watchLists.removeWhere({ id: 'a' }, 1)],
    ['other counts', ({ counters }) => counters.add([toCount('a', 0)])],
  ] satisfies [string, (store: WholeStore) => Promise<unknown>][])(
    'is found to differ by %s in either store',
    async (_, change) => {
      for (const changed of ['from', 'to'] as const) {
        const stores = { from: await openFilled(), to: await open() };
        await copy(stores.from, stores.to);
        await change(stores[changed]);
        await expect(copy(stores.from, stores.to)).rejects.toThrow(
          /^the stores differ in (?:usage|watchLists): .*$/,
        );
      }
    },
  );

  it('adds no counts to those of a day that has changed since it was interrupted', async () => {
    const [from, to] = [await openFilled(), await open()];
    const died = copy(from, to, (_, kind) => {
      if (kind === 'usage') throw new Error('died');
    });
    await expect(died).rejects.toThrow('died');
    await from.counters.add([toCount('a', 0)]);
    for (let run = 0; run < 2; run++) {
      await expect(copy(from, to)).rejects.toThrow('the stores differ in usage');
      expect(await to.counters.list('a', '1970-01-01', '1970-01-01')).toMatchObject([{ ok: 1 }]);
    }
  });

  it('goes into an empty store only', async () => {
    const [from, to] = [await openFilled(), await open()];
    await to.documents.watchLists.restore([{ id: 'a', version: 1, idnos: [] }]);
    await expect(copy(from, to)).rejects.toThrow(
      'the store to copy to is not empty, it has watchLists',
    );
    expect(await to.counters.listAll(null, ALL)).toEqual([]);
  });
});

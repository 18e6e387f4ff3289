import { symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import { acquireLock } from '../../src/store/sqlite/lock.ts';
import { openSqliteImport, openSqliteSnapshot } from '../../src/store/sqlite/open-import.ts';
import { IDNO, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { holdLock } from '../support/lock-holder.ts';
import { OLDER_COMPANY, storeAsObjects } from '../support/older-companies.ts';

const WHOLE: StoredCompany = {
  ...toStored({ ...OLDER_COMPANY, name: 'A "\\"\u0001\n„Ș”\u2028' }),
  directors: [
    { name: 'PRUNARU-TEST ILEANA', role: null },
    { name: 'CIREȘARU-TEST PETRU', role: 'Lichidator' },
  ],
  licensedActivities: ['Brokeraj vamal'],
  liquidatedOn: '2026-01-02',
  flags: ['status_uncertain', 'text_cut'],
  source: { dumpDate: '2026-09-14', classificationId: '6f2e0d38d8f84061' },
};
const EMPTY: StoredCompany = {
  ...toStored({
    ...OLDER_COMPANY,
    idno: UNKNOWN_IDNO,
    address: null,
    capital: null,
    vatPayer: null,
    founders: [],
    admins: [],
    caem: [],
  }),
  goneSince: '2026-09-21',
};

/** A folder with companies as an older version left them. */
async function makeOlder(): Promise<string> {
  const folder = makeTestFolder();
  const store = openSqliteImport(folder);
  await store.companies.write([WHOLE, EMPTY], []);
  await store.close();
  storeAsObjects(join(folder, 'companies.db'));
  return folder;
}

it('companies that an older version stored are as they were', async () => {
  const folder = await makeOlder();
  const store = openSqliteImport(folder);
  expect(await store.companies.findRecords([IDNO, UNKNOWN_IDNO])).toEqual([WHOLE, EMPTY]);
  await store.close();
});

it.each(['server', 'import'] as const)(
  'are not packed while another %s uses the folder',
  async (name) => {
    const folder = await makeOlder();
    const holder = await holdLock(folder, name);
    expect(() => openSqliteSnapshot(folder)).toThrow(`another ${name} is using the folder`);
    await holder.kill();
    await openSqliteSnapshot(folder).close();
  },
);

it.each([
  ['relative', (folder: string) => relative(process.cwd(), folder)],
  [
    'a link',
    (folder: string) => {
      const link = join(makeTestFolder(), 'link');
      symlinkSync(folder, link);
      return link;
    },
  ],
])('are packed by the process that holds the locks, where its path is %s', async (_, toPath) => {
  const path = toPath(await makeOlder());
  const lock = acquireLock(path, 'server');
  const store = openSqliteImport(path);
  expect(await store.companies.findRecords([IDNO])).toEqual([WHOLE]);
  await store.close();
  lock.release();
});

import { expect, it } from 'vitest';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import { COMPANY, IDNO, makeBare, toStored, UNKNOWN_IDNO } from '../support/companies.ts';
import { makeTestFolder } from '../support/folder.ts';
import { openTestSqlite } from '../support/stores.ts';

const WHOLE: StoredCompany = {
  ...toStored({ ...COMPANY, name: 'A "\\"\u0001\n„Ș”\u2028' }),
  directors: [
    { name: 'PRUNARU-TEST ILEANA', role: null },
    { name: 'CIREȘARU-TEST PETRU', role: 'Lichidator' },
  ],
  licensedActivities: ['Brokeraj vamal'],
  liquidatedOn: '2026-01-02',
  flags: ['status_uncertain', 'text_cut'],
  source: { dumpDate: '2026-09-14', classificationId: '6f2e0d38d8f84061' },
  firstDumpDate: '2026-09-14',
};
const EMPTY: StoredCompany = {
  ...toStored({ ...makeBare(COMPANY), idno: UNKNOWN_IDNO }),
  goneSince: '2026-09-21',
};

it('companies are as they were stored', async () => {
  const store = openTestSqlite(makeTestFolder());
  await store.companies.write([WHOLE, EMPTY], []);
  expect(await store.companies.findRecords([IDNO, UNKNOWN_IDNO])).toEqual([WHOLE, EMPTY]);
  await store.close();
});

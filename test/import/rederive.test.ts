import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Company } from '../../src/domain/company/company.ts';
import type { StoredCompany } from '../../src/store/port/companies.ts';
import { searchCurrentNames } from '../support/search.ts';
import { openTestReading } from '../support/stores.ts';
import { makeIdno, type RegisterCells } from './dump-file.ts';
import { openTestImport, openWithRows, type TestImport } from './open-import.ts';

const [FIRST, SECOND] = [makeIdno(1), makeIdno(2)];

/** As if an older program had read the name of the company, and its row, in another way. */
async function misread(test: TestImport, idno: string): Promise<void> {
  const record = await test.findRecord(idno);
  if (record === null) throw new Error(`there is no company ${idno}`);
  const company = { ...record.company, name: 'misread', founders: [] };
  const older = { ...record, company, flags: ['founders_junk' as const], fingerprint: 'older' };
  await test.store.companies.write([older], []);
}

it('reads stored raw texts again, keeps what was served before, and changes no other company', async () => {
  const test = await openWithRows([{ idno: FIRST }, { idno: SECOND }]);
  const right = await test.findRecord(FIRST);
  await misread(test, FIRST);
  const { counts, run } = await test.run({ kind: 'rederive' });
  expect(counts).toMatchObject({ read: 2, new: 0, changed: 1, unchanged: 1, rejected: 0 });
  expect(await test.findRecord(FIRST)).toEqual({ ...right, revision: 2 });
  expect(await test.store.companies.listChanges(FIRST, 9)).toMatchObject([
    { importId: run.id, previous: { company: { name: 'misread' }, flags: ['founders_junk'] } },
  ]);
  expect((await test.run({ kind: 'rederive' })).counts).toMatchObject({ changed: 0, unchanged: 2 });
});

it('changes nothing that the same program parsed: with supplements, gone, from many dumps', async () => {
  const test = await openWithRows([{ idno: FIRST }, { idno: SECOND, regDate: '18.09.2026' }]);
  const text = `idno,capital,caem_main\n${FIRST},10,51190\n${SECOND},20,\n`;
  await test.run({ kind: 'supplement', path: test.save('add.csv', text) });
  const activities = [[11, 'Altă denumire', 70.1, 2]];
  const guards = { minRatio: 0 };
  await test.importRows([{ idno: FIRST }], { date: '21.09.2026', activities, guards });
  const before = await test.store.companies.findRecords([FIRST, SECOND]);
  expect(before).toMatchObject([
    {
      company: {
        capital: '10.00',
        caem: [{ label: 'Altă denumire' }, { code: '51190', label: 'Comerţ cu ridicata' }],
      },
    },
    { goneSince: '2026-09-21', company: { regDate: null, caem: [{ code: '62.01' }, {}] } },
  ]);
  const { counts } = await test.run({ kind: 'rederive' });
  expect(counts).toMatchObject({ read: 2, changed: 0, unchanged: 2 });
  expect(await test.store.companies.findRecords([FIRST, SECOND])).toEqual(before);
});

it('counts what it would change in a dry run, and writes nothing', async () => {
  const test = await openWithRows([{ idno: FIRST }]);
  await misread(test, FIRST);
  expect((await test.run({ kind: 'rederive' }, { dryRun: true })).counts.changed).toBe(1);
  expect(await test.find(FIRST)).toMatchObject({ name: 'misread' });
});

/** Cells that an older version read differently, each of a separate company. */
const ODD_ROWS: readonly Partial<RegisterCells>[] = [
  { address: '#REF!', cuatm: 9300 },
  { address: 'nespecificată', regDate: 2019 },
  { founders: 'NUC-TEST ANA (1/2), NUC-TEST ION 50%' },
  { founders: 'NUC-TEST ANA și NUC-TEST ION', directors: 'NUC-TEST ANA\nNUC-TEST ION' },
  { founders: 'nu sunt', directors: 'N/A' },
  { founders: 'OOO IZVOR (60%), IZVOR (60%)' },
  { name: 'S.R.L. "E-COMERŢ"', founders: '"IP ZTELECOM" SRL' },
  { liquidationDate: 'radiat' },
  {},
];

/** What an older program made of a row: every cell as it stands, each date a serial day. */
function misreadAll({ company, raw, ...record }: StoredCompany): StoredCompany {
  const founder = { name: raw.founders ?? '', share: null, type: 'persoana_fizica' as const };
  const older: Company = {
    ...company,
    status: 'activa',
    address: raw.address,
    region: raw.cuatm,
    regDate: '1905-07-11',
    founders: raw.founders === null ? [] : [founder],
    admins: raw.directors === null ? [] : [raw.directors],
  };
  return { ...record, raw, company: older, directors: [], flags: [], liquidatedOn: null };
}

it('turns the store of an older program into that of a new import of the file', async () => {
  const rows = ODD_ROWS.map((row, at) => ({ ...row, idno: makeIdno(at + 1) }));
  const [upgraded, fresh] = [await openTestImport(), await openTestImport()];
  for (const test of [upgraded, fresh]) await test.importRows(rows);
  const idnos = rows.map(({ idno }) => idno);
  const right = await fresh.store.companies.findRecords(idnos);
  const older = right.flatMap((record) => (record === null ? [] : [misreadAll(record)]));
  await upgraded.store.companies.write(older, []);
  const { counts } = await upgraded.run({ kind: 'rederive' });
  expect(counts).toMatchObject({ read: rows.length, changed: rows.length, rejected: 0 });
  const records = await upgraded.store.companies.findRecords(idnos);
  expect(records).toEqual(right.map((record) => ({ ...record, revision: 2 })));
  const again = await upgraded.importRows(rows);
  expect(again.counts).toMatchObject({ changed: 0, unchanged: rows.length });
  for (const search of ['e comert', 'srle comert']) {
    expect(await findByName(upgraded, search)).toEqual(await findByName(fresh, search));
  }
});

async function findByName({ store, folder }: TestImport, search: string): Promise<string[]> {
  const reading = await openTestReading(store, join(folder, 'data'));
  try {
    return await searchCurrentNames(reading.open(AbortSignal.timeout(10_000)), search);
  } finally {
    await reading.close();
  }
}

it('leaves a company unchanged whose text is no longer accepted, and counts it', async () => {
  const test = await openWithRows([{ idno: FIRST }, { idno: SECOND }]);
  const record = await test.findRecord(FIRST);
  if (record === null) throw new Error('there is no company');
  const nameless = { ...record, raw: { ...record.raw, name: null } };
  await test.store.companies.write([nameless], []);
  const { counts } = await test.run({ kind: 'rederive' });
  expect(counts).toMatchObject({
    read: 2,
    unchanged: 1,
    rejected: 1,
    rejectedBy: { name_missing: 1 },
  });
  expect(await test.findRecord(FIRST)).toEqual(nameless);
});

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Company } from '../../src/domain/company/company.ts';
import type { ActivityClass } from '../../src/domain/register/activities.ts';
import type { CellValue } from '../../src/domain/register/cell.ts';
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

it('finds the value of a field that companies of an older program do not have', async () => {
  const test = await openWithRows([{ idno: FIRST }, { idno: SECOND, address: null }]);
  const records = (await test.store.companies.findRecords([FIRST, SECOND])) as StoredCompany[];
  const older = records.map(({ company: { address, ...company }, ...record }) => {
    return { ...record, company: company as Company };
  });
  await test.store.companies.write(older, []);
  const { counts, run } = await test.run({ kind: 'rederive' });
  expect(counts).toMatchObject({ changed: 1, unchanged: 1 });
  expect(await test.store.companies.listChanges(FIRST, 9)).toMatchObject([
    { importId: run.id, previous: { company: { address: null } } },
  ]);
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

describe('activities of an older program', () => {
  const LINES: [code: CellValue, version: CellValue, label: string][] = [
    ['47110', null, 'Magazine'],
    ['5119', 1, 'Intermedieri'],
    ['72200', 1, 'Soft'],
    ['47.13', 2, 'Nimic'],
    ['62.01', 2, 'Soft la comandă'],
    ...['55.10', '56.10', '58.11', '59.11', '61.10', '62.02', '62.03', '62.09', '63.11'].map(
      (code): [string, number, string] => [code, 2, `Activitatea ${code}`],
    ),
    ...['64.19', '64.92', '69.10', '69.20', '70.22', '71.11', '71.12', '73.11'].map(
      (code): [string, number, string] => [code, 2, `Activitatea ${code}`],
    ),
  ];
  const activities = LINES.map(([code, version, label], at) => [11 + at, label, code, version]);
  /** As it took them for codes by their form. */
  const OLDER: [number, ActivityClass][] = [
    [11, { code: '47110', label: 'Magazine' }],
    [12, { code: '05119', label: 'Intermedieri' }],
    [13, { code: '72200', label: 'Soft' }],
    [14, { code: '47.13', label: 'Nimic' }],
    [15, { code: '62.01', label: 'Soft la comandă' }],
  ];
  const ROWS = [
    { idno: FIRST, unlicensed: '11, 12, 13, 14, 15', licensed: null },
    { idno: SECOND, unlicensed: '14, 15', licensed: null },
  ];

  /** As if it had imported the dump. */
  async function openOlder(): Promise<TestImport> {
    const test = await openWithRows(ROWS, { activities });
    const classification = { id: 'older', unlicensed: OLDER, licensed: [] };
    await test.store.imports.saveClassification(classification);
    for (const { idno, unlicensed } of ROWS) {
      const record = await test.findRecord(idno);
      if (record === null) throw new Error(`there is no company ${idno}`);
      const ids = unlicensed.split(', ').map(Number);
      const caem = OLDER.filter(([id]) => ids.includes(id)).map(([, activity], place) => ({
        ...activity,
        main: place === 0,
      }));
      const company = { ...record.company, caem, caemMain: caem[0]?.code ?? null };
      const source = { ...record.source, classificationId: 'older' };
      const older = { ...record, company, source, flags: [], fingerprint: '0123456789abc' };
      await test.store.companies.write([older], []);
    }
    return test;
  }

  it('are read as an import of the dump reads them', async () => {
    const fresh = await openTestImport();
    await fresh.importRows(ROWS, { activities });
    const test = await openOlder();
    const { counts } = await test.run({ kind: 'rederive' });
    expect(counts).toMatchObject({ read: 2, changed: 2 });
    expect(test.notes).toEqual([expect.stringContaining('2 companies have activities from')]);
    for (const { idno } of ROWS) {
      const [record, wanted] = [await test.findRecord(idno), await fresh.findRecord(idno)];
      expect(record?.company).toEqual(wanted?.company);
      expect(record?.flags).toEqual(wanted?.flags);
      expect(record?.fingerprint).toBe(wanted?.fingerprint);
    }
    expect(await test.find(FIRST)).toMatchObject({
      caemMain: '47.11',
      caem: [{ code: '47.11' }, { code: '51190' }, { code: '72200' }, { code: '62.01' }],
    });
    expect(await test.findRecord(SECOND)).toMatchObject({
      company: { caemMain: null, caem: [{ code: '62.01', main: false }] },
      flags: ['activity_unclassified', 'main_activity_unknown'],
    });
    const again = await test.importRows(ROWS, { activities });
    expect(again.counts).toMatchObject({ changed: 0, unchanged: 2 });
  });

  it('of a supplement are read as the supplement is read now', async () => {
    const test = await openOlder();
    const origins = { caemMain: { importId: 'older', fileName: 'add.csv' } };
    const supplements = [{ idno: FIRST, values: { caemMain: { code: '56100' } }, origins }];
    await test.store.companies.write([], [], supplements);
    await test.run({ kind: 'rederive' });
    const company = await test.find(FIRST);
    expect(company?.caemMain).toBe('56.10');
    expect(company?.caem.at(-1)).toMatchObject({ code: '56.10', main: true });
    expect(company?.caem.at(-1)?.label).not.toBe('');
  });
});

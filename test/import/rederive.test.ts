import { expect, it } from 'vitest';
import { makeIdno } from './dump-file.ts';
import { openTestImport, type TestImport } from './open-import.ts';

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
  const test = await openTestImport();
  await test.importRows([{ idno: FIRST }, { idno: SECOND }]);
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

it('changes nothing that was read by the same program: with supplements, gone, from many dumps', async () => {
  const test = await openTestImport();
  await test.importRows([{ idno: FIRST }, { idno: SECOND, regDate: '18.09.2026' }]);
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
  const test = await openTestImport();
  await test.importRows([{ idno: FIRST }]);
  await misread(test, FIRST);
  expect((await test.run({ kind: 'rederive' }, { dryRun: true })).counts.changed).toBe(1);
  expect(await test.find(FIRST)).toMatchObject({ name: 'misread' });
});

it('leaves alone what is no company any more, and counts it', async () => {
  const test = await openTestImport();
  await test.importRows([{ idno: FIRST }, { idno: SECOND }]);
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

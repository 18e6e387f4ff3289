import { describe, expect, it } from 'vitest';
import { makeIdno, type RowSpec } from '../dump-file.ts';
import { DUMP_NAME, openTestImport } from '../open-import.ts';

const IDNO = makeIdno(1);
const ANY_REJECTS = { maxRejects: 1 };

/** Imports one row among clean ones; its record. */
async function importRow(row: RowSpec) {
  const test = await openTestImport();
  const clean = [2, 3].map((serial) => ({ idno: makeIdno(serial) }));
  await test.importRows([{ idno: IDNO, ...row }, ...clean]);
  return test.findRecord(IDNO);
}

it('anomaly 6: a last row with a count is not a company', async () => {
  const test = await openTestImport();
  const empty = { name: null, legalForm: null, address: null, cuatm: null, directors: null };
  const count = { ...empty, idno: null, regDate: null, founders: 2, unlicensed: null };
  const { counts } = await test.importRows([{ idno: IDNO }, { ...count, licensed: null }]);
  expect(counts).toMatchObject({ read: 2, new: 1, withoutIdno: 1, rejected: 0 });
});

it('anomaly 7: of two rows with one IDNO the last is stored', async () => {
  const test = await openTestImport();
  const rows = [{ idno: IDNO, name: 'FIRST SRL' }, { idno: makeIdno(2) }, { idno: IDNO }];
  const { counts } = await test.importRows(rows);
  expect(counts).toMatchObject({ read: 3, new: 2, duplicates: 1 });
  expect((await test.find(IDNO))?.name).toContain('IZVOR-TEST');
  expect(await test.store.companies.listChanges(IDNO, 9)).toEqual([]);
});

it('anomaly 7: companies whose names fold alike stay separate', async () => {
  const test = await openTestImport();
  await test.importRows([
    { idno: IDNO, name: 'Vîrful SRL' },
    { idno: makeIdno(2), name: 'VÂRFUL  S.R.L.' },
  ]);
  expect(await test.store.companies.count()).toBe(2);
});

it('anomaly 8: a cell of over 4,096 characters is read whole', async () => {
  const names = Array.from({ length: 400 }, (_, at) => `NUC-TEST ANA${'A'.repeat(at % 9)} (0,25%)`);
  const record = await importRow({ founders: names.join(', ') });
  expect(record?.company.founders).toHaveLength(400);
  expect(record?.flags).toEqual([]);
});

describe('an IDNO', () => {
  it.each([[Number(IDNO)], [`${IDNO[0]}.${IDNO.slice(1)}E12`], [` ${IDNO} `]])(
    'is read in any form, and its cell stays: %j',
    async (idno) => {
      const record = await importRow({ idno });
      expect(record).toMatchObject({ company: { idno: IDNO }, raw: { idno: String(idno) } });
    },
  );

  it('with a wrong check digit is rejected with its row, column and value', async () => {
    const test = await openTestImport();
    const wrong = String(Number(IDNO) + 1);
    const rows = [{ idno: makeIdno(2) }, { idno: Number(wrong) }];
    const { counts, rejectsPath } = await test.importRows(rows, { guards: ANY_REJECTS });
    expect(counts).toMatchObject({ new: 1, rejected: 1, rejectedBy: { idno_check_digit: 1 } });
    expect(rejectsPath).toBe(`${test.folder}/${DUMP_NAME}.rejects.ndjson`);
    expect(test.readRejects(DUMP_NAME)).toEqual([
      { row: 4, column: 'idno', value: wrong, reason: 'idno_check_digit' },
    ]);
  });
});

it('a company without a name is rejected', async () => {
  const test = await openTestImport();
  const rows = [{ idno: IDNO, name: ' ,' }, { idno: makeIdno(2) }];
  await test.importRows(rows, { guards: ANY_REJECTS });
  expect(test.readRejects(DUMP_NAME)).toEqual([
    { row: 3, column: 'name', value: ' ,', reason: 'name_missing' },
  ]);
});

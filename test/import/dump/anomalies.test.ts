import { describe, expect, it } from 'vitest';
import { makeIdno, type RowSpec } from '../dump-file.ts';
import { DUMP_NAME, openTestImport } from '../open-import.ts';

const IDNO = makeIdno(1);
const ANY_REJECTS = { maxRejects: 1 };

/** Imports one row among clean ones; its record. */
async function importRow(row: RowSpec) {
  const test = await openTestImport();
  const clean = [2, 3].map((serial) => ({ idno: makeIdno(serial) }));
  const { counts } = await test.importRows([{ idno: IDNO, ...row }, ...clean]);
  return { record: await test.findRecord(IDNO), counts };
}

describe('anomaly 1: letters with cedilla, comma below and Cyrillic', () => {
  it.each([
    ['Ştiinţa SRL', 'Ştiinţa SRL'],
    ['Știința SRL', 'Știința SRL'],
    ['ООО «ЮГ-ТЕСТ»', 'ООО «ЮГ-ТЕСТ»'],
  ])('stay as they are in a name: %s', async (name, expected) => {
    const { record } = await importRow({ name });
    expect(record?.company.name).toBe(expected);
    expect(record?.raw.name).toBe(name);
  });

  it.each(['Societate cu răspundere limitată', 'SOCIETATE CU RĂSPUNDERE LIMITATĂ'])(
    'do not keep a legal form from being known: %s',
    async (legalForm) => {
      const { record } = await importRow({ legalForm });
      expect(record?.company.legalForm).toBe('S.R.L.');
    },
  );

  it('mark a company among founders in Cyrillic', async () => {
    const { record } = await importRow({ founders: 'ТОВ "ЮГ-ТЕСТ" (100,00%)' });
    expect(record?.company.founders).toEqual([
      { name: 'ТОВ "ЮГ-ТЕСТ"', share: '100,00%', type: 'persoana_juridica' },
    ]);
  });
});

it('anomaly 2: a founder with IDNO, address and a line end is one company', async () => {
  const { record } = await importRow({
    founders:
      `ORGANIZAȚIA DE CREDITARE NEBANCARĂ ”IZVOR-CAPITAL” SRL, IDNO ${makeIdno(77)}\n` +
      'MD-2028, STRADA IZVORULUI, 12, MUN. CHIȘINĂU (100,00%)',
  });
  expect(record?.company.founders).toEqual([
    {
      name: 'ORGANIZAȚIA DE CREDITARE NEBANCARĂ ”IZVOR-CAPITAL” SRL',
      share: '100,00%',
      type: 'persoana_juridica',
    },
  ]);
});

it('anomaly 3: each company in quotes is a founder, without shares', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `SRL "IZVOR ${at}, TEST"`);
  const { record } = await importRow({ founders: names.join(', ') });
  expect(record?.company.founders.map(({ name }) => name)).toEqual(names);
  expect(record?.company.founders.every(({ share }) => share === null)).toBe(true);
});

describe('anomaly 4: commas that do not separate names', () => {
  it('one person with several given names is one founder', async () => {
    const { record } = await importRow({ founders: 'BRADUL-TEST ERIC, MARCEL, LOUIS (100,00%)' });
    expect(record?.company.founders).toEqual([
      { name: 'BRADUL-TEST ERIC, MARCEL, LOUIS', share: '100,00%', type: 'persoana_fizica' },
    ]);
  });

  it('joint founders stay one entry with the filed share, flagged', async () => {
    const { record } = await importRow({
      founders: 'NUC-TEST ANA, NUC-TEST ION (25,00%), TEI-TEST EVA (75,00%)',
    });
    expect(record?.company.founders).toEqual([
      { name: 'NUC-TEST ANA, NUC-TEST ION', share: '25,00%', type: 'persoana_fizica' },
      { name: 'TEI-TEST EVA', share: '75,00%', type: 'persoana_fizica' },
    ]);
    expect(record?.flags).toEqual(['founders_joint']);
  });

  it('without any share each name is a founder', async () => {
    const { record } = await importRow({ founders: 'NUC-TEST ANA, TEI-TEST EVA' });
    expect(record?.company.founders).toEqual([
      { name: 'NUC-TEST ANA', share: null, type: 'persoana_fizica' },
      { name: 'TEI-TEST EVA', share: null, type: 'persoana_fizica' },
    ]);
  });
});

it.each([
  ['TOTAL 71 MEMBRI', 'grup', null],
  ['MEMBRII ASOCIAȚIEI -PERSOANE FIZICE', 'grup', null],
  ['COLECTIVUL DE MUNCĂ AL FABRICII-TEST (100,00%)', 'grup', '100,00%'],
  ['STATUL (100,00%)', 'stat', '100,00%'],
])('anomaly 5: %s is a founder of type %s', async (founders, type, share) => {
  const { record } = await importRow({ founders });
  expect(record?.company.founders).toMatchObject([{ type, share }]);
});

describe('anomaly 6: junk', () => {
  it.each([',', '< <', '1'])('%s is not a founder', async (founders) => {
    const { record } = await importRow({ founders });
    expect(record?.company.founders).toEqual([]);
    expect(record?.flags).toEqual(['founders_junk']);
    expect(record?.raw.founders).toBe(founders);
  });

  it.each(['0', 0])('the address %s is unknown', async (address) => {
    const { record } = await importRow({ address });
    expect(record?.company.address).toBeNull();
    expect(record?.flags).toEqual(['address_unknown']);
  });

  it('a last row with a count is not a company', async () => {
    const test = await openTestImport();
    const empty = { name: null, legalForm: null, address: null, cuatm: null, directors: null };
    const count = { ...empty, idno: null, regDate: null, founders: 2, unlicensed: null };
    const { counts } = await test.importRows([{ idno: IDNO }, { ...count, licensed: null }]);
    expect(counts).toMatchObject({ read: 2, new: 1, withoutIdno: 1, rejected: 0 });
  });

  it('a note of the register inside a director is not served', async () => {
    const { record } = await importRow({
      directors: 'PRUNARU-TEST ILEANA RADIAT DIN REGISTRU [Administrator]',
    });
    expect(record?.company.admins).toEqual(['PRUNARU-TEST ILEANA']);
    expect(record?.flags).toEqual(['directors_junk']);
  });
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
  const { record } = await importRow({ founders: names.join(', ') });
  expect(record?.company.founders).toHaveLength(400);
  expect(record?.flags).toEqual([]);
});

it.each(['"', '“', '”', '„', '«', '»'])(
  'anomaly 9: the quote %s stays in a name',
  async (quote) => {
    const { record } = await importRow({ name: `SRL ${quote}IZVOR${quote}` });
    expect(record?.company.name).toBe(`SRL ${quote}IZVOR${quote}`);
  },
);

describe('an IDNO', () => {
  it.each([
    ['a number cell', Number(IDNO)],
    ['text', IDNO],
    ['text with an exponent', `${IDNO[0]}.${IDNO.slice(1)}E12`],
    ['text with spaces', ` ${IDNO} `],
  ])('as %s is the same company', async (_, idno) => {
    const { record } = await importRow({ idno });
    expect(record?.company.idno).toBe(IDNO);
  });

  it.each([[213_976], [null], ['213976'], [' ']])(
    'of another length is no reject: %s',
    async (idno) => {
      const { counts, record } = await importRow({ idno });
      expect(record).toBeNull();
      expect(counts).toMatchObject({ read: 3, new: 2, withoutIdno: 1, rejected: 0 });
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

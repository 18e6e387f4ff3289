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

type Case = [name: string, row: RowSpec, company: object, flags?: readonly string[]];

const person = (name: string, share: string | null = null) => {
  return { name, share, type: 'persoana_fizica' };
};
const company = (name: string) => ({ name, share: '100,00%', type: 'persoana_juridica' });
const QUOTED = Array.from({ length: 12 }, (_, at) => `SRL "IZVOR ${at}, TEST"`);
const NAMES = ['Ştiinţa SRL', 'Știința SRL', 'ООО «ЮГ-ТЕСТ»'];
const QUOTES = ['"', '“', '”', '„', '«', '»'].map((quote) => `SRL ${quote}IZVOR${quote}`);
const CREDIT = 'ORGANIZAȚIA DE CREDITARE NEBANCARĂ ”IZVOR-CAPITAL” SRL';
const CREDIT_ADDRESS = 'MD-2028, STRADA IZVORULUI, 12, MUN. CHIȘINĂU';

/** Founders as in the cell, and as they are served. */
const FOUNDERS: [name: string, cell: string, founders: object[], flags?: readonly string[]][] = [
  ['1: a company in Cyrillic', 'ТОВ "ЮГ-ТЕСТ" (100,00%)', [company('ТОВ "ЮГ-ТЕСТ"')]],
  [
    '2: one company with IDNO, address and a line end',
    `${CREDIT}, IDNO ${makeIdno(77)}\n${CREDIT_ADDRESS} (100,00%)`,
    [company(CREDIT)],
  ],
  [
    '3: companies in quotes, without shares',
    QUOTED.join(', '),
    QUOTED.map((name) => ({ name, share: null })),
  ],
  [
    '4: one person with several given names',
    'BRADUL-TEST ERIC, MARCEL, LOUIS (100,00%)',
    [person('BRADUL-TEST ERIC, MARCEL, LOUIS', '100,00%')],
  ],
  [
    '4: joint founders, one entry with the filed share',
    'NUC-TEST ANA, NUC-TEST ION (25,00%), TEI-TEST EVA (75,00%)',
    [person('NUC-TEST ANA, NUC-TEST ION', '25,00%'), person('TEI-TEST EVA', '75,00%')],
    ['founders_joint'],
  ],
  [
    '4: names without any share',
    'NUC-TEST ANA, TEI-TEST EVA',
    [person('NUC-TEST ANA'), person('TEI-TEST EVA')],
  ],
  ['5: a group', 'TOTAL 71 MEMBRI', [{ type: 'grup', share: null }]],
  ['5: a group', 'MEMBRII ASOCIAȚIEI -PERSOANE FIZICE', [{ type: 'grup', share: null }]],
  [
    '5: a group with a share',
    'COLECTIVUL DE MUNCĂ AL FABRICII-TEST (100,00%)',
    [{ type: 'grup', share: '100,00%' }],
  ],
  ['5: the state', 'STATUL (100,00%)', [{ type: 'stat', share: '100,00%' }]],
  ['6: junk', ',', [], ['founders_junk']],
  ['6: junk', '< <', [], ['founders_junk']],
  ['6: junk', '1', [], ['founders_junk']],
];

it.each<Case>([
  ...[...NAMES, ...QUOTES].map((name): Case => ['1, 9: a name in any signs', { name }, { name }]),
  ...['Societate cu răspundere limitată', 'SOCIETATE CU RĂSPUNDERE LIMITATĂ'].map(
    (legalForm): Case => ['1: a legal form in any letters', { legalForm }, { legalForm: 'S.R.L.' }],
  ),
  ...FOUNDERS.map(([name, cell, founders, ...flags]): Case => {
    return [name, { founders: cell }, { founders }, ...flags];
  }),
  ...['0', 0].map(
    (address): Case => ['6: no address', { address }, { address: null }, ['address_unknown']],
  ),
  [
    '6: a note of the register inside a director',
    { directors: 'PRUNARU-TEST ILEANA RADIAT DIN REGISTRU [Administrator]' },
    { admins: ['PRUNARU-TEST ILEANA'] },
    ['directors_junk'],
  ],
  ...[Number(IDNO), IDNO, `${IDNO[0]}.${IDNO.slice(1)}E12`, ` ${IDNO} `].map(
    (idno): Case => ['an IDNO in any form', { idno }, { idno: IDNO }],
  ),
])('anomaly %s, is read, and its cell stays: %j', async (_name, row, served, flags) => {
  const { record } = await importRow(row);
  expect(record).toMatchObject({ company: served, ...(flags === undefined ? {} : { flags }) });
  for (const [column, cell] of Object.entries(row)) {
    expect(record?.raw).toMatchObject({ [column]: String(cell) });
  }
});

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
  const { record } = await importRow({ founders: names.join(', ') });
  expect(record?.company.founders).toHaveLength(400);
  expect(record?.flags).toEqual([]);
});

describe('an IDNO', () => {
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

import { describe, expect, it } from 'vitest';
import type { CompanyRecord } from '../../../src/domain/company/company.ts';
import { NOTHING_KNOWN } from '../../../src/domain/company/test-companies.ts';
import { MAX_CELL_LENGTH } from '../../../src/domain/register/cell.ts';
import {
  mapColumns,
  REGISTER_COLUMNS,
  type RegisterRow,
} from '../../../src/domain/register/columns.ts';
import { toCompanyRecord, toRegisterRow } from '../../../src/domain/register/record.ts';
import type { RegisterCells } from '../../import/dump-file.ts';

const context = {
  classification: {
    unlicensed: new Map([[12, { code: '62.01', label: 'Soft la comandă' }]]),
    licensed: new Map([[11, 'Activitatea de turism']]),
  },
  dumpDate: '2026-09-14',
};

const cells: RegisterCells = {
  idno: 1012600042422,
  regDate: 41_033,
  name: 'S.R.L. "PLAI"',
  legalForm: 'Societate cu răspundere limitată',
  address: 'MD-2012, str. Viilor 5, mun. Chișinău',
  cuatm: 120,
  directors: 'DORLAN ILIE [Administrator]',
  founders: 'DORLAN ILIE (100,00%)',
  unlicensed: 12,
  licensed: '11',
  liquidationDate: null,
  status: null,
};

function derive(changed: Partial<RegisterCells>, date1904 = false) {
  const row: RegisterCells = { ...cells, ...changed };
  return toCompanyRecord(
    toRegisterRow((column) => row[column], date1904),
    context,
  );
}

function read(changed: Partial<RegisterCells>, date1904 = false): CompanyRecord {
  const reading = derive(changed, date1904);
  if (!('record' in reading)) throw new Error(`no record: ${JSON.stringify(reading)}`);
  return reading.record;
}

it('a clean row is a record without flags, with its cells as they were', () => {
  expect(read({})).toEqual({
    company: {
      idno: '1012600042422',
      name: 'S.R.L. "PLAI"',
      legalForm: 'S.R.L.',
      status: 'activa',
      regDate: '2012-05-04',
      address: 'MD-2012, str. Viilor 5, mun. Chișinău',
      region: '0120',
      capital: null,
      vatPayer: null,
      caemMain: '62.01',
      founders: [{ name: 'DORLAN ILIE', share: '100,00%', type: 'persoana_fizica' }],
      admins: ['DORLAN ILIE'],
      caem: [{ code: '62.01', label: 'Soft la comandă', main: true }],
    },
    directors: [{ name: 'DORLAN ILIE', role: 'Administrator' }],
    licensedActivities: ['Activitatea de turism'],
    liquidatedOn: null,
    flags: [],
    raw: { ...cells, idno: '1012600042422', regDate: '41033', cuatm: '120', unlicensed: '12' },
  });
});

it.each([41_033 - 1_462, String(41_033 - 1_462)])(
  'the serial day %j of a 1904 workbook is stored as the 1900 date system counts it',
  (regDate) => {
    const record = read({ regDate }, true);
    expect(record.company.regDate).toBe('2012-05-04');
    expect(record.raw.regDate).toBe('41033');
  },
);

it.each<[RegisterCells['regDate'], boolean]>([
  [38_957.999_999_999_99, false],
  ['38957.99999999999', false],
  [38_957.999_999_999_99 - 1_462, true],
  ['37495.99999999999', true],
  ['37496_x000D_', true],
  ['29.08.2006_x000D_', false],
])(
  'the serial day %j just below midnight or converted, 1904 system %s, is this day',
  (regDate, date1904) => {
    expect(read({ regDate }, date1904).company.regDate).toBe('2006-08-29');
  },
);

it('the number 0 in a 1904 workbook is no day of liquidation', () => {
  const { company, flags } = read({ liquidationDate: 0 }, true);
  expect([company.status, flags]).toEqual(['activa', ['status_uncertain']]);
});

it.each(REGISTER_COLUMNS)('the cell of %s reaches the record or its flags', (column) => {
  const withoutRaw = (reading: ReturnType<typeof derive>) =>
    'record' in reading ? { ...reading.record, raw: null } : reading;
  expect(withoutRaw(derive({ [column]: 'x' }))).not.toEqual(withoutRaw(derive({})));
});

describe('an invalid cell is null and flagged', () => {
  it.each<[Partial<RegisterCells>, keyof CompanyRecord['company'], string]>([
    [{ address: '0' }, 'address', 'address_unknown'],
    [{ address: 0 }, 'address', 'address_unknown'],
    [{ address: null }, 'address', 'address_unknown'],
    ...[
      'x',
      'str. , nr. ,',
      'MD-, ,',
      'MD-',
      'mun. , str. , ap. , or.',
      'în curs de identificare',
    ].map((address): [Partial<RegisterCells>, keyof CompanyRecord['company'], string] => [
      { address },
      'address',
      'address_unknown',
    ]),
    [{ cuatm: null }, 'region', 'region_unknown'],
    [{ legalForm: 'Concern' }, 'legalForm', 'legal_form_unknown'],
    [{ regDate: '20.08.1111' }, 'regDate', 'registration_date_invalid'],
    [{ regDate: '15.09.2026' }, 'regDate', 'registration_date_invalid'],
    [{ regDate: true }, 'regDate', 'registration_date_invalid'],
    [{ regDate: '01.01.1900' }, 'regDate', 'registration_date_invalid'],
    [{ regDate: '31.12.9999' }, 'regDate', 'registration_date_invalid'],
    [{ regDate: 38_957.916_67 }, 'regDate', 'registration_date_invalid'],
    [{ regDate: '03/04/2001' }, 'regDate', 'registration_date_invalid'],
    [{ regDate: 2019 }, 'regDate', 'registration_date_invalid'],
    [{ regDate: '43,536' }, 'regDate', 'registration_date_invalid'],
    [{ cuatm: 9300 }, 'region', 'region_unknown'],
  ])('%j', (changed, field, flag) => {
    const { company, flags } = read(changed);
    expect(company[field]).toBeNull();
    expect(flags).toEqual([flag]);
  });

  it('{"unlicensed":"99001, 12"}', () => {
    const { company, flags } = read({ unlicensed: '99001, 12' });
    expect(company).toMatchObject({ caemMain: null, caem: [{ code: '62.01', main: false }] });
    expect(flags).toEqual(['activity_unclassified', 'main_activity_unknown']);
  });

  it('licensed activities too', () => {
    const { licensedActivities, flags } = read({ licensed: '11, 12' });
    expect(licensedActivities).toEqual(['Activitatea de turism']);
    expect(flags).toEqual(['activity_unclassified']);
  });

  it('each flag once', () => {
    const number = '2019044556677';
    const { flags } = read({
      directors: `DORLAN ILIE ${number}`,
      founders: `DORLAN ILIE ${number}, GLOD ANA ${number}`,
    });
    expect(flags).toEqual(['personal_number_cut']);
  });
});

describe('a liquidation', () => {
  const DAY = '01.02.2020';
  it.each<[Partial<RegisterCells>, status: string, liquidatedOn: string | null, flag?: string]>([
    [{ liquidationDate: DAY }, 'lichidata', '2020-02-01'],
    // An unreadable day still counts as a liquidation.
    [{ liquidationDate: '31.02.2020' }, 'lichidata', null, 'liquidation_date_invalid'],
    [{ liquidationDate: '2019' }, 'lichidata', null, 'liquidation_date_invalid'],
    [{ liquidationDate: 2019 }, 'lichidata', null, 'liquidation_date_invalid'],
    [{ liquidationDate: '0' }, 'activa', null],
    [{ liquidationDate: '-' }, 'activa', null],
    [{ liquidationDate: 0 }, 'activa', null],
    [{ liquidationDate: 'nu' }, 'activa', null, 'status_uncertain'],
    // Words say what, and not when.
    ...['lichidată', 'LICHIDAT', 'radiat', 'Radiată din registru', 'ликвидирована'].map(
      (liquidationDate): [Partial<RegisterCells>, string, null, string] => [
        { liquidationDate },
        'lichidata',
        null,
        'liquidation_date_invalid',
      ],
    ),
    [{ liquidationDate: 'în lichidare' }, 'in_lichidare', null, 'status_uncertain'],
    [{ liquidationDate: 'nelichidată' }, 'activa', null, 'status_uncertain'],
    [{ liquidationDate: 'activă' }, 'activa', null, 'status_uncertain'],
    // A placeholder is no day.
    ...[
      ...['01.01.1900', '31.12.9999', '9999-12-31T23:59:59', 1, 2_958_465, '00.01.1900'],
      ...['31.12.9999 22:00', '1899-12-31 22:00', '12/31/9999', '0001/01/01 21:00'],
    ].map((liquidationDate): [Partial<RegisterCells>, string, null, string] => [
      { liquidationDate },
      'activa',
      null,
      'status_uncertain',
    ]),
    [
      { liquidationDate: '01.01.1900', directors: 'DORLAN ILIE [Lichidator]' },
      ...(['in_lichidare', null, 'status_uncertain'] as const),
    ],
    [
      { liquidationDate: '31.12.9999', status: 'radiat' },
      ...(['lichidata', null, 'status_uncertain'] as const),
    ],
    // The day before or after is a guess.
    [{ liquidationDate: 38_957.875 }, 'lichidata', null, 'liquidation_date_invalid'],
    [{ liquidationDate: '2006-08-28T21:00:00Z' }, 'lichidata', '2006-08-29'],
    [{ liquidationDate: 38_957.999_999_999_99 }, 'lichidata', '2006-08-29'],
    [{ liquidationDate: '30 martie 2001' }, 'lichidata', '2001-03-30'],
    [{ liquidationDate: '#REF!' }, 'activa', null, 'status_uncertain'],
    [{ liquidationDate: '=B2+1' }, 'activa', null, 'status_uncertain'],
    [{ liquidationDate: true }, 'activa', null, 'status_uncertain'],
    [{ status: 'Radiat' }, 'lichidata', null],
    [{ status: 'suspendat' }, 'activa', null, 'status_uncertain'],
    [{ status: '#N/A' }, 'activa', null, 'status_uncertain'],
    [{ status: '3' }, 'activa', null, 'status_uncertain'],
    // What contradicts the day is flagged.
    [{ liquidationDate: DAY, status: 'activ' }, 'lichidata', '2020-02-01', 'status_uncertain'],
    [{ liquidationDate: DAY, status: 'insolvabil' }, 'lichidata', '2020-02-01', 'status_uncertain'],
    [{ liquidationDate: DAY, status: 'suspendat' }, 'lichidata', '2020-02-01', 'status_uncertain'],
  ])('%j makes the company %s since %j, flagged %s', (changed, status, since, flag) => {
    const { company, liquidatedOn, flags } = read(changed);
    expect([company.status, liquidatedOn]).toEqual([status, since]);
    expect(flags).toEqual(flag === undefined ? [] : [flag]);
  });
});

describe('words in the name', () => {
  const name = 'S.R.L. "PLAI" (în lichidare)';
  it.each<[Partial<RegisterCells>, status: string, flags: readonly string[]]>([
    [{ name }, 'in_lichidare', ['status_uncertain']],
    [{ name, status: 'activ' }, 'in_lichidare', ['status_uncertain']],
    [{ name, directors: 'DORLAN ILIE [Lichidator]' }, 'in_lichidare', []],
    [{ name, liquidationDate: '01.02.2020' }, 'lichidata', []],
    [
      { name, directors: 'DORLAN ILIE [Administrator provizoriu]' },
      ...(['in_lichidare', ['status_uncertain']] as const),
    ],
    [
      { name: '"PLAI" SRL în proces de insolvabilitate' },
      ...(['insolvabila', ['status_uncertain']] as const),
    ],
  ])('%j: %s, flagged %j', (changed, status, flags) => {
    const record = read(changed);
    expect([record.company.status, record.flags]).toEqual([status, flags]);
    expect(record.company.name).toBe(changed.name);
  });
});

describe('a role without a name', () => {
  it.each([
    ['Datele lipsesc [Lichidator]', [], 'in_lichidare'],
    ['. [Lichidator]', [], 'in_lichidare'],
    ['DORLAN ILIE [Administrator], [Lichidator]', ['DORLAN ILIE'], 'in_lichidare'],
    ['- [Administrator al procesului de insolvabilitate]', [], 'insolvabila'],
    ['N/A [Administrator], - [Comisia de lichidare]', [], 'in_lichidare'],
    ['2019044556677 [Lichidator]', [], 'in_lichidare'],
    ['Lichidator', [], 'in_lichidare'],
    ['DORLAN ILIE [Administrator], Lichidator', ['DORLAN ILIE'], 'in_lichidare'],
  ])('%j counts for the status', (directors, admins, status) => {
    const { company } = read({ directors });
    expect([company.admins, company.status]).toEqual([admins, status]);
  });
});

it.each([null, '', 213976])('a row with the number %j has none', (idno) => {
  expect(derive({ idno })).toEqual({ without: true });
});

type Rejected = [Partial<RegisterCells>, column: string, value: string | null, reason: string];
it.each<Rejected>([
  [{ idno: 1012600042423, name: null }, 'idno', '1012600042423', 'idno_check_digit'],
  ...['#REF!', '#N/A', true, '=A2&B2'].map(
    (idno): Rejected => [{ idno }, 'idno', String(idno), 'idno_malformed'],
  ),
  [{ name: '' }, 'name', null, 'name_missing'],
  ...[null, ' \n', '0', ',', '""'].map(
    (name): Rejected => [{ name }, 'name', name, 'name_missing'],
  ),
])('a row with %j is rejected for its %s %j: %s', (changed, column, value, reason) => {
  expect(derive(changed)).toEqual({ reject: { column, value, reason } });
});

it.each(['=ALFA', '=ALFA S.R.L.', '= „BETA”'])('takes the name %j for one', (name) => {
  expect(read({ name }).company.name).toBe(name);
});

/** No text of the register: what a spreadsheet writes where it has no value, and its neighbours. */
const WITHOUT_VALUE = [
  ...['#REF!', '#N/A', '#VALUE!', '#NAME?', '#DIV/0!', '#NULL!', '#SPILL!', '########', '#Н/Д'],
  ...[
    true,
    false,
    'TRUE',
    'False',
    'ADEVĂRAT',
    'ИСТИНА',
    '=CONCATENATE("A";B2)',
    '=A2&", "&B2',
    '=',
  ],
];

describe('a cell without a value', () => {
  it.each(WITHOUT_VALUE)('%j is nothing that is served', (cell) => {
    const { idno, name, status } = cells;
    const { company, licensedActivities, directors, flags } = read({
      ...mapColumns(() => cell),
      ...{ idno, name, status },
    });
    expect(company).toEqual({
      ...NOTHING_KNOWN,
      ...{ idno: '1012600042422', name: 'S.R.L. "PLAI"', status: 'activa' },
    });
    expect([licensedActivities, directors]).toEqual([[], []]);
    expect(flags.toSorted()).toEqual([
      ...['activity_unclassified', 'address_unknown', 'directors_junk', 'founders_junk'],
      ...['legal_form_unknown', 'main_activity_unknown', 'region_unknown'],
      ...['registration_date_invalid', 'status_uncertain'],
    ]);
  });

  it.each(WITHOUT_VALUE)('%j is no name', (name) => {
    const value = String(name);
    expect(derive({ name })).toEqual({ reject: { column: 'name', value, reason: 'name_missing' } });
  });

  it.each(['A', '#1 PLAI', 'TRUE PLAI', 'FALS ION'])('%j has one', (name) => {
    expect(read({ name }).company.name).toBe(name);
  });
});

describe('a placeholder', () => {
  it.each([
    ...['N/A', 'n/a', 'N.A.', 'NULL', '<null>', 'none', 'Datele lipsesc', 'DATE LIPSĂ', 'lipsă'],
    ...[
      'nespecificată',
      'Nespecificat',
      'necunoscută',
      'neindicată',
      'nu există',
      'nu este indicată',
    ],
    ...[
      'FĂRĂ ADRESĂ',
      'FĂRĂ DENUMIRE',
      'fara nume',
      'отсутствует',
      'нет данных',
      'не указан',
      'Н/Д',
    ],
  ])('%j is neither name nor address', (text) => {
    expect(derive({ name: text })).toHaveProperty('reject.reason', 'name_missing');
    const { company, flags } = read({ address: text });
    expect([company.address, flags]).toEqual([null, ['address_unknown']]);
  });

  it.each([
    ...[
      'S.R.L.',
      'SRL',
      'Societate cu răspundere limitată',
      'SOCIETATEA PE ACȚIUNI',
      'Î.I.',
      'LTD',
    ],
    ...['"N/A"', '„Datele lipsesc”', '«NULL»', '"S.R.L."', '"SRL"'],
    ...['S.R.L. ""', 'Întreprindere individuală', '12345', '1012600042422', '№ 7', '777'],
  ])('%j is no name', (name) => {
    expect(derive({ name })).toHaveProperty('reject.reason', 'name_missing');
  });

  it.each([
    ...[
      'S.R.L. "N/A"',
      '"NULL" S.R.L.',
      '"777" S.R.L.',
      'SRL 777',
      'NESPECIFICATA SRL',
      'FĂRĂ-FRICĂ SRL',
    ],
    ...['Î.I. "LIPSĂ ION"', 'NATURA', 'NUFĂR', 'Datele noastre', 'БЕЗ ГРАНИЦ', 'CONDORUL'],
  ])('%j is a name', (name) => {
    expect(read({ name }).company.name).toBe(name);
  });

  it.each(['nespecificată, nespecificată', 'null, null', 'null, 5', 'N/A, N/A', 'necunoscut; -'])(
    '%j is no address',
    (address) => {
      const { company, flags } = read({ address });
      expect([company.address, flags]).toEqual([null, ['address_unknown']]);
    },
  );

  it.each([
    'str. Nespecificată 5',
    'nespecificată, or. Orhei',
    'Nada, 5',
    'FĂRĂ STRADĂ, or. Orhei',
    's. Nan',
  ])('%j is an address', (address) => {
    expect(read({ address }).company.address).toBe(address);
  });
});

describe('a text that is too long', () => {
  it.each<[keyof RegisterRow]>([['name'], ['address'], ['founders'], ['directors']])(
    'is cut and flagged: %s',
    (column) => {
      const { raw, flags } = read({ [column]: 'A B '.repeat(MAX_CELL_LENGTH) });
      expect(raw[column]?.length).toBe(MAX_CELL_LENGTH);
      expect(flags).toContain('text_cut');
    },
  );
});

/** A text in which a program has left every character beyond ASCII, and quotes, as references. */
const toReferences = (text: string) =>
  text.replace(/[^ -~]|"/g, (one) => `&#${one.codePointAt(0)};`);
const MISREAD: (text: string) => string = (text) =>
  new TextDecoder('windows-1252').decode(Buffer.from(text));
const TEXTS = {
  name: 'S.R.L. "ȘTEFĂNEȚ"',
  directors: 'ȘTIRBU ION [Administrator], GLOD ÎNĂ [Lichidator]',
  founders: '"ȚARĂ" SRL (50,00%), GLOD ÎNĂ (50,00%)',
  address: 'MD-2012, str. Ștefan, 5, mun. Chișinău',
};

it.each([
  ['references', toReferences],
  ['references twice', (text: string) => toReferences(text).replaceAll('&', '&amp;')],
  ['escapes at the end', (text: string) => `${text}_x000D_`],
  ['UTF-8 read as Windows-1252', MISREAD],
  ['both', (text: string) => toReferences(MISREAD(text))],
])('a row with %s in every column is read as it was', (_, convert) => {
  const clean = read(TEXTS);
  const row = { ...cells, ...TEXTS };
  const converted = Object.fromEntries(
    Object.entries(row).map(([column, cell]) => [column, cell && convert(String(cell))]),
  );
  expect(read(converted)).toEqual({ ...clean, raw: expect.anything() });
});

it.each([
  [{ name: 'S.R.L. "\ufffdTEFAN"' }, { name: 'S.R.L. "\ufffdTEFAN"' }, []],
  [{ address: 'str. È tefan, mun. Chi?in?u' }, { address: 'str. È tefan, mun. Chi?in?u' }, []],
  [{ directors: 'È TEFÄ NEÈ ION' }, { admins: ['È TEFÄ NEÈ ION'] }, []],
  [{ legalForm: 'Societate cu r\ufffdspundere' }, { legalForm: null }, ['legal_form_unknown']],
])('%j lost letters: the text stays and is flagged', (changed, company, flags) => {
  const record = read(changed);
  expect(record.company).toMatchObject(company);
  expect(record.flags.toSorted()).toEqual([...flags, 'text_damaged']);
});

import { describe, expect, it } from 'vitest';
import { MAX_CELL_LENGTH } from '../../src/domain/cell.ts';
import type { CompanyRecord, RegisterRow } from '../../src/domain/company.ts';
import { type RegisterCells, toCompanyRecord, toRegisterRow } from '../../src/domain/record.ts';

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
};

function read(changed: Partial<RegisterCells>, date1904 = false): CompanyRecord {
  const reading = toCompanyRecord(toRegisterRow({ ...cells, ...changed }, date1904), context);
  if (!('record' in reading)) throw new Error(`no record: ${JSON.stringify(reading)}`);
  return reading.record;
}

const reject = (changed: Partial<RegisterCells>) =>
  toCompanyRecord(toRegisterRow({ ...cells, ...changed }, false), context);

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

it('a serial day of a 1904 workbook is kept as the other system counts it', () => {
  const record = read({ regDate: 41_033 - 1_462 }, true);
  expect(record.company.regDate).toBe('2012-05-04');
  expect(record.raw.regDate).toBe('41033');
});

describe('what is wrong in a cell is null and flagged', () => {
  it.each<[Partial<RegisterCells>, keyof CompanyRecord['company'], string]>([
    [{ address: '0' }, 'address', 'address_unknown'],
    [{ address: 0 }, 'address', 'address_unknown'],
    [{ address: null }, 'address', 'address_unknown'],
    [{ cuatm: null }, 'region', 'region_unknown'],
    [{ legalForm: 'Concern' }, 'legalForm', 'legal_form_unknown'],
    [{ regDate: '20.08.1111' }, 'regDate', 'registration_date_invalid'],
    [{ regDate: '15.09.2026' }, 'regDate', 'registration_date_invalid'],
    [{ regDate: true }, 'regDate', 'registration_date_invalid'],
    [{ unlicensed: '99001' }, 'caemMain', 'activity_unclassified'],
  ])('%j', (changed, field, flag) => {
    const { company, flags } = read(changed);
    expect(company[field]).toBeNull();
    expect(flags).toEqual([flag]);
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
  it('has a day, and makes the status', () => {
    const { company, liquidatedOn, flags } = read({ liquidationDate: '01.02.2020' });
    expect([company.status, liquidatedOn, flags]).toEqual(['lichidata', '2020-02-01', []]);
  });

  it('whose day can not be right is one without a day', () => {
    const { company, liquidatedOn, flags } = read({ liquidationDate: '31.02.2020' });
    expect([company.status, liquidatedOn]).toEqual(['lichidata', null]);
    expect(flags).toEqual(['liquidation_date_invalid']);
  });

  it.each(['0', '-', 'nu'])('is none where the cell says %j', (liquidationDate) => {
    expect(read({ liquidationDate }).company.status).toBe('activa');
  });
});

describe('a row without a good number or a name', () => {
  it.each([null, '', 213976])('%j: has no number', (idno) => {
    expect(reject({ idno })).toEqual({ without: true });
  });

  it('with a wrong number is rejected for it, with the cell as it was', () => {
    expect(reject({ idno: 1012600042423, name: null })).toEqual({
      reject: { column: 'idno', value: '1012600042423', reason: 'idno_check_digit' },
    });
  });

  it.each([null, '', ' \n', '0', ',', '""'])('with the name %j is rejected for it', (name) => {
    const value = name === '' ? null : name;
    expect(reject({ name })).toEqual({ reject: { column: 'name', value, reason: 'name_missing' } });
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

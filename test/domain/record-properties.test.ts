import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CellValue } from '../../src/domain/cell.ts';
import type { CompanyRecord, RegisterRow } from '../../src/domain/company.ts';
import { type RegisterCells, toCompanyRecord, toRegisterRow } from '../../src/domain/record.ts';
import { MAX_LINE_LENGTH } from '../../src/domain/text.ts';

const context = {
  classification: {
    unlicensed: new Map([[12, { code: '62.01', label: 'Soft la comandă' }]]),
    licensed: new Map([[11, 'Activitatea de turism']]),
  },
  dumpDate: '2026-09-14',
};

/** Pieces that mean something somewhere, in any order: what a parser trips over. */
const piece = fc.constantFrom(
  ...['DORLAN ILIE', 'GLOD', 'ș', 'ООО ПЛАЙ', 'SRL', 'S.R.L.', 'LTD', 'STATUL', 'TOTAL 71 MEMBRI'],
  ...['2019044556677', '1012600042422', '2', ' IDNO ', 'IDNP:', 'RADIAT DIN REGISTRU', 'MD-2012'],
  ...['(100,00%)', '(x%)', '(', ')', '[', ']', '[Lichidator]', '%', ',', ';', ', ', ' ', '-', '\n'],
  ...['"', '„', '”', "''", ',,', "'", '<', '0', '12', '31.02.2020', '20.08.1111', 'true', '\ud800'],
);
const text = fc.oneof(
  fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join('')),
  fc.string(),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const cell: fc.Arbitrary<CellValue> = fc.oneof(
  { weight: 4, arbitrary: text },
  fc.double(),
  fc.integer({ min: -10, max: 60_000 }),
  fc.boolean(),
  fc.constant(null),
);
const cells: fc.Arbitrary<RegisterCells> = fc.record({
  idno: fc.oneof({ weight: 9, arbitrary: fc.constant<CellValue>(1012600042422) }, cell),
  regDate: cell,
  name: fc.oneof(fc.constant<CellValue>('S.R.L. "PLAI"'), cell),
  legalForm: cell,
  address: cell,
  cuatm: cell,
  directors: cell,
  founders: cell,
  unlicensed: cell,
  licensed: cell,
  liquidationDate: cell,
  status: cell,
});

const LINE = /^(?! )[^\p{Cc}\p{Cf}\u2028\u2029]+(?<! )$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SHARE = /^(?:100,00|(?:0|[1-9]\d?),\d\d)%$/;
const LONG_NUMBER = /\d{13}/;

function read(row: RegisterCells): CompanyRecord | null {
  const reading = toCompanyRecord(toRegisterRow(row, false), context);
  return 'record' in reading ? reading.record : null;
}

function expectLines(texts: readonly string[]): void {
  for (const line of texts) {
    expect(line).toMatch(LINE);
    expect(line.length).toBeLessThanOrEqual(MAX_LINE_LENGTH);
    expect(line.isWellFormed()).toBe(true);
  }
}

it('whatever the cells hold, what is served has its form', () => {
  fc.assert(
    fc.property(cells, (row) => {
      const record = read(row);
      if (record === null) return;
      const { company, directors, flags, liquidatedOn } = record;
      const { founders, admins, caem } = company;
      expect(company.idno).toMatch(/^\d{13}$/);
      expectLines([company.name, ...founders.map(({ name }) => name), ...admins]);
      if (company.address !== null) expectLines([company.address]);
      for (const day of [company.regDate, liquidatedOn]) if (day !== null) expect(day).toMatch(DAY);
      if (company.region !== null) expect(company.region).toMatch(/^\d{4}$/);
      for (const { share } of founders) if (share !== null) expect(share).toMatch(SHARE);
      for (const { role } of directors) if (role !== null) expectLines([role]);
      expect(company.caemMain).toBe(caem.find(({ main }) => main)?.code ?? null);
      expect(new Set(flags).size).toBe(flags.length);
    }),
    { numRuns: 1_000 },
  );
});

it('no personal number is left in a name', () => {
  fc.assert(
    fc.property(cells, (row) => {
      const { founders = [], admins = [] } = read(row)?.company ?? {};
      const people = founders.filter(({ type }) => type === 'persoana_fizica');
      for (const name of [...people.map((founder) => founder.name), ...admins]) {
        expect(name).not.toMatch(LONG_NUMBER);
      }
    }),
    { numRuns: 1_000 },
  );
});

it('nothing that was filed is lost without a flag', () => {
  const isFiled = (filed: string | null) => filed !== null && /[^\s\p{C}]/u.test(filed);
  fc.assert(
    fc.property(cells, (row) => {
      const record = read(row);
      if (record === null) return;
      const { company, raw, flags } = record;
      const kept: [keyof RegisterRow, boolean][] = [
        ['founders', company.founders.length > 0 || flags.includes('founders_junk')],
        ['directors', company.admins.length > 0 || flags.includes('directors_junk')],
        ['regDate', company.regDate !== null || flags.includes('registration_date_invalid')],
        ['address', company.address !== null || flags.includes('address_unknown')],
        ['cuatm', company.region !== null || flags.includes('region_unknown')],
      ];
      for (const [column, isKept] of kept) expect(isKept || !isFiled(raw[column])).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it('a stored row read again gives the same record', () => {
  fc.assert(
    fc.property(cells, fc.boolean(), (row, date1904) => {
      const raw = toRegisterRow(row, date1904);
      const reading = toCompanyRecord(raw, context);
      const stored: RegisterRow = JSON.parse(JSON.stringify(raw));
      expect(toRegisterRow(stored, false)).toEqual(raw);
      expect(toCompanyRecord(stored, context)).toEqual(reading);
    }),
    { numRuns: 500 },
  );
});

const emptyRow: RegisterCells = {
  idno: 1012600042422,
  regDate: null,
  name: 'PLAI',
  legalForm: null,
  address: null,
  cuatm: null,
  directors: null,
  founders: null,
  unlicensed: null,
  licensed: null,
  liquidationDate: null,
  status: null,
};

it.each([
  ...['(', ',', ',,A ', '[', '[,', '"', '%', '(1%)', '1234567890123 ', 'IDNO ', 'SRL, ', 'A B, '],
  ...['A, ', 'S.', '1 ', "''", 'â', 'RADIAT DIN REGISTRU ', '„A, ', 's\u0326'],
])('the longest cells of %j are read within a second of processor time', (unit) => {
  const long = unit.repeat(40_000);
  const started = process.cpuUsage();
  read({ ...emptyRow, directors: long, founders: long, name: `A${long}`, unlicensed: long });
  const { user, system } = process.cpuUsage(started);
  expect(user + system).toBeLessThan(1_000_000);
});

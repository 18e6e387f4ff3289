import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { CompanyRecord } from '../../../src/domain/company/company.ts';
import type { CompanyFlag } from '../../../src/domain/company/flags.ts';
import { type CellValue, toBoundedText } from '../../../src/domain/register/cell.ts';
import { mapColumns, type RegisterRow } from '../../../src/domain/register/columns.ts';
import { undoConversion } from '../../../src/domain/register/conversion.ts';
import { toCompanyRecord, toRegisterRow } from '../../../src/domain/register/record.ts';
import { MAX_LINE_LENGTH } from '../../../src/domain/register/text.ts';
import { toPastDate } from '../../../src/domain/time/calendar-date.ts';
import type { RegisterCells } from '../../import/dump-file.ts';

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
  ...['(50)', '(1/2)', '50%', '[50,00%]', '(33,(3)%)', '％', ' la sută', ' și ', ' / ', '\r\n'],
  ...['#REF!', '=A2', 'N/A', 'nu sunt', 'Datele lipsesc', '2019', '43,536', 'TRUE', 'ЛТД', '1/2'],
  ...['_x000D_', '&quot;', '&amp;', '&icirc;', '&#539;', '\ufffd', 'È˜', 'Ä‚', 'Ã®', 'â€ž', '&'],
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
  ...mapColumns(() => cell),
  idno: fc.oneof({ weight: 9, arbitrary: fc.constant<CellValue>(1012600042422) }, cell),
  name: fc.oneof(fc.constant<CellValue>('S.R.L. "PLAI"'), cell),
});

const LINE = /^(?! )[^\p{Cc}\p{Cf}\u2028\u2029]+(?<! )$/u;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const SHARE = /^(?:100,00|(?:0|[1-9]\d?),\d\d)%$/;
const LONG_NUMBER = /\d{13}/;

function read(row: RegisterCells): CompanyRecord | null {
  const reading = toCompanyRecord(
    toRegisterRow((column) => row[column], false),
    context,
  );
  return 'record' in reading ? reading.record : null;
}

function expectLines(texts: readonly string[]): void {
  for (const line of texts) {
    expect(line).toMatch(LINE);
    expect(line.length).toBeLessThanOrEqual(MAX_LINE_LENGTH);
    expect(line.isWellFormed()).toBe(true);
  }
}

it('every served value has its format, whatever the cells contain', () => {
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

/** What a served text must have of its cell: letters and digits, in the order of the cell. */
function toSigns(text: string): string[] {
  return [...text.normalize('NFC')].filter((sign) => /[\p{L}\p{N}]/u.test(sign));
}

function isFoundIn(served: string, cell: string | null): boolean {
  const signs = toSigns(served);
  let found = 0;
  for (const sign of toSigns(undoConversion(toBoundedText(cell) ?? '')))
    if (sign === signs[found]) found++;
  return found === signs.length;
}

/** A founder without a name stands for its number, whatever the cell calls that. */
const NUMBER_ALONE = /^IDNO (?=\d{13}$)/;
const NOTHING =
  /^(?:#\S*|=(?:[-+\d"'({$].*|[a-z]{1,3}\d.*)?|true|false|n\/a|nu sunt|datele lipsesc)$/is;

it('every served value is found in its cell, or is null and flagged', () => {
  const day = (text: string | null) =>
    toPastDate(text === null ? null : undoConversion(text), context.dumpDate);
  fc.assert(
    fc.property(cells, (row) => {
      const record = read(row);
      if (record === null) return;
      const { company, directors, raw, flags } = record;
      const names = company.founders.map(({ name }) => name.replace(NUMBER_ALONE, ''));
      const roles = directors.flatMap(({ role }) => role ?? []);
      const served: [string, string | null][] = [
        [company.name, raw.name],
        ...names.map((name) => [name, raw.founders] as [string, string | null]),
        ...[...company.admins, ...roles].map((text) => [text, raw.directors] as [string, string]),
      ];
      if (company.address !== null) served.push([company.address, raw.address]);
      for (const [text, cell] of served) {
        expect(isFoundIn(text, cell)).toBe(true);
        expect(text).not.toMatch(NOTHING);
      }
      const region = company.region ?? '';
      expect(isFoundIn(region.replace(/^0+/, ''), raw.cuatm)).toBe(true);
      const isFlagged: [boolean, CompanyFlag][] = [
        [company.address === null, 'address_unknown'],
        [company.region === null, 'region_unknown'],
        [company.legalForm === null, 'legal_form_unknown'],
        ['fault' in day(raw.regDate), 'registration_date_invalid'],
      ];
      for (const [isNull, flag] of isFlagged) expect(flags.includes(flag)).toBe(isNull);
      expect(company.regDate).toEqual('value' in day(raw.regDate) ? company.regDate : null);
    }),
    { numRuns: 2_000 },
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
  const isFiled = (filed: string | null) =>
    filed !== null && /[^\s\p{C}]/u.test(undoConversion(filed));
  fc.assert(
    fc.property(cells, (row) => {
      const record = read(row);
      if (record === null) return;
      const { company, raw, flags } = record;
      const handled: [keyof RegisterRow, boolean][] = [
        ['founders', company.founders.length > 0 || flags.includes('founders_junk')],
        ['directors', company.admins.length > 0 || flags.includes('directors_junk')],
        ['regDate', company.regDate !== null || flags.includes('registration_date_invalid')],
        ['address', company.address !== null || flags.includes('address_unknown')],
        ['cuatm', company.region !== null || flags.includes('region_unknown')],
      ];
      for (const [column, isHandled] of handled)
        expect(isHandled || !isFiled(raw[column])).toBe(true);
    }),
    { numRuns: 1_000 },
  );
});

it('a stored row read again gives the same record', () => {
  fc.assert(
    fc.property(cells, fc.boolean(), (row, date1904) => {
      const raw = toRegisterRow((column) => row[column], date1904);
      const reading = toCompanyRecord(raw, context);
      const stored: RegisterRow = JSON.parse(JSON.stringify(raw));
      expect(toRegisterRow((column) => stored[column], false)).toEqual(raw);
      expect(toCompanyRecord(stored, context)).toEqual(reading);
    }),
    { numRuns: 500 },
  );
});

const emptyRow: RegisterCells = { ...mapColumns(() => null), idno: 1012600042422 };

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

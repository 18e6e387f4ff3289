import { describe, expect, it } from 'vitest';
import type { Company } from '../../src/domain/company.ts';
import { applySupplement, toVatPayer } from '../../src/domain/supplement.ts';

const company: Company = {
  idno: '1012600042422',
  name: 'S.R.L. "PLAI"',
  legalForm: 'S.R.L.',
  status: 'activa',
  regDate: '2012-05-04',
  address: null,
  region: '0120',
  capital: null,
  vatPayer: null,
  caemMain: '62.01',
  founders: [],
  admins: [],
  caem: [
    { code: '62.01', label: 'Soft la comandă', main: true },
    { code: '70.22', label: 'Consultanță', main: false },
  ],
};

describe('a supplement', () => {
  it('fills what it names and leaves the rest', () => {
    const filled = applySupplement(company, { capital: '5400.00', vatPayer: false });
    expect(filled).toEqual({ ...company, capital: '5400.00', vatPayer: false });
    expect(applySupplement(filled, {})).toEqual(filled);
  });

  it('moves the main mark and keeps the order', () => {
    const { caemMain, caem } = applySupplement(company, { caemMain: { code: '70.22' } });
    expect(caemMain).toBe('70.22');
    expect(caem).toEqual([
      { code: '62.01', label: 'Soft la comandă', main: false },
      { code: '70.22', label: 'Consultanță', main: true },
    ]);
  });

  it('adds a main activity that the register lacks', () => {
    const { caem } = applySupplement(company, { caemMain: { code: '01.11', label: 'Cereale' } });
    expect(caem.map(({ code, main }) => [code, main])).toEqual([
      ['62.01', false],
      ['70.22', false],
      ['01.11', true],
    ]);
    expect(caem.at(-1)?.label).toBe('Cereale');
  });

  it('leaves the label empty where nobody knows it', () => {
    const empty = { ...company, caem: [], caemMain: null };
    expect(applySupplement(empty, { caemMain: { code: '01.11' } })).toEqual({
      ...empty,
      caemMain: '01.11',
      caem: [{ code: '01.11', label: '', main: true }],
    });
  });

  it('changes nothing the second time, and never the company that it got', () => {
    const before = structuredClone(company);
    const supplement = { capital: '1.00', vatPayer: true, caemMain: { code: '01.11' } };
    const once = applySupplement(company, supplement);
    expect(applySupplement(once, supplement)).toEqual(once);
    expect(company).toEqual(before);
  });
});

it.each([
  ['true', true],
  ['FALSE', false],
  [' True ', true],
  [null, null],
  ['', null],
])('%j says of VAT %j', (text, value) => {
  expect(toVatPayer(text)).toEqual({ value });
});

it.each(['da', 'nu', '1', '0', 'truefalse', 'null'])('%j says nothing of VAT', (text) => {
  expect(toVatPayer(text)).toEqual({ fault: 'not_true_or_false' });
});

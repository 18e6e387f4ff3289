import { describe, expect, it } from 'vitest';
import type { Company } from '../../../src/domain/company/company.ts';
import {
  applySupplement,
  type Supplement,
  toVatPayer,
} from '../../../src/domain/company/supplement.ts';
import { makeBare } from '../../support/companies.ts';

const company: Company = {
  ...makeBare({ idno: '1012600042422', name: 'S.R.L. "PLAI"', status: 'activa' }),
  caemMain: '62.01',
  caem: [
    { code: '62.01', label: 'Soft la comandă', main: true },
    { code: '70.22', label: 'Consultanță', main: false },
  ],
};

const apply = (to: Company, supplement: Supplement) => applySupplement(to, supplement, new Map());

describe('a supplement', () => {
  it('fills what it names and leaves the rest', () => {
    const filled = apply(company, { capital: '5400.00', vatPayer: false });
    expect(filled).toEqual({ ...company, capital: '5400.00', vatPayer: false });
    expect(apply(filled, {})).toEqual(filled);
  });

  it('moves the main mark and keeps the order', () => {
    const { caemMain, caem } = apply(company, { caemMain: { code: '70.22' } });
    expect(caemMain).toBe('70.22');
    expect(caem).toEqual([
      { code: '62.01', label: 'Soft la comandă', main: false },
      { code: '70.22', label: 'Consultanță', main: true },
    ]);
  });

  it('adds a main activity that the register lacks', () => {
    const { caem } = apply(company, { caemMain: { code: '01.11', label: 'Cereale' } });
    expect(caem.map(({ code, main }) => [code, main])).toEqual([
      ['62.01', false],
      ['70.22', false],
      ['01.11', true],
    ]);
    expect(caem.at(-1)?.label).toBe('Cereale');
  });

  it.each([
    ['that of the dump', { code: '01.12', label: 'Orez' }, '01.12', 'Orezul dumpului'],
    ['that it was stored with', { code: '47.11', label: 'Magazine' }, '47.11', 'Magazine'],
    ['the official one', { code: '01.14' }, '01.14', 'Cultivarea trestiei de zahăr'],
    [
      'that of NACE Rev.2.1',
      { code: '62.10' },
      '62.10',
      'Activităţi de realizare a softului la comandă (software orientat client)',
    ],
    ['that of a dump before', { code: '72200', label: 'Soft' }, '72200', 'Soft'],
    // As older programs took a code without a version.
    ['of what an older program stored', { code: '01140' }, '01.14', 'Cultivarea trestiei de zahăr'],
  ])('names the added activity by %s', (_, caemMain, code, label) => {
    const empty = { ...company, caem: [], caemMain: null };
    const labels = new Map([['01.12', 'Orezul dumpului']]);
    expect(applySupplement(empty, { caemMain }, labels)).toEqual({
      ...empty,
      caemMain: code,
      caem: [{ code, label, main: true }],
    });
  });

  it.each([
    [{ code: '47.13' }],
    [{ code: '47.13', label: 'Comerț' }],
    [{ code: '99999' }],
    [{ code: '72200' }],
  ])('says nothing by %j, which only an older program took for a code', (caemMain) => {
    expect(apply(company, { caemMain })).toEqual(company);
  });

  it('changes nothing the second time, and never the company that it got', () => {
    const before = structuredClone(company);
    const supplement = { capital: '1.00', vatPayer: true, caemMain: { code: '01.11' } };
    const once = apply(company, supplement);
    expect(apply(once, supplement)).toEqual(once);
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

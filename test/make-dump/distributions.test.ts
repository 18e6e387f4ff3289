import { describe, expect, it } from 'vitest';
import { generateRows } from '../../scripts/make-dump/rows.ts';
import type { Company } from '../../src/domain/company/company.ts';

const rows = [...generateRows({ rows: 30_000, seed: 11, dumpDate: '2026-09-14' })];
const truths = rows.map((row) => row.truth);
const companies = truths.flatMap((truth) => truth.expected ?? []);
const active = companies.filter((company) => company.status !== 'lichidata');

const shares: [string, number, (company: Company) => boolean][] = [
  ['limited companies', 0.73, (company) => company.legalForm === 'S.R.L.'],
  ['sole traders', 0.19, (company) => company.legalForm === 'Î.I.'],
  ['joint-stock companies', 0.016, (company) => company.legalForm === 'S.A.'],
  ['the capital', 0.57, (company) => /^0[1]/.test(company.region ?? '')],
  ['Bălți', 0.042, (company) => /^03/.test(company.region ?? '')],
  ['Găgăuzia', 0.035, (company) => /^96/.test(company.region ?? '')],
  ['the liquidated', 0.25, (company) => company.status === 'lichidata'],
  ['those in liquidation', 0.018, (company) => company.status === 'in_lichidare'],
  ['the insolvent', 0.011, (company) => company.status === 'insolvabila'],
];

describe('30,000 generated rows', () => {
  it.each(shares)('have the share of %s: about %d', (_name, share, belongs) => {
    const found = companies.filter(belongs).length / companies.length;
    expect(found).toBeGreaterThan(share * 0.85);
    expect(found).toBeLessThan(share * 1.15);
  });

  it('have about 7.8 activities to an active company', () => {
    const activities = active.reduce((sum, company) => sum + company.caem.length, 0);
    expect(activities / active.length).toBeGreaterThan(7.5);
    expect(activities / active.length).toBeLessThan(8.1);
  });

  it('have no number of 13 digits in one of nine', () => {
    const without = truths.filter((truth) => truth.kind === 'without_idno');
    expect(without.length / rows.length).toBeCloseTo(0.11, 2);
    const cells = without.map((truth) => rows[truth.row - 3]?.cells[0] ?? null);
    expect(cells.some((cell) => cell === null)).toBe(true);
    expect(cells.every((cell) => cell === null || /^\d{5,7}$/.test(String(cell)))).toBe(true);
  });

  it('have shares that add up to 100 wherever every founder has one', () => {
    for (const { founders } of companies) {
      if (founders.length === 0 || founders.some(({ share }) => share === null)) continue;
      const hundredths = founders.map(({ share }) => Number(share?.replace(/[,%]/g, '')));
      expect(hundredths.reduce((sum, part) => sum + part, 0)).toBe(10_000);
    }
  });

  it('name founders as people by far the most, some as companies', () => {
    const founders = companies.flatMap((company) => company.founders);
    const legal = founders.filter((founder) => founder.type === 'persoana_juridica');
    expect(legal.length / founders.length).toBeGreaterThan(0.02);
    expect(legal.length / founders.length).toBeLessThan(0.1);
  });

  it('have both ways to write ș, mostly the old one', () => {
    const old = companies.filter((company) => /[şţŞŢ]/.test(company.address ?? '')).length;
    const right = companies.filter((company) => /[șțȘȚ]/.test(company.address ?? '')).length;
    expect(old).toBeGreaterThan(right);
    expect(right).toBeGreaterThan(companies.length / 10);
  });

  it('have every role of the register', () => {
    const roles = new Set(rows.flatMap((row) => String(row.cells[6]).match(/\[[^\]]+\]/g) ?? []));
    expect([...roles].sort()).toEqual([
      '[Administrator al procedurii planului]',
      '[Administrator al procesului de insolvabilitate]',
      '[Administrator din oficiu]',
      '[Administrator fiduciar]',
      '[Administrator provizoriu]',
      '[Administrator]',
      '[Comisia]',
      '[Comitet]',
      '[Datele lipsesc]',
      '[Direcţie de conducere]',
      '[Lichidator]',
    ]);
  });
});

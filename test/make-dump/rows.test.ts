import { describe, expect, it } from 'vitest';
import type { DumpOptions } from '../../scripts/make-dump/options.ts';
import { generateRows } from '../../scripts/make-dump/rows.ts';

const options: DumpOptions = { rows: 6_000, seed: 3, dumpDate: '2026-09-14' };
const first = [...generateRows(options)];
const truths = first.map((row) => row.truth);

describe('generateRows', () => {
  it('gives the same rows for the same seed and others for another', () => {
    expect([...generateRows(options)]).toEqual(first);
    const other = [...generateRows({ ...options, seed: 4 })];
    const same = other.filter((row, index) => row.cells[2] === first[index]?.cells[2]);
    expect(same.length).toBeLessThan(30);
  });

  it('stores each number once', () => {
    const stored = truths.filter((truth) => truth.outcome === 'stored').map((truth) => truth.idno);
    expect(new Set(stored).size).toBe(stored.length);
  });

  it('has a later row for every superseded one, near and far', () => {
    const distances = truths
      .filter((truth) => truth.outcome === 'superseded')
      .map((truth) => {
        const later = truths.find(
          (other) => other.outcome === 'stored' && other.idno === truth.idno,
        );
        return (later?.row ?? 0) - truth.row;
      });
    expect(Math.min(...distances)).toBeGreaterThan(0);
    expect(Math.max(...distances)).toBeGreaterThan(1_500);
  });

  it('repeats some companies as they were and others changed', () => {
    const repeats = truths.filter((truth) => /^duplicate/.test(truth.kind));
    const addressOf = (row: number) => first[row - 3]?.cells[4];
    const same = repeats.filter((repeat) => {
      const earlier = truths.find((truth) => truth.idno === repeat.idno);
      return addressOf(earlier?.row ?? 0) === addressOf(repeat.row);
    });
    expect(same.length).toBeGreaterThan(0);
    expect(same.length).toBeLessThan(repeats.length);
  });

  it('gives every stored row all that the public answer needs, and no other row anything', () => {
    for (const { outcome, expected, idno } of truths) {
      expect(expected === null).toBe(outcome !== 'stored');
      if (expected === null) continue;
      expect(expected.idno).toBe(idno);
      expect([expected.capital, expected.vatPayer]).toEqual([null, null]);
      expect(expected.caemMain).toBe(expected.caem[0]?.code ?? null);
      expect(expected.caem.filter((activity) => activity.main).length).toBe(
        expected.caem.length > 0 ? 1 : 0,
      );
      expect(expected.region ?? '0000').toMatch(/^\d{4}$/);
      expect(expected.regDate ?? '1992-01-01').toMatch(/^(199\d|20[012]\d)-\d\d-\d\d$/);
    }
  });

  it('has no IDNO or a short code where the number of 13 digits is missing', () => {
    const without = first.filter(({ truth }) => truth.kind === 'without_idno');
    const idnos = without.map(({ cells }) => cells[0]);
    expect(idnos.some((cell) => cell === null)).toBe(true);
    expect(idnos.some((cell) => cell !== null)).toBe(true);
    expect(idnos.every((cell) => cell === null || /^\d{5,7}$/.test(String(cell)))).toBe(true);
  });

  it('has shares that add up to 100 wherever every founder has one', () => {
    for (const { founders } of truths.flatMap(({ expected }) => expected ?? [])) {
      if (founders.length === 0 || founders.some(({ share }) => share === null)) continue;
      const hundredths = founders.map(({ share }) => Number(share?.replace(/[,%]/g, '')));
      expect(hundredths.reduce((sum, part) => sum + part, 0)).toBe(10_000);
    }
  });

  it('has every role of the register, and both ways to write ș', () => {
    const roles = new Set(
      first.flatMap(({ cells }) => String(cells[6]).match(/\[[^\]]+\]/g) ?? []),
    );
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
    const addresses = first.map(({ cells }) => String(cells[4]));
    expect(addresses.some((address) => /[şţŞŢ]/.test(address))).toBe(true);
    expect(addresses.some((address) => /[șțȘȚ]/.test(address))).toBe(true);
  });

  it('is clean all through where no anomaly and no missing number is asked for', () => {
    const clean = [...generateRows({ ...options, rows: 600, anomalies: 'none', withoutIdno: 0 })];
    expect(clean.length).toBe(600);
    expect(clean.every(({ truth }) => truth.kind === 'clean' && truth.outcome === 'stored')).toBe(
      true,
    );
  });

  it('keeps the numbers below a large share of rows without one', () => {
    const most = [...generateRows({ ...options, rows: 600, anomalies: 'none', withoutIdno: 0.9 })];
    const without = most.filter(({ truth }) => truth.outcome === 'without_idno');
    expect(without.length / most.length).toBeCloseTo(0.9, 1);
  });
});

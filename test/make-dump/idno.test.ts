import { describe, expect, it } from 'vitest';
import { checkDigit, MAX_COMPANIES, makeIdno } from '../../scripts/make-dump/idno.ts';

/** Real numbers that public notes name; nothing invented may carry them. */
const real = [
  '1016600004811',
  '1002600003778',
  '1003600116460',
  '1003600005148',
  '1014600043319',
  '1008603003829',
];

describe('makeIdno', () => {
  it('weighs the digits 7, 3, 1 as the register does', () => {
    for (const idno of real) expect(checkDigit(idno.slice(0, 12))).toBe(Number(idno[12]));
  });

  it.each([0, 1, 99_999, 4_294_967_295])(
    'gives valid numbers, none twice, with seed %i',
    (seed) => {
      const idnos = new Set<string>();
      let count = 0;
      for (let index = 0; index < MAX_COMPANIES; index += 101) {
        const idno = makeIdno(seed, index);
        expect(idno).toMatch(/^1\d{12}$/);
        expect(weigh(idno)).toBe(Number(idno[12]));
        idnos.add(idno);
        count += 1;
      }
      expect(idnos.size).toBe(count);
    },
  );

  it('gives each serial another year in each round', () => {
    const rounds = Array.from({ length: MAX_COMPANIES / 100_000 }, (_, round) =>
      makeIdno(7, 12_345 + round * 100_000),
    );
    expect(new Set(rounds.map((idno) => idno.slice(1, 4))).size).toBe(rounds.length);
    expect(new Set(rounds.map((idno) => idno.slice(7, 12))).size).toBe(1);
  });

  it.each(real)('puts a company that would be %s elsewhere', (idno) => {
    // Company 0 of these seeds has the serial of the real number, with every year and office.
    const invented = Array.from({ length: 3_000 }, (_, round) =>
      makeIdno(Number(idno.slice(7, 12)) + round * 100_000, 0),
    );
    expect(invented).not.toContain(idno);
    expect(invented.some((other) => other.startsWith(`${idno.slice(0, 4)}699`))).toBe(true);
  });
});

/** The check digit once more, written from the register's description. */
function weigh(idno: string): number {
  const weights = [7, 3, 1, 7, 3, 1, 7, 3, 1, 7, 3, 1];
  return weights.reduce((sum, weight, place) => sum + weight * Number(idno[place]), 0) % 10;
}

import { describe, expect, it } from 'vitest';
import { computations } from '../../scripts/make-dump/anomalies/computations.ts';
import { anomalies, listAnomalies } from '../../scripts/make-dump/anomalies.ts';
import { makeCompany } from '../../scripts/make-dump/company.ts';
import { ANOMALY_SETS } from '../../scripts/make-dump/options.ts';
import { planRows } from '../../scripts/make-dump/plan.ts';
import { FIRST_DATA_ROW, type GeneratedRow, generateRows } from '../../scripts/make-dump/rows.ts';

const options = { seed: 21, dumpDate: '2026-09-14' };
const many = [...generateRows({ ...options, rows: 3_000, anomalies: 'all' })];
const letters = 'ABCDEFGHIJK';

/** What the computed cell of a kind looks like, where the import would read others alike. */
const looks: [kind: string, letter: string, pattern: RegExp][] = [
  ['date_text', 'B', /^"\d\d\.\d\d\.\d{4}"$/],
  ['date_below_midnight', 'B', /^\d{5}\.9999999999\d+$/],
  ['date_instant', 'B', /T22:00:00\.000Z"$|T00:00:00\+02:00"$/],
  ['date_shifted', 'B', /^\d{5}\.(?:875|9166)/],
  ['date_in_words', 'B', /^"\d{1,2} \p{L}{3,10} \d{4}(?: г\.)?"$/u],
  ['date_other_signs', 'B', /^"(?:\d\d(?<sign>-|\. |\/)\d\d\k<sign>\d{4}|[\d.]{10} г\.)"$/],
  ['idno_text', 'A', /^"1\d{12}"$/],
  ['idno_personal_number', 'A', /^2\d{12}$/],
  ['idno_exponent', 'A', /"value":"1\.\d+E12"/],
  ['mixed_letters', 'C', /[ŞŢşţ].*[ȘȚșț]/],
  ['founders_long', 'H', /^".{4097,}"$/],
  ['founders_quoted_list', 'H', /^"(\\"[^"]+\\" [^,"]+(, |"$)){10,20}$/],
];

describe('anomalies', () => {
  it.each([1, 2, 3, 4, 5])('are all among the first 300 rows of seed %i', (seed) => {
    for (const set of ANOMALY_SETS) {
      const rows = [...generateRows({ ...options, seed, rows: 300, anomalies: set })];
      const kinds = new Set(rows.map(kindOf));
      expect(listAnomalies(set).filter((kind) => !kinds.has(kind))).toEqual([]);
    }
  });

  it('are all listed with their shares', () => {
    const unlisted = Object.keys(computations).filter((kind) => !(kind in anomalies));
    expect(unlisted).toEqual([]);
  });

  it('that nobody has seen in a dump are made only where all are asked for', () => {
    const common = listAnomalies('common');
    const kinds = new Set([...generateRows({ ...options, rows: 3_000 })].map(kindOf));
    expect([...kinds].filter((kind) => kind in anomalies && !common.includes(kind))).toEqual([]);
    expect(listAnomalies('all').length).toBeGreaterThan(common.length + 30);
    expect(listAnomalies('none')).toEqual([]);
  });

  it.each(looks)('%s: cell %s looks as it should', (kind, letter, pattern) => {
    const rows = many.filter((row) => kindOf(row) === kind);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(JSON.stringify(row.cells[letters.indexOf(letter)])).toMatch(pattern);
    }
  });

  it('folds the name of a twin like that of a company above it', () => {
    const planned = planRows({ ...options, rows: 3_000, anomalies: 'all', withoutIdno: 0.11 });
    for (const { cells, truth } of many.filter((row) => kindOf(row) === 'name_twin')) {
      const partner = planned(truth.row - FIRST_DATA_ROW).partner ?? Number.NaN;
      expect(partner).toBeLessThan(truth.row - FIRST_DATA_ROW);
      const brand = fold(makeCompany(options.seed, partner).brand);
      expect(fold(String(cells[2]))).toContain(brand);
      expect(fold(String(many[partner]?.cells[2]))).toContain(brand);
    }
  });
});

function kindOf(row: GeneratedRow): string {
  return row.truth.kind;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

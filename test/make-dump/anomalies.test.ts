import { describe, expect, it } from 'vitest';
import { computations } from '../../scripts/make-dump/anomalies/computations.ts';
import { anomalies, listAnomalies } from '../../scripts/make-dump/anomalies.ts';
import { makeCompany } from '../../scripts/make-dump/company.ts';
import { ANOMALY_SETS } from '../../scripts/make-dump/options.ts';
import { planRows } from '../../scripts/make-dump/plan.ts';
import { FIRST_DATA_ROW, type GeneratedRow, generateRows } from '../../scripts/make-dump/rows.ts';
import type { Cell } from '../../scripts/xlsx-writer/sheet.ts';

const options = { seed: 21, dumpDate: '2026-09-14' };
const many = [...generateRows({ ...options, rows: 3_000, anomalies: 'all' })];
const letters = 'ABCDEFGHIJK';

/** What the computed cell of a kind looks like, and what must come of it. */
const looks: [string, string, RegExp, (row: GeneratedRow) => unknown, unknown][] = [
  ['date_after_dump', 'B', /^(4|5)\d{4}$/, (row) => row.truth.expected?.regDate, null],
  ['date_text', 'B', /^\d\d\.\d\d\.\d{4}$/, dayRead, true],
  ['activity_unclassified', 'I', /99001$/, (row) => row.truth.flags, ['activity_unclassified']],
  ['idno_text', 'A', /^1\d{12}$/, (row) => typeof row.cells[0], 'string'],
  ['idno_exponent', 'A', /"value":"1\.\d+E12"/, (row) => row.truth.outcome, 'stored'],
  ['idno_wrong_digit', 'A', /^1\d{12}$/, (row) => row.truth.outcome, 'rejected'],
  ['mixed_letters', 'C', /[ŞŢşţ].*[ȘȚșț]/, nameKept, true],
  ['director_personal_number', 'G', / 2999\d{9} \[/, adminsWithDigits, 0],
  ['founders_long', 'H', /^.{4097,}$/, (row) => (founderCount(row) ?? 0) >= 200, true],
  [
    'founders_quoted_list',
    'H',
    /^("[^"]+" [^,"]+(, |$)){10,20}$/,
    founderType,
    'persoana_juridica',
  ],
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

  it.each(looks)('%s: cell %s looks as it should, and the truth follows', (...look) => {
    const [kind, letter, pattern, readTruth, expected] = look;
    const rows = many.filter((row) => kindOf(row) === kind);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(toText(row.cells[letters.indexOf(letter)] ?? null)).toMatch(pattern);
      const truth = readTruth(row);
      expect(truth).toEqual(Array.isArray(expected) ? expect.arrayContaining(expected) : expected);
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

function toText(cell: Cell): string {
  return typeof cell === 'object' ? JSON.stringify(cell) : String(cell);
}

function kindOf(row: GeneratedRow): string {
  return row.truth.kind;
}

function nameKept(row: GeneratedRow): boolean {
  return row.truth.expected?.name === row.cells[2];
}

function dayRead(row: GeneratedRow): boolean {
  const [day, month, year] = String(row.cells[1]).split('.');
  return row.truth.expected?.regDate === `${year}-${month}-${day}`;
}

function adminsWithDigits(row: GeneratedRow): number | undefined {
  return row.truth.expected?.admins.filter((name) => /\d/.test(name)).length;
}

function founderCount(row: GeneratedRow): number | undefined {
  return row.truth.expected?.founders.length;
}

function founderType(row: GeneratedRow): string | undefined {
  return row.truth.expected?.founders[0]?.type;
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toUpperCase();
}

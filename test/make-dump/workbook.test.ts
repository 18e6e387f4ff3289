import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DumpOptions } from '../../scripts/make-dump/options.ts';
import { generateRows } from '../../scripts/make-dump/rows.ts';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import type { Cell } from '../../scripts/xlsx-writer/sheet.ts';
import { readParts, readSharedStrings, readSheet } from './opened-workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'make-dump-'));
afterAll(() => rmSync(folder, { recursive: true }));

const options: DumpOptions = { rows: 400, seed: 5, dumpDate: '2026-09-14' };
const path = join(folder, 'dump.xlsx');
const truthPath = join(folder, 'truth.ndjson');
const summary = await writeDump(path, { ...options, truthPath });
const parts = readParts(path);
const rows = readSheet(parts, 'Company');
const generated = [...generateRows(options)];

describe('the sheet Company', () => {
  it('has a title whose formula and cached value contain the day of the dump', () => {
    const [title] = rows[0] ?? [];
    expect(title?.formula).toMatch(/^CONCATENATE\(.*\)$/);
    expect(title?.value).toMatch(/\(starea pînă la 14\.09\.2026\)$/);
    expect(title?.type).toBe('str');
  });

  it('has the eleven headers of the register in its second row', () => {
    expect(rows[1]?.map((cell) => cell.value)).toEqual([
      'IDNO/ Cod fiscal',
      'Data înregistrării',
      'Denumirea completă',
      'Forma org./jurid.',
      'Adresa',
      'Codul unităţii administrativ-teritoriale (CUATM)',
      'Lista conducătorilor (cu indicarea rolurilor)',
      'Lista fondatorilor (cu indicarea cotei părţi în capitalul social %)',
      'Genuri de activitate nelicentiate',
      'Genuri de activitate licentiate',
      'Data lichidării',
    ]);
  });

  it('holds every generated cell, text as text and numbers as numbers', () => {
    const opened = rows.slice(2).map((row) => {
      const cells: (string | number | null)[] = Array.from({ length: 11 }, () => null);
      for (const { reference, type, value } of row) {
        const column = 'ABCDEFGHIJK'.indexOf(reference.charAt(0));
        if (value !== '') cells[column] = type === 's' ? value : Number(value);
      }
      return cells;
    });
    expect(opened).toEqual(generated.map((row) => row.cells.map(toValue)));
  });

  it('numbers its rows from 3 as the truth does', () => {
    const numbers = rows.slice(2).map((row) => Number(row[0]?.reference.slice(1)));
    expect(numbers).toEqual(generated.map((row) => row.truth.row));
    expect(numbers[0]).toBe(3);
  });

  it('writes some numbers as Java does', () => {
    const exponents = rows.slice(2).filter((row) => /^1\.\d+E12$/.test(row[0]?.value ?? ''));
    expect(exponents.length).toBeGreaterThan(0);
    expect(exponents[0]?.[1]?.value).toMatch(/\.0$/);
  });

  it('ends with a row that holds a count and nothing else', () => {
    const last = rows.at(-1)?.filter((cell) => cell.value !== '');
    expect(last?.map(({ reference, value }) => [reference, value])).toEqual([['H403', '400']]);
  });
});

describe('the classification sheets', () => {
  const idsOf = (column: number) =>
    generated.flatMap((row) => String(row.cells[column] ?? '').match(/\d+/g) ?? []);

  it('name every unlicensed activity but the one that is unclassified on purpose', () => {
    const [header, ...classes] = readSheet(parts, 'Clasificare nelicenţiate');
    expect(header?.map((cell) => cell.value).slice(0, 3)).toEqual(['ID', 'Denumire', 'Cod CAEM']);
    const named = new Set(classes.map((row) => row[0]?.value));
    expect(new Set(idsOf(8).filter((id) => !named.has(id)))).toEqual(new Set(['99001']));
    for (const [, , code, version] of classes) {
      expect(code?.value).toMatch(version?.value === '2' ? /^\d\d\.\d\d$/ : /^\d{5}$/);
    }
  });

  it('name every licensed activity', () => {
    const named = readSheet(parts, 'Clasificare licenţiate').map((row) => row[0]?.value);
    expect(idsOf(9).filter((id) => !named.includes(id))).toEqual([]);
  });
});

describe('the files', () => {
  it('are the same for the same seed', async () => {
    const again = join(folder, 'again.xlsx');
    await writeDump(again, options);
    expect(readParts(again)).toEqual(parts);
  });

  it('count their texts', () => {
    const head = /count="(\d+)" uniqueCount="(\d+)"/.exec(parts.get('xl/sharedStrings.xml') ?? '');
    const used = [...parts.values()].join('').match(/t="s"/g)?.length;
    expect(Number(head?.[1])).toBe(used);
    expect(Number(head?.[2])).toBe(readSharedStrings(parts).length);
  });

  it('contain the expected result of each row', () => {
    const lines = readFileSync(truthPath, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(generated.map((row) => row.truth));
    const { stored, superseded, rejected, without_idno } = summary.outcomes;
    expect(stored + superseded + rejected + without_idno).toBe(lines.length);
  });

  it('count days from 1904 where the workbook says so', async () => {
    const late = join(folder, '1904.xlsx');
    await writeDump(late, {
      ...options,
      rows: 1,
      anomalies: 'none',
      withoutIdno: 0,
      date1904: true,
    });
    const lateParts = readParts(late);
    expect(lateParts.get('xl/workbook.xml')).toContain('date1904="1"');
    const serial = Number(readSheet(lateParts, 'Company')[2]?.[1]?.value);
    const [first] = generateRows({ ...options, rows: 1, anomalies: 'none', withoutIdno: 0 });
    expect(serial).toBe(Number(first?.cells[1]) - 1462);
  });

  it('are removed when one of them cannot be written', async () => {
    const failed = join(folder, 'failed.xlsx');
    const nowhere = join(folder, 'no-such-folder', 'truth.ndjson');
    await expect(writeDump(failed, { ...options, truthPath: nowhere })).rejects.toThrow('ENOENT');
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
  });
});

function toValue(cell: Cell) {
  return typeof cell === 'object' && cell !== null ? Number(cell.value) : cell;
}

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { DumpOptions } from '../../scripts/make-dump/options.ts';
import { generateRows } from '../../scripts/make-dump/rows.ts';
import { writeDump } from '../../scripts/make-dump/workbook.ts';
import type { Cell } from '../../scripts/xlsx-writer/sheet.ts';
import { readParts, readSheets } from './opened-workbook.ts';

const folder = mkdtempSync(join(tmpdir(), 'make-dump-'));
afterAll(() => rmSync(folder, { recursive: true }));

const options: DumpOptions = { rows: 400, seed: 5, dumpDate: '2026-09-14' };
const path = join(folder, 'dump.xlsx');
const truthPath = join(folder, 'truth.ndjson');
const summary = await writeDump(path, { ...options, truthPath });
const parts = await readParts(path);
const companySheet = parts.get('xl/worksheets/sheet1.xml');
const sheets = await readSheets(path);
const [, header, ...rows] = sheets['Company'] ?? [];
const generated = [...generateRows(options)];

describe('the sheet Company', () => {
  it('has a title whose formula and cached value contain the day of the dump', () => {
    const [, title = ''] = /<c r="D1" [^>]*?t="str">(.*?)<\/c>/s.exec(companySheet ?? '') ?? [];
    expect(title).toMatch(/^<f>CONCATENATE\(.*\)<\/f>/);
    expect(title).toMatch(/<v>[^<]*\(starea pînă la 14\.09\.2026\)<\/v>$/);
  });

  it('has the eleven headers of the register in its second row', () => {
    expect(header?.cells).toEqual([
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

  it('holds every generated cell in its row, text as text and numbers as numbers', () => {
    expect(rows).toEqual(
      generated.map(({ cells, truth }) => ({ number: truth.row, cells: toRead(cells) })),
    );
    expect(rows[0]?.number).toBe(3);
  });

  it('writes some numbers as Java does', () => {
    expect(companySheet).toMatch(/<v>1\.\d+E12<\/v><\/c><c r="B\d+" s="2"><v>\d+\.0<\/v>/);
  });

  it('ends with a row that holds a count and nothing else', () => {
    const nothing = Array.from({ length: 7 }, () => null);
    expect(rows.at(-1)).toEqual({ number: 403, cells: [...nothing, 400] });
  });
});

describe('the classification sheets', () => {
  const idsOf = (column: number) =>
    generated.flatMap((row) => String(row.cells[column] ?? '').match(/\d+/g) ?? []);

  it('name every unlicensed activity but the one that is unclassified on purpose', () => {
    const [header, ...classes] = sheets['Clasificare nelicenţiate'] ?? [];
    expect(header?.cells.slice(0, 3)).toEqual(['ID', 'Denumire', 'Cod CAEM']);
    const named = new Set(classes.map(({ cells }) => String(cells[0])));
    expect(new Set(idsOf(8).filter((id) => !named.has(id)))).toEqual(new Set(['99001']));
    for (const { cells } of classes) {
      expect(cells[2]).toMatch(cells[3] === 2 ? /^\d\d\.\d\d$/ : /^\d{5}$/);
    }
  });

  it('name every licensed activity', () => {
    const named = sheets['Clasificare licenţiate']?.map(({ cells }) => String(cells[0])) ?? [];
    expect(idsOf(9).filter((id) => !named.includes(id))).toEqual([]);
  });
});

describe('the files', () => {
  it('are the same for the same seed', async () => {
    const again = join(folder, 'again.xlsx');
    await writeDump(again, options);
    expect(await readParts(again)).toEqual(parts);
  });

  it('count their texts', () => {
    const strings = parts.get('xl/sharedstrings.xml') ?? '';
    const head = /count="(\d+)" uniqueCount="(\d+)"/.exec(strings);
    const used = [...parts.values()].join('').match(/t="s"/g)?.length;
    expect(Number(head?.[1])).toBe(used);
    expect(Number(head?.[2])).toBe(strings.match(/<si>/g)?.length);
  });

  it('contain the expected result of each row', () => {
    const lines = readFileSync(truthPath, 'utf8').trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(generated.map((row) => row.truth));
    const { stored, superseded, rejected, without_idno } = summary.outcomes;
    expect(stored + superseded + rejected + without_idno).toBe(lines.length);
  });

  it('are removed when one of them cannot be written', async () => {
    const failed = join(folder, 'failed.xlsx');
    const nowhere = join(folder, 'no-such-folder', 'truth.ndjson');
    await expect(writeDump(failed, { ...options, truthPath: nowhere })).rejects.toThrow('ENOENT');
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([]);
  });
});

/** As a reader sees them: without empty cells at the end. */
function toRead(cells: readonly Cell[]) {
  const values = cells.map((cell) =>
    typeof cell === 'object' && cell ? Number(cell.value) : cell,
  );
  return values.slice(0, values.findLastIndex((value) => value !== null) + 1);
}

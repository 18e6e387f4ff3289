import { describe, expect, it } from 'vitest';
import type { CellValue } from '../../../src/domain/register/cell.ts';
import { MAX_BATCH_ROWS, type TableRow } from '../../../src/import/table/table.ts';
import { openTable, readTable } from '../table-file.ts';
import { MAIN, writeSheet, writeWorkbookParts } from './workbook-writer.ts';
import { writeZip } from './zip-writer.ts';

function writeRows(rows: string): Buffer {
  const parts = writeWorkbookParts({ sheets: { A: writeSheet(rows) } });
  // Not packed: rows that are all alike would shrink as far as those of a ZIP bomb.
  return writeZip(parts.map((part) => ({ ...part, stored: true })));
}

async function readXml(xml: string): Promise<[number, ...CellValue[]][]> {
  const rows = await readTable('a.xlsx', writeZip(writeWorkbookParts({ sheets: { A: xml } })));
  return rows.map(({ number, cells }) => [number, ...cells]);
}

const readRows = (rows: string) => readXml(writeSheet(rows));

/** Rows that are not those of the sheet data. */
const OTHER_ROWS =
  `<x:worksheet xmlns:x="${MAIN}" xmlns:o="urn:o"><x:row/>` +
  '<o:sheetData><row><c><v>9</v></c></row></o:sheetData>' +
  '<x:sheetData><x:row><x:c><x:v>1</x:v></x:c></x:row><o:row><x:c><x:v>2</x:v></x:c></o:row>' +
  '</x:sheetData><x:extLst><x:ext><x:row/></x:ext></x:extLst></x:worksheet>';

describe('the rows of a sheet', () => {
  it.each<[outcome: string, rows: string, expected: [number, ...CellValue[]][]]>([
    [
      'are numbered by the sheet, and what it leaves out is null',
      '<row r="2"><c r="B2"><v>1</v></c><c r="D2"><v>2</v></c></row>' +
        '<row r="7"><c r="AA7"><v>3</v></c></row>',
      [
        [2, null, 1, null, 2],
        [7, ...Array.from({ length: 26 }, () => null), 3],
      ],
    ],
    [
      'go on counting where references are missing',
      '<row><c><v>1</v></c><c/><c><v>2</v></c></row>' +
        '<row r="5"><c r="C5"><v>3</v></c><c><v>4</v></c></row><row><c><v>5</v></c></row>',
      [
        [1, 1, null, 2],
        [5, null, null, 3, 4],
        [6, 5],
      ],
    ],
    [
      'may hold their cells in any order',
      '<row r="1"><c r="C1"><v>3</v></c><c r="A1"><v>1</v></c></row>',
      [[1, 1, null, 3]],
    ],
    [
      'without a value are left out, however far their formatting goes',
      '<row r="1"/><row r="2"><c r="A2" s="1"/><c r="XFD2" s="1"/></row>' +
        '<row r="3"><c r="A3"><v>1</v></c><c r="XFD3" s="1"/></row>',
      [[3, 1]],
    ],
    ['may be none', '', []],
  ])('%s', async (_, rows, expected) => {
    expect(await readRows(rows)).toEqual(expected);
  });

  it('are those of the sheet data only', async () => {
    expect(await readXml(OTHER_ROWS)).toEqual([[1, 1]]);
    expect(await readXml(`<worksheet xmlns="${MAIN}"/>`)).toEqual([]);
  });

  it.each([
    ['a row number that does not rise', '<row r="2"><c r="A2"/></row><row r="2"/>'],
    ['row 0', '<row r="0"/>'],
    ['a row number that is none', '<row r="x"/>'],
    ['a sheet that is no XML', '<row>'],
  ])('are refused with %s', async (_, rows) => {
    await expect(readRows(rows)).rejects.toThrow(
      /^a\.xlsx, part "xl\/worksheets\/sheet1.xml", .+: fetch the file again, or save it again as XLSX$/,
    );
  });

  it.each([
    ['a row', '<row r="2000001"/>'],
    ['a column', '<row r="1"><c r="AMK1"><v>1</v></c></row>'],
  ])(
    'are refused with %s past the limit, which to fetch the file again does not help',
    async (_, rows) => {
      await expect(readRows(rows)).rejects.toThrow(
        /^a\.xlsx, part "xl\/worksheets\/sheet1.xml", .+: divide it or correct the file$/,
      );
    },
  );
});

it('a formula is refused while it is read, also in a cell with a value', async () => {
  const formula = (length: number) =>
    writeRows(`<row><c><f>${'A<!-- -->'.repeat(length)}</f><v>1</v></c></row>`);
  const limits = { cellLength: 10 };
  expect(await readTable('a.xlsx', formula(10), { limits })).toEqual([{ number: 1, cells: [1] }]);
  await expect(readTable('a.xlsx', formula(11), { limits })).rejects.toThrow(
    'row 1 has a cell of over 10 characters',
  );
});

describe('batches', () => {
  const count = 2 * MAX_BATCH_ROWS + 1;
  const rows = Array.from({ length: count }, (_, n) => `<row><c><v>${n}</v></c></row>`).join('');

  it('have at most the maximum of rows, each row once', async () => {
    const batches: TableRow[][] = [];
    const file = await openTable('a.xlsx', writeRows(rows));
    for await (const batch of file.rows('A')) batches.push(batch);
    expect(batches.map(({ length }) => length)).toEqual([MAX_BATCH_ROWS, MAX_BATCH_ROWS, 1]);
    expect(batches.flat().map(({ cells }) => cells[0])).toEqual([...Array(count).keys()]);
  });

  it('end early if the cells are long', async () => {
    const cell = `<c t="inlineStr"><is><t>${'ă'.repeat(600_000)}</t></is></c>`;
    const file = await openTable('a.xlsx', writeRows(`<row>${cell}</row>`.repeat(5)));
    const lengths: number[] = [];
    for await (const batch of file.rows('A')) lengths.push(batch.length);
    expect(lengths).toEqual([2, 2, 1]);
  });

  it('start from the beginning again, also after a reader that stopped early', async () => {
    const file = await openTable('a.xlsx', writeRows(rows), { chunkBytes: 100 });
    for await (const batch of file.rows('A')) {
      expect(batch[0]?.cells).toEqual([0]);
      break;
    }
    let read = 0;
    for await (const batch of file.rows('A')) read += batch.length;
    expect(read).toBe(count);
  });
});

import { describe, expect, it } from 'vitest';
import { FileFault } from '../../../src/domain/errors.ts';
import { readTable } from '../table-file.ts';
import { writeSheet, writeTableParts, writeWorkbookParts } from './workbook-writer.ts';
import { writeZip, type ZipPart } from './zip-writer.ts';

const PARTS = writeTableParts([
  ['IDNO/ Cod fiscal', 'Denumirea completă'],
  [1003600123456, 'Țesătorii „Ștefan” S.R.L.'],
]);
const ROWS = [
  { number: 1, cells: ['IDNO/ Cod fiscal', 'Denumirea completă'] },
  { number: 2, cells: [1003600123456, 'Țesătorii „Ștefan” S.R.L.'] },
];
const SHEET = 'xl/worksheets/sheet1.xml';

function change(change: Partial<ZipPart>, name?: string): ZipPart[] {
  return PARTS.map((part) =>
    name === undefined || part.name === name ? { ...part, ...change } : part,
  );
}

describe('an archive is read', () => {
  it.each([
    ['deflated', writeZip(PARTS)],
    ['stored', writeZip(change({ stored: true }))],
    ['with sizes after the data', writeZip(change({ descriptor: true }))],
    ['with sizes of 64 bits', writeZip(change({ zip64: true }))],
    ['with an end record of 64 bits', writeZip(PARTS, true)],
    [
      'as streaming writers of 64 bits make it',
      writeZip(change({ zip64: true, descriptor: true }), true),
    ],
    ['with a comment', writeZip(PARTS, false, 'a comment')],
    ['with a comment that looks like an end', writeZip(PARTS, true, 'PK\x05\x06'.repeat(30))],
    ['with folders and other parts', writeZip([{ name: 'xl/', content: '' }, ...PARTS])],
  ])('%s', async (_, zip) => {
    expect(await readTable('a.xlsx', zip)).toEqual(ROWS);
    expect(await readTable('a.xlsx', zip, { chunkBytes: 1 })).toEqual(ROWS);
  });
});

describe('an archive is refused in one line', () => {
  const zip = writeZip(PARTS);
  const rows = '<row><c><v>1</v></c></row>'.repeat(200_000);
  const bomb = writeZip(writeWorkbookParts({ sheets: { A: writeSheet(rows) } }));
  it.each([
    ['cut before its end', zip.subarray(0, -10), /cut short/],
    ['cut in the middle', zip.subarray(0, zip.length >> 1), /cut short/],
    ['cut to its first bytes', zip.subarray(0, 4), /cut short/],
    ['cut at the front', zip.subarray(50), /neither an XLSX|cut short/],
    ['without parts', writeZip([]), /no workbook/],
    ['encrypted', writeZip(change({ flags: 1 })), /is encrypted: save the file without a password/],
    ['strongly encrypted', writeZip(change({ flags: 0x41 })), /is encrypted/],
    ['encrypted by AES', writeZip(change({ flags: 1, claims: { method: 99 } })), /is encrypted/],
    ['packed by another method', writeZip(change({ claims: { method: 14 } })), /by method 14/],
    [
      'with a wrong CRC',
      writeZip(change({ claims: { crc: 1 } }, SHEET)),
      /sheet1.xml", is damaged/,
    ],
    ['with a size too small', writeZip(change({ claims: { plainBytes: 9 } }, SHEET)), /is damaged/],
    [
      'with a size too large',
      writeZip(change({ claims: { plainBytes: 9999 } }, SHEET)),
      /is damaged/,
    ],
    ['with one part twice', writeZip([...PARTS, ...PARTS]), /two parts named/],
    ['that is a bomb', bomb, /times its size, the limit is 200: it looks like a ZIP bomb/],
    [
      'that says it unpacks to 2 TB',
      writeZip(change({ zip64: true, claims: { plainBytes: 2 ** 41 } }, SHEET)),
      /the limit is 1073741824/,
    ],
  ])('%s', async (_, bytes, reason) => {
    const reading = readTable('a.xlsx', bytes);
    await expect(reading).rejects.toThrow(FileFault);
    await expect(reading).rejects.toThrow(reason);
    await expect(reading).rejects.toThrow(/^a\.xlsx[^\n]+$/);
  });

  it('if any byte of its data is changed', async () => {
    const start = zip.indexOf(SHEET) + SHEET.length + 7;
    for (let at = start; at < start + 60; at++) {
      const changed = Buffer.from(zip);
      changed[at] = (changed[at] ?? 0) ^ 0x55;
      await expect(readTable('a.xlsx', changed)).rejects.toThrow(FileFault);
    }
  });

  it('if any byte of its directory is changed, unless it reads the same', async () => {
    const start = zip.indexOf('PK\x01\x02');
    for (let at = start; at < zip.length; at++) {
      const changed = Buffer.from(zip);
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const outcome = await readTable('a.xlsx', changed).catch((error: Error) => error);
      if (!(outcome instanceof FileFault)) expect(outcome).toEqual(ROWS);
    }
  });

  it('by named limits that can be set', async () => {
    const limits = { entries: 5, entryBytes: 100, compressionRatio: 2 };
    await expect(readTable('a.xlsx', zip, { limits })).rejects.toThrow('6 parts, the limit is 5');
    limits.entries = 6;
    await expect(readTable('a.xlsx', zip, { limits })).rejects.toThrow('the limit is 100');
    await expect(readTable('a.xlsx', zip, { limits: { fileBytes: zip.length } })).rejects.toThrow(
      `unpacks to over ${zip.length} bytes`,
    );
    const fileBytes = zip.length - 1;
    await expect(readTable('a.xlsx', zip, { limits: { fileBytes } })).rejects.toThrow(
      `has ${zip.length} bytes, the limit is ${fileBytes}`,
    );
  });
});

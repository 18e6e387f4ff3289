import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { FileFault } from '../../../src/domain/errors.ts';
import { openTableFile } from '../../../src/import/table/open.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { readTable, saveFile } from '../table-file.ts';
import { writeRelations, writeTableParts } from '../xlsx/workbook-writer.ts';
import { writeZip } from '../xlsx/zip-writer.ts';

const XLSX = writeZip(writeTableParts([['IDNO'], [1003600123456]]));
const OPEN_DOCUMENT = writeZip([{ name: 'content.xml', content: '<office:document-content/>' }]);
const BINARY = writeZip([
  { name: 'xl/workbook.bin', content: 'x' },
  { name: '_rels/.rels', content: writeRelations([['officeDocument', 'xl/workbook.bin']]) },
]);
const CSV = 'IDNO\n1003600123456\n';

/** A compound file whose directory, in the sector after the header, has these streams. */
function writeCompoundFile(...streams: string[]): Buffer {
  const file = Buffer.alloc(2_048);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [index, name] of ['Root Entry', ...streams].entries()) {
    file.write(name, 1_024 + 128 * index, 'utf16le');
  }
  return file;
}

describe('a file is opened by its content', () => {
  it.each([
    ['company.xlsx', XLSX, 1003600123456],
    ['2023.06.19 Company.XLSX', XLSX, 1003600123456],
    ['company', XLSX, 1003600123456],
    ['company.download', XLSX, 1003600123456],
    ['company.ods', XLSX, 1003600123456],
    ['company.csv', CSV, '1003600123456'],
    ['company.txt', CSV, '1003600123456'],
    ['company', CSV, '1003600123456'],
  ])('when it is named %s', async (name, content, idno) => {
    expect((await readTable(name, content)).map(({ cells }) => cells)).toEqual([['IDNO'], [idno]]);
  });
});

describe('a file is refused in one line', () => {
  it.each([
    ['a.xlsx', '', /is empty/],
    ['a.csv', '', /is empty/],
    ['a.xlsx', CSV, /is named \.xlsx but holds plain text: .* rename it to \.csv/],
    ['a.csv', XLSX, /is named \.csv but holds an XLSX workbook: .* rename it to \.xlsx/],
    ['a.xls', XLSX, /is named \.xls but holds an XLSX workbook/],
    ['a.ods', OPEN_DOCUMENT, /^a\.ods is a ZIP archive but no workbook: .* save it as XLSX$/],
    ['a.xlsb', BINARY, /^a\.xlsb is a binary workbook \(XLSB\): save it as XLSX$/],
    ['a.xlsx', '<!DOCTYPE html><html><body>404</body></html>', /is a web page/],
    ['a.csv', '\uFEFF \n<HTML lang="ro">', /is a web page/],
    ['a.xls', '<table><tr><td>IDNO</td></tr></table>', /is a web page/],
    ['a.xlsx', '<?xml version="1.0"?><Workbook/>', /is an XML document/],
    ['a.xlsx', writeCompoundFile('EncryptionInfo', 'EncryptedPackage'), /is encrypted: save it/],
    ['a.xls', writeCompoundFile('Workbook'), /old format \(XLS\): save it as XLSX/],
    ['a.xlsx', writeCompoundFile('Book'), /old format \(XLS\)/],
    ['a.xlsx', writeCompoundFile('WordDocument'), /Office document of another kind/],
    ['a.xlsx', writeCompoundFile().subarray(0, 100), /Office document of another kind/],
    ['a.xlsx', writeCompoundFile().subarray(0, 600), /Office document of another kind/],
    ['a.csv.gz', gzipSync(CSV), /packed by gzip: unpack it first/],
    ['a.xlsx', '%PDF-1.7\n', /is a PDF document/],
    ['a.csv', Buffer.from(`\uFEFF${CSV}`, 'utf16le'), /is text in UTF-16/],
    ['a.csv', Buffer.from(CSV, 'utf16le'), /neither an XLSX workbook nor CSV text/],
    ['a.xlsx', Buffer.alloc(5_000), /neither an XLSX workbook nor CSV text/],
    ['a.xlsx', XLSX.subarray(0, -1), /is cut short or damaged: fetch it again/],
    ['a.xlsx', XLSX.subarray(0, 200), /is cut short or damaged/],
    ['a\nb.xlsx', '', /^a\?b\.xlsx is empty/],
  ])('%s with %j', async (name, content, reason) => {
    const path = saveFile(name, content);
    await expect(openTableFile(path)).rejects.toThrow(FileFault);
    await expect(openTableFile(path)).rejects.toThrow(reason);
    await expect(openTableFile(path)).rejects.toThrow(/^a[^\n]+$/);
  });

  it('when its strings cannot be written to the temporary folder', async () => {
    const temporaryFolder = join(makeTestFolder(), 'missing');
    const reading = readTable('a.xlsx', XLSX, { temporaryFolder });
    await expect(reading).rejects.toThrow(
      /strings cannot be written .* \(ENOENT\): free some space/,
    );
  });

  it('when it does not exist, is a folder or a named pipe that nobody writes to', async () => {
    const folder = makeTestFolder();
    const missing = join(folder, 'a.xlsx');
    await expect(openTableFile(missing)).rejects.toThrow(/^a\.xlsx cannot be opened \(ENOENT\)/);
    mkdirSync(missing);
    await expect(openTableFile(missing)).rejects.toThrow(/^a\.xlsx is not a regular file/);
    const pipe = join(folder, 'b.csv');
    execFileSync('mkfifo', [pipe]);
    await expect(openTableFile(pipe)).rejects.toThrow(/^b\.csv is not a regular file/);
  });
});

import type { SourceFile } from '../table/source-file.ts';
import type { ReadLimits, ReadSettings, TableFile } from '../table/table.ts';
import { openArchive } from './archive.ts';
import { readSheet } from './sheet.ts';
import { TemporaryStrings } from './temporary-strings.ts';
import { readWorkbook } from './workbook.ts';
import { childNode, MORE, OPEN, rootNode, XmlCursor } from './xml-cursor.ts';
import { decodeEscapes } from './xml-text.ts';

/**
 * Opens a workbook whose rows are read on demand. The strings that cells share are
 * unpacked into a temporary file at the first call of `rows`. Throws FileFault.
 */
export async function openXlsxFile(
  file: SourceFile,
  { limits, chunkBytes, temporaryFolder }: ReadSettings,
): Promise<TableFile> {
  const archive = await openArchive(file, limits, chunkBytes);
  const workbook = await readWorkbook(archive, limits);
  const { sheets, hiddenSheets, sharedStrings, date1904 } = workbook;
  for (const part of sheets.values()) archive.find(part);
  if (sharedStrings !== null) archive.find(sharedStrings);

  let strings: Promise<TemporaryStrings> | null = null;
  const loadStrings = (part: string) => {
    const label = archive.label(part);
    strings ??= readSharedStrings(archive.read(part), label, limits, temporaryFolder);
    return strings;
  };
  return {
    sheets: [...sheets.keys()],
    hiddenSheets,
    date1904,
    isDelimited: false,
    async *rows(sheet) {
      const part = sheets.get(sheet) ?? '';
      yield* readSheet(archive.read(part), {
        label: archive.label(part),
        strings: sharedStrings === null ? null : await loadStrings(sharedStrings),
        date1904,
        limits,
      });
    },
    async close() {
      // An error of the strings was thrown by `rows`.
      const loaded = await strings?.catch(() => null);
      loaded?.close();
      strings = null;
      await file.handle.close();
    },
  };
}

const TABLE = rootNode('sst');
const ITEM = childNode(TABLE, 'si');
const TEXT = childNode(ITEM, 't');
// Runs of rich text are parts of the string; phonetic runs (rPh) give its pronunciation.
const RUN_TEXT = childNode(childNode(ITEM, 'r'), 't');

/** The most bytes that a UTF-16 unit takes in UTF-8. */
const MAX_UTF8_BYTES = 3;

/** Decodes the part of shared strings into a temporary file in `folder`. Throws FileFault. */
export async function readSharedStrings(
  chunks: AsyncIterable<Uint8Array>,
  label: string,
  limits: ReadLimits,
  folder: string,
): Promise<TemporaryStrings> {
  const strings = new TemporaryStrings(folder);
  try {
    const cursor = new XmlCursor(label, TABLE);
    for await (const chunk of chunks) {
      cursor.push(chunk);
      copyStrings(cursor, strings, limits);
    }
    cursor.finish();
    strings.finish();
    return strings;
  } catch (error) {
    strings.close();
    throw error;
  }
}

function copyStrings(cursor: XmlCursor, strings: TemporaryStrings, limits: ReadLimits): void {
  for (let token = cursor.next(); token !== MORE; token = cursor.next()) {
    if (token === OPEN) continue;
    if (cursor.node === TEXT || cursor.node === RUN_TEXT) {
      appendText(cursor, strings);
      if (strings.length > limits.cellLength * MAX_UTF8_BYTES) {
        throw cursor.limitFault(`has a string of over ${limits.cellLength} characters`);
      }
    } else if (cursor.node === ITEM) {
      if (strings.count >= limits.sharedStrings) {
        throw cursor.limitFault(`has more than ${limits.sharedStrings} strings`);
      }
      strings.endString();
    }
  }
}

function appendText(cursor: XmlCursor, strings: TemporaryStrings): void {
  if (cursor.isPlain) {
    strings.append(cursor.bytes, cursor.textStart, cursor.textEnd);
    return;
  }
  const bytes = Buffer.from(decodeEscapes(cursor.text));
  strings.append(bytes, 0, bytes.length);
}

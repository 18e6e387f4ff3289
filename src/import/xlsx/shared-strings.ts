import { closeSync } from 'node:fs';
import type { ReadLimits } from '../table/read-limits.ts';
import { SPREADSHEET_NAMESPACES } from './namespaces.ts';
import { StringCache } from './string-cache.ts';
import { StringFileWriter } from './string-file.ts';
import { CLOSE, MORE, TEXT, XmlCursor } from './xml/cursor.ts';
import { childPlace, rootPlace } from './xml/outline.ts';
import { decodeEscapes } from './xml/text.ts';

const TABLE = rootPlace('sst');
const ITEM = childPlace(TABLE, 'si');
childPlace(ITEM, 't');
// Runs of rich text are parts of the string; phonetic runs (rPh) say how to read it and are not.
childPlace(childPlace(ITEM, 'r'), 't');

/** No UTF-16 unit takes more in UTF-8. */
const MAX_UTF8_BYTES = 3;

/** Decodes the part of shared strings into a temporary file in `folder`. Throws FileFault. */
export async function readSharedStrings(
  chunks: AsyncIterable<Uint8Array>,
  label: string,
  limits: ReadLimits,
  folder: string,
): Promise<StringCache> {
  const writer = new StringFileWriter(folder);
  try {
    const cursor = new XmlCursor(label, TABLE, SPREADSHEET_NAMESPACES);
    for await (const chunk of chunks) {
      cursor.push(chunk);
      copyStrings(cursor, writer, limits);
    }
    cursor.finish();
    return new StringCache(writer.finish());
  } catch (error) {
    closeSync(writer.file.descriptor);
    throw error;
  }
}

function copyStrings(cursor: XmlCursor, writer: StringFileWriter, limits: ReadLimits): void {
  for (let token = cursor.next(); token !== MORE; token = cursor.next()) {
    if (token === TEXT) {
      appendText(cursor, writer);
      if (writer.length > limits.cellLength * MAX_UTF8_BYTES) {
        throw cursor.window.fault(`has a string of over ${limits.cellLength} characters`);
      }
    } else if (token === CLOSE && cursor.place === ITEM) {
      if (writer.file.count >= limits.sharedStrings) {
        throw cursor.window.fault(`has more than ${limits.sharedStrings} strings`);
      }
      writer.endString();
    }
  }
}

function appendText(cursor: XmlCursor, writer: StringFileWriter): void {
  if (cursor.isPlain) {
    writer.append(cursor.window.bytes, cursor.textStart, cursor.textEnd);
    return;
  }
  const bytes = Buffer.from(decodeEscapes(cursor.text));
  writer.append(bytes, 0, bytes.length);
}

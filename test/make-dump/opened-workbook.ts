import { readFileSync } from 'node:fs';
import { crc32, inflateRawSync } from 'node:zlib';
import { SaxesParser } from 'saxes';

/** A cell as the file has it: its reference, its kind and its value, shared strings looked up. */
export interface OpenedCell {
  reference: string;
  type: string;
  value: string;
  formula: string;
}

/** The parts of a ZIP by name; sizes and checksums of the directory must hold. */
export function readParts(path: string): Map<string, string> {
  const file = readFileSync(path);
  const end = file.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left -= 1) {
    const nameBytes = file.readUInt16LE(at + 28);
    const name = file.toString('utf8', at + 46, at + 46 + nameBytes);
    const local = file.readUInt32LE(at + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const plain = inflateRawSync(file.subarray(start, start + file.readUInt32LE(at + 20)));
    if (
      plain.length !== file.readUInt32LE(at + 24) ||
      crc32(plain) !== file.readUInt32LE(at + 16)
    ) {
      throw new Error(`${name} does not match its size or checksum in the directory`);
    }
    parts.set(name, plain.toString('utf8'));
    at += 46 + nameBytes + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}

/** The rows of a sheet by its name, found by way of the workbook's relations. */
export function readSheet(parts: Map<string, string>, name: string): OpenedCell[][] {
  const sheetId = attributeWhere(parts, 'xl/workbook.xml', 'sheet', 'name', name, 'r:id');
  const relations = 'xl/_rels/workbook.xml.rels';
  const target = attributeWhere(parts, relations, 'Relationship', 'Id', sheetId, 'Target');
  const strings = readSharedStrings(parts);
  const rows: OpenedCell[][] = [];
  let cell: OpenedCell = { reference: '', type: '', value: '', formula: '' };
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name: tag, attributes: { r = '', t = 'n' } }) => {
    text = '';
    if (tag === 'row') rows.push([]);
    if (tag === 'c') cell = { reference: r, type: t, value: '', formula: '' };
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name: tag }) => {
    if (tag === 'f') cell.formula = text;
    if (tag === 'v') cell.value = cell.type === 's' ? (strings[Number(text)] ?? '') : text;
    if (tag === 'c') rows.at(-1)?.push(cell);
  });
  parser.write(parts.get(`xl/${target}`) ?? '').close();
  return rows;
}

export function readSharedStrings(parts: Map<string, string>): string[] {
  const strings: string[] = [];
  let text = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name }) => {
    if (name === 'si') text = '';
  });
  parser.on('text', (piece) => {
    text += piece;
  });
  parser.on('closetag', ({ name }) => {
    if (name === 'si') strings.push(text.replaceAll('_x000D_', '\r'));
  });
  parser.write(parts.get('xl/sharedStrings.xml') ?? '').close();
  return strings;
}

/** The attribute `wanted` of the element whose attribute `key` is `value`. */
function attributeWhere(
  parts: Map<string, string>,
  part: string,
  element: string,
  key: string,
  value: string,
  wanted: string,
): string {
  let found = '';
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    if (name === element && attributes[key] === value) found = attributes[wanted] ?? '';
  });
  parser.write(parts.get(part) ?? '').close();
  if (found === '') throw new Error(`${part} has no ${element} with ${key} ${value}`);
  return found;
}

import { posix } from 'node:path';
import { FileFault } from '../../domain/errors.ts';
import { quote } from '../quote.ts';
import type { ReadLimits } from '../table/table.ts';
import type { XlsxArchive } from './archive.ts';
import { childNode, MORE, OPEN, type OutlineNode, rootNode, XmlCursor } from './xml-cursor.ts';
import { decodeEscapes } from './xml-text.ts';
import { toPartKey } from './zip-directory.ts';

/** The contents of the workbook part and its relations. */
interface Workbook {
  /** Part names of the worksheets by the sheets' names, in the workbook's order. */
  sheets: Map<string, string>;
  /** Names of the sheets that are hidden, by menu or by a program. */
  hiddenSheets: string[];
  /** Part name; null when the workbook has no shared strings. */
  sharedStrings: string | null;
  date1904: boolean;
}

interface Relation {
  id: string;
  /** The last step of the type's address: `worksheet`, `sharedStrings`. */
  type: string;
  part: string;
}

const RELATIONSHIP_NAMESPACES = ['http://schemas.openxmlformats.org/package/2006/relationships'];
/** The most bytes of a part that only lists others, since it is held in memory. */
const MAX_INDEX_BYTES = 2 ** 24;
const RELATIONSHIPS = rootNode('Relationships', RELATIONSHIP_NAMESPACES);
const RELATIONSHIP = childNode(RELATIONSHIPS, 'Relationship');
const WORKBOOK = rootNode('workbook');
const PROPERTIES = childNode(WORKBOOK, 'workbookPr');
const SHEET = childNode(childNode(WORKBOOK, 'sheets'), 'sheet');

/** Finds the parts by their relations, since each program names parts as it likes. */
export async function readWorkbook(archive: XlsxArchive, limits: ReadLimits): Promise<Workbook> {
  const { name } = archive.file;
  if (!archive.has('_rels/.rels')) {
    throw new FileFault(`${name} is a ZIP archive but no workbook: unpack it, or save it as XLSX`);
  }
  const root = (await readRelations(archive, '')).find(({ type }) => type === 'officeDocument');
  if (root === undefined || !archive.has(root.part)) {
    throw new FileFault(`${name} holds no workbook: save it as XLSX`);
  }
  if (root.part.endsWith('.bin')) {
    throw new FileFault(`${name} is a binary workbook (XLSB): save it as XLSX`);
  }
  const relations = await readRelations(archive, root.part);
  const sharedStrings = relations.find(({ type }) => type === 'sharedStrings')?.part ?? null;
  const workbook: Workbook = {
    sheets: new Map(),
    hiddenSheets: [],
    sharedStrings,
    date1904: false,
  };
  let count = 0;
  await visit(archive, root.part, WORKBOOK, (cursor) => {
    if (cursor.node === PROPERTIES) workbook.date1904 = isTrue(cursor.getAttribute('date1904'));
    if (cursor.node !== SHEET) return;
    if (++count > limits.sheets) throw cursor.limitFault(`has more than ${limits.sheets} sheets`);
    addSheet(workbook, cursor, relations, name);
  });
  if (workbook.sheets.size === 0) {
    throw new FileFault(`${name} has no sheet with a table: choose another file`);
  }
  return workbook;
}

async function readRelations(archive: XlsxArchive, source: string): Promise<Relation[]> {
  const folder = posix.dirname(source);
  const part = posix.join(folder, '_rels', `${posix.basename(source)}.rels`);
  const relations: Relation[] = [];
  await visit(archive, part, RELATIONSHIPS, (cursor) => {
    if (cursor.node !== RELATIONSHIP || cursor.getAttribute('TargetMode') === 'External') return;
    relations.push({
      id: cursor.getAttribute('Id') ?? '',
      type: posix.basename(cursor.getAttribute('Type') ?? ''),
      part: posix.resolve('/', folder, cursor.getAttribute('Target') ?? '').slice(1),
    });
  });
  return relations;
}

async function visit(
  archive: XlsxArchive,
  part: string,
  outline: OutlineNode,
  visitElement: (cursor: XmlCursor) => void,
): Promise<void> {
  const cursor = new XmlCursor(archive.label(part), outline);
  for await (const chunk of archive.read(part, MAX_INDEX_BYTES)) {
    cursor.push(chunk);
    for (let token = cursor.next(); token !== MORE; token = cursor.next()) {
      if (token === OPEN) visitElement(cursor);
    }
  }
  cursor.finish();
}

function addSheet(
  { sheets, hiddenSheets }: Workbook,
  cursor: XmlCursor,
  relations: readonly Relation[],
  file: string,
): void {
  const rawName = cursor.getAttribute('name');
  const relationId = cursor.getPrefixedAttribute('id');
  if (rawName === null || relationId === null) {
    throw cursor.fault('has a sheet without a name or id');
  }
  const name = decodeEscapes(rawName);
  const relation = relations.find(({ id }) => id === relationId);
  if (relation === undefined) {
    throw new FileFault(
      `${file} is damaged, nothing is stored of sheet ${quote(name)}: fetch the file again`,
    );
  }
  // Chart sheets and macro sheets have relations of other types and hold no table.
  if (relation.type !== 'worksheet') return;
  if (sheets.has(name)) {
    throw new FileFault(`${file} has two sheets ${quote(name)}: save it again as XLSX`);
  }
  const parts = [...sheets.values()].map(toPartKey);
  if (parts.includes(toPartKey(relation.part))) {
    throw new FileFault(
      `${file} has two sheets in the part ${quote(relation.part)}: save it again as XLSX`,
    );
  }
  sheets.set(name, relation.part);
  if ((cursor.getAttribute('state') ?? 'visible') !== 'visible') hiddenSheets.push(name);
}

function isTrue(value: string | null): boolean {
  return value === '1' || value === 'true';
}

import { writePackage, writeRelations } from '../../../scripts/xlsx-writer/package.ts';
import { SharedStrings } from '../../../scripts/xlsx-writer/shared-strings.ts';
import { type Cell, writeSheet, writeTable } from '../../../scripts/xlsx-writer/sheet.ts';
import { escapeText, escapeXml, MAIN_NAMESPACE } from '../../../scripts/xlsx-writer/xml.ts';
import type { ZipPart } from './zip-writer.ts';

export { escapeText, escapeXml, MAIN_NAMESPACE as MAIN, writeRelations, writeSheet };

export interface WorkbookSpec {
  /** Sheet names with the XML of their parts. */
  sheets: Record<string, string>;
  /** XML inside `<sst>`; without it the workbook has no such part. */
  strings?: string;
  date1904?: boolean;
  hidden?: readonly string[];
}

/** The parts of a workbook as Excel lays them out, for `writeZip`. */
export function writeWorkbookParts(spec: WorkbookSpec): ZipPart[] {
  const { sheets, strings, date1904 = false, hidden = [] } = spec;
  const shared = strings === undefined ? [] : ['sharedStrings'];
  const names = Object.keys(sheets).map((name) => ({ name, isHidden: hidden.includes(name) }));
  const parts: ZipPart[] = writePackage({ sheets: names, parts: shared, date1904 }).map(
    ({ name, xml }) => ({ name, content: xml }),
  );
  for (const [index, content] of Object.values(sheets).entries()) {
    parts.push({ name: `xl/worksheets/sheet${index + 1}.xml`, content });
  }
  if (strings !== undefined) {
    const content = `<sst xmlns="${MAIN_NAMESPACE}">${strings}</sst>`;
    parts.push({ name: 'xl/sharedStrings.xml', content });
  }
  return parts;
}

/** A workbook of one sheet whose texts are shared, as the register's own export has them. */
export function writeTableParts(rows: readonly (readonly Cell[])[]): ZipPart[] {
  const strings = new SharedStrings();
  const options = { share: strings.intern, keepEmpty: true };
  const sheets = { Company: writeTable(rows, options) };
  const parts = writeWorkbookParts({ sheets, strings: '' });
  return parts.map((part) =>
    part.name === 'xl/sharedStrings.xml'
      ? { ...part, content: Buffer.concat([...strings.chunks()]) }
      : part,
  );
}

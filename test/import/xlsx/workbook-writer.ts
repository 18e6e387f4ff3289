import type { CellValue } from '../../../src/import/table.ts';
import type { ZipPart } from './zip-writer.ts';

export const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships';

export interface WorkbookSpec {
  /** Sheet names with the XML of their parts. */
  sheets: Record<string, string>;
  /** XML inside `<sst>`; without it the workbook has no such part. */
  strings?: string;
  date1904?: boolean;
}

/** The parts of a workbook as Excel lays them out, for `writeZip`. */
export function writeWorkbookParts({ sheets, strings, date1904 }: WorkbookSpec): ZipPart[] {
  const names = Object.keys(sheets);
  const relations = names.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`]);
  if (strings !== undefined) relations.push(['sharedStrings', 'sharedStrings.xml']);
  const entries = names.map(
    (name, index) => `<sheet name="${escapeXml(name)}" sheetId="${index + 1}" r:id="rId${index}"/>`,
  );
  const properties = date1904 === undefined ? '' : `<workbookPr date1904="${date1904}"/>`;
  const parts: ZipPart[] = [
    { name: '_rels/.rels', content: writeRelations([['officeDocument', 'xl/workbook.xml']]) },
    {
      name: 'xl/workbook.xml',
      content:
        `<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">${properties}` +
        `<sheets>${entries.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: writeRelations(relations) },
  ];
  for (const [index, content] of Object.values(sheets).entries()) {
    parts.push({ name: `xl/worksheets/sheet${index + 1}.xml`, content });
  }
  if (strings !== undefined) {
    parts.push({ name: 'xl/sharedStrings.xml', content: `<sst xmlns="${MAIN}">${strings}</sst>` });
  }
  return parts;
}

export function writeRelations(relations: readonly (readonly string[])[], base = OFFICE): string {
  const elements = relations.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index}" Type="${base}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="${PACKAGE}">${elements.join('')}</Relationships>`;
}

export function writeSheet(rows: string): string {
  return `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;
}

/** A workbook of one sheet whose texts are shared, as the register's own export has them. */
export function writeTableParts(rows: readonly (readonly CellValue[])[]): ZipPart[] {
  const strings = new Map<string, number>();
  const xml = rows.map((cells) => {
    const written = cells.map((cell) => {
      if (typeof cell === 'boolean') return `<c t="b"><v>${Number(cell)}</v></c>`;
      if (typeof cell === 'number') return `<c><v>${cell}</v></c>`;
      if (cell === null) return '<c/>';
      if (!strings.has(cell)) strings.set(cell, strings.size);
      return `<c t="s"><v>${strings.get(cell)}</v></c>`;
    });
    return `<row>${written.join('')}</row>`;
  });
  const items = [...strings.keys()].map((text) => `<si><t>${escapeXml(escapeText(text))}</t></si>`);
  return writeWorkbookParts({
    sheets: { Company: writeSheet(xml.join('')) },
    strings: items.join(''),
  });
}

/** What XML can't hold, and underscores that would look like that, as Excel writes them. */
export function escapeText(text: string): string {
  return text
    .replace(/_(?=x[0-9A-Fa-f]{4}(?:_|(?![\t\n])[\p{Cc}\ufffe\uffff]))/gu, '_x005F_')
    .replace(/(?![\t\n])[\p{Cc}\ufffe\uffff]/gu, (character) => {
      const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
      return `_x${code}_`;
    });
}

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

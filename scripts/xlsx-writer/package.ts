import { escapeXml, MAIN_NAMESPACE, XML_HEAD } from './xml.ts';

export interface WorkbookSpec {
  sheets: readonly { name: string; isHidden?: boolean }[];
  /** Other parts in `xl`: `styles`, `sharedStrings`. */
  parts?: readonly string[];
  date1904?: boolean;
}

export interface XmlPart {
  name: string;
  xml: string;
}

const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const TYPES = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** The parts that connect a workbook's sheets and tables, which the caller writes. */
export function writePackage({ sheets, parts = [], date1904 = false }: WorkbookSpec): XmlPart[] {
  const entries = sheets.map(({ name, isHidden }, index) => {
    const state = isHidden ? ' state="hidden"' : '';
    return `<sheet name="${escapeXml(name)}" sheetId="${index + 1}"${state} r:id="rId${index + 1}"/>`;
  });
  const relations = [
    ...sheets.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
    ...parts.map((part) => [part, `${part}.xml`] as const),
  ];
  const properties = date1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>';
  const workbook = `<workbook xmlns="${MAIN_NAMESPACE}" xmlns:r="${OFFICE}">${properties}\
<sheets>${entries.join('')}</sheets></workbook>`;
  return [
    { name: '[Content_Types].xml', xml: writeContentTypes(relations) },
    { name: '_rels/.rels', xml: writeRelations([['officeDocument', 'xl/workbook.xml']]) },
    { name: 'xl/workbook.xml', xml: XML_HEAD + workbook },
    { name: 'xl/_rels/workbook.xml.rels', xml: writeRelations(relations) },
  ];
}

export function writeRelations(
  relations: readonly (readonly [type: string, target: string])[],
  base = OFFICE,
): string {
  const lines = relations.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${base}/${type}" Target="${target}"/>`,
  );
  return `${XML_HEAD}<Relationships xmlns="${PACKAGE}/relationships">${lines.join('')}\
</Relationships>`;
}

function writeContentTypes(relations: readonly (readonly [string, string])[]): string {
  const overrides = [['sheet.main', 'workbook.xml'], ...relations].map(
    ([type, part]) => `<Override PartName="/xl/${part}" ContentType="${TYPES}.${type}+xml"/>`,
  );
  return `${XML_HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

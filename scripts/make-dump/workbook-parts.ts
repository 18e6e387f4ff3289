import { licensedSheetName, unlicensedSheetName } from './classification-sheets.ts';
import { mainNamespace, xmlHead } from './xml.ts';

const packageNamespace = 'http://schemas.openxmlformats.org/package/2006';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const sheetNames = ['Company', unlicensedSheetName, licensedSheetName];

/** The parts that are the same whatever the rows, by their path in the archive. */
export function listFixedParts(date1904: boolean): { name: string; xml: string }[] {
  return [
    { name: '[Content_Types].xml', xml: writeContentTypes() },
    {
      name: '_rels/.rels',
      xml: writeRelations([['officeDocument', 'xl/workbook.xml']]),
    },
    { name: 'xl/workbook.xml', xml: writeWorkbook(date1904) },
    {
      name: 'xl/_rels/workbook.xml.rels',
      xml: writeRelations([
        ...sheetNames.map((_, index) => ['worksheet', `worksheets/sheet${index + 1}.xml`] as const),
        ['styles', 'styles.xml'],
        ['sharedStrings', 'sharedStrings.xml'],
      ]),
    },
    { name: 'xl/styles.xml', xml: stylesXml },
  ];
}

function writeContentTypes(): string {
  const overrides = [
    ['workbook.xml', 'sheet.main'],
    ...sheetNames.map((_, index) => [`worksheets/sheet${index + 1}.xml`, 'worksheet']),
    ['styles.xml', 'styles'],
    ['sharedStrings.xml', 'sharedStrings'],
  ].map(
    ([part, type]) => `<Override PartName="/xl/${part}" ContentType="${spreadsheet}.${type}+xml"/>`,
  );
  return `${xmlHead}<Types xmlns="${packageNamespace}/content-types"><Default Extension="rels" \
ContentType="application/vnd.openxmlformats-package.relationships+xml"/>\
<Default Extension="xml" ContentType="application/xml"/>${overrides.join('')}</Types>`;
}

function writeRelations(targets: (readonly [string, string])[]): string {
  const lines = targets.map(
    ([type, target], index) =>
      `<Relationship Id="rId${index + 1}" Type="${relations}/${type}" Target="${target}"/>`,
  );
  return `${xmlHead}<Relationships xmlns="${packageNamespace}/relationships">${lines.join('')}\
</Relationships>`;
}

function writeWorkbook(date1904: boolean): string {
  const sheets = sheetNames.map(
    (name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`,
  );
  const properties = date1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>';
  return `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relations}">${properties}\
<sheets>${sheets.join('')}</sheets></workbook>`;
}

/** The cell formats are, in order, those that `styles` in sheet.ts names. */
const stylesXml = `${xmlHead}<styleSheet xmlns="${mainNamespace}"><numFmts count="1">\
<numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy"/></numFmts><fonts count="2"><font>\
<sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font>\
</fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill>\
<patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/>\
<top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf/></cellStyleXfs>\
<cellXfs count="4"><xf/><xf numFmtId="1" applyNumberFormat="1"/>\
<xf numFmtId="164" applyNumberFormat="1"/><xf fontId="1" applyFont="1"/></cellXfs>\
<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

import { describe, expect, it } from 'vitest';
import { openTable, readSheet, readTable } from '../table-file.ts';
import {
  MAIN,
  writeRelations,
  writeSheet,
  writeTableParts,
  writeWorkbookParts,
} from './workbook-writer.ts';
import { writeZip, type ZipPart } from './zip-writer.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const STRICT = 'http://purl.oclc.org/ooxml/officeDocument/relationships';

const WORKBOOK = 'xl/workbook.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';

async function readSheets(parts: readonly ZipPart[]): Promise<Record<string, unknown[]>> {
  const file = await openTable('a.xlsx', writeZip(parts));
  const rows: Record<string, unknown[]> = {};
  for (const sheet of file.sheets) {
    rows[sheet] = (await readSheet(file, sheet)).map(({ cells }) => cells);
  }
  return rows;
}

const sheetOf = (value: number) => writeSheet(`<row><c><v>${value}</v></c></row>`);

function replace(parts: readonly ZipPart[], name: string, from: string, to: string): ZipPart[] {
  return parts.map((part) =>
    part.name === name ? { ...part, content: String(part.content).replace(from, to) } : part,
  );
}

/** A workbook whose parts are named and linked as the test wants. */
function writeLinked(root: string, folder: string, target: string, part: string): ZipPart[] {
  const workbook =
    `<workbook xmlns="${MAIN}" xmlns:q="${OFFICE}"><sheets>` +
    '<sheet name="A" sheetId="1" q:id="rId1"/></sheets></workbook>';
  return [
    { name: part, content: sheetOf(1) },
    { name: `${folder}/book.xml`, content: workbook },
    { name: `${folder}/_rels/book.xml.rels`, content: writeRelations([['worksheet', target]]) },
    { name: '_rels/.rels', content: writeRelations([['officeDocument', root]]) },
  ];
}

describe('the sheets of a workbook', () => {
  it('keep their order and their names, decoded', async () => {
    const sheets = {
      Company: sheetOf(1),
      'Clasificare nelicenţiate': sheetOf(2),
      'Clasificare „licenţiate” & <altele>': sheetOf(3),
    };
    const read = await readSheets(writeWorkbookParts({ sheets }));
    expect(Object.keys(read)).toEqual(Object.keys(sheets));
    expect(Object.values(read)).toEqual([[[1]], [[2]], [[3]]]);
  });

  it.each([
    ['relative targets', 'doc/book.xml', 'doc', 's/one.xml', 'doc/s/one.xml'],
    ['absolute targets', '/doc/book.xml', 'doc', '/other/one.xml', 'other/one.xml'],
    ['targets that go up', 'doc/book.xml', 'doc', '../other/./one.xml', 'other/one.xml'],
    ['another case', 'Doc/Book.xml', 'doc', 'S/ONE.xml', 'doc/s/one.xml'],
    ['backslashes in the archive', 'doc/book.xml', 'doc', 's/one.xml', 'doc\\s\\one.xml'],
    ['a slash before names in the archive', 'doc/book.xml', 'doc', 's/one.xml', '/doc/s/one.xml'],
  ])('are found by %s', async (_, root, folder, target, part) => {
    expect(await readSheets(writeLinked(root, folder, target, part))).toEqual({ A: [[1]] });
  });

  it('are found in the strict form of the format', async () => {
    const main = 'http://purl.oclc.org/ooxml/spreadsheetml/main';
    const parts = writeWorkbookParts({ sheets: { A: sheetOf(1) } }).map(({ name, content }) => ({
      name,
      content: String(content).replaceAll(OFFICE, STRICT).replaceAll(MAIN, main),
    }));
    expect(await readSheets(parts)).toEqual({ A: [[1]] });
  });

  it('leave out sheets that are charts', async () => {
    const parts = writeWorkbookParts({ sheets: { A: sheetOf(1), Chart: '<chartsheet/>' } });
    const type = '/worksheet" Target="worksheets/sheet2.xml';
    const linked = replace(parts, RELATIONS, type, type.replace('work', 'chart'));
    expect(await readSheets(linked)).toEqual({ A: [[1]] });
  });

  it('are read the same with the parts in any order', async () => {
    const parts = writeTableParts([
      ['x', 'y'],
      ['y', 5],
    ]);
    const expected = [
      { number: 1, cells: ['x', 'y'] },
      { number: 2, cells: ['y', 5] },
    ];
    expect(await readTable('a.xlsx', writeZip(parts))).toEqual(expected);
    expect(await readTable('a.xlsx', writeZip(parts.toReversed()))).toEqual(expected);
  });
});

describe('the date system', () => {
  it.each([
    ['', false],
    [' date1904="0"', false],
    [' date1904="false"', false],
    [' date1904="1"', true],
    [' date1904="true"', true],
  ])('is read from <workbookPr%s/>', async (attribute, expected) => {
    const parts = writeWorkbookParts({ sheets: { A: sheetOf(1) } });
    const dated = replace(parts, WORKBOOK, '<workbookPr/>', `<workbookPr${attribute}/>`);
    const file = await openTable('a.xlsx', writeZip(dated));
    expect(file.date1904).toBe(expected);
  });
});

describe('a workbook is refused', () => {
  const parts = writeTableParts([['x']]);
  const without = (name: string) => parts.filter((part) => part.name !== name);
  const twins = writeWorkbookParts({ sheets: { A: sheetOf(1), B: sheetOf(2) } });
  it.each([
    ['a ZIP archive of other files', [{ name: 'a.csv', content: 'x' }], 'no workbook'],
    ['no workbook part', without(WORKBOOK), 'holds no workbook'],
    ['no relations', without(RELATIONS), 'is missing'],
    ['no part of a sheet', without('xl/worksheets/sheet1.xml'), 'is missing'],
    ['no part of the strings', without('xl/sharedStrings.xml'), 'is missing'],
    ['a sheet without a relation', replace(parts, WORKBOOK, 'rId1', 'rId9'), 'is damaged'],
    ['a sheet without a name', replace(parts, WORKBOOK, 'name=', 'n='), 'without a name'],
    ['no sheet', replace(parts, WORKBOOK, '<sheet ', '<other '), 'no sheet with a table'],
    [
      'a binary workbook',
      [
        { name: 'xl/workbook.bin', content: 'x' },
        { name: '_rels/.rels', content: writeRelations([['officeDocument', 'xl/workbook.bin']]) },
      ],
      'XLSB',
    ],
    ['two sheets of one name', replace(twins, WORKBOOK, '"B"', '"A"'), 'two sheets'],
    // Each sheet is read again, so that a small file could take long.
    ['two sheets in one part', replace(twins, RELATIONS, 'sheet2', 'SHEET1'), 'in the part'],
  ])('with %s', async (_, bad, reason) => {
    await expect(readTable('a.xlsx', writeZip(bad))).rejects.toThrow(reason);
    await expect(readTable('a.xlsx', writeZip(bad))).rejects.toThrow(/^a\.xlsx.+$/);
  });

  it('with more sheets than the limit', async () => {
    await expect(readTable('a.xlsx', writeZip(twins), { limits: { sheets: 1 } })).rejects.toThrow(
      '1 sheets',
    );
  });
});

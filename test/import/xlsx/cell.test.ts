import { describe, expect, it } from 'vitest';
import { FileFault } from '../../../src/domain/errors.ts';
import type { CellValue } from '../../../src/domain/register/cell.ts';
import { toSerialDate } from '../../../src/import/xlsx/cell.ts';
import { readTable } from '../table-file.ts';
import { writeSheet, writeWorkbookParts } from './workbook-writer.ts';
import { writeZip } from './zip-writer.ts';

const STRINGS = '<si><t>zero</t></si><si/><si><t>two</t></si>';

async function readCell(xml: string): Promise<unknown> {
  const sheets = { A: writeSheet(`<row>${xml}<c><v>9</v></c></row>`) };
  const zip = writeZip(writeWorkbookParts({ sheets, strings: STRINGS }));
  return (await readTable('a.xlsx', zip))[0]?.cells[0];
}

it('reads digits that are no number in a time that grows with their length', async () => {
  const text = `${'0'.repeat(150_000)}x`;
  expect(await readCell(`<c><v>${text}</v></c>`)).toBe(text);
});

describe('the value of a cell', () => {
  it.each<[xml: string, value: CellValue]>([
    ['<c><v>120</v></c>', 120],
    ['<c t="n"><v>1003600123456</v></c>', 1003600123456],
    ['<c><v>1.003602023531E12</v></c>', 1003602023531],
    ['<c><v>43831.5</v></c>', 43831.5],
    ['<c><v>-0.25</v></c>', -0.25],
    ['<c><v>.5e-3</v></c>', 0.0005],
    ['<c><v> 7\n</v></c>', 7],
    ['<c><v><![CDATA[7]]></v></c>', 7],
    ['<c><v>&#55;</v></c>', 7],
    ['<c><v>1<!-- -->2</v></c>', 12],
    ['<c><v>0012</v></c>', 12],
    ['<c><v>1234567890123456</v></c>', 1234567890123456],
    // Texts.
    ['<c t="s"><v>2</v></c>', 'two'],
    ['<c t="s"><v> 2 </v></c>', 'two'],
    ['<c t="s"><v><![CDATA[2]]></v></c>', 'two'],
    ['<c t="str"><f>CONCATENATE("a","&lt;")</f><v>a &lt;_x0041_</v></c>', 'a <A'],
    ['<c t="str"><v> kept </v></c>', ' kept '],
    ['<c t="inlineStr"><is><t>in</t></is></c>', 'in'],
    ['<c t="inlineStr"><is><t xml:space="preserve"> in </t></is></c>', ' in '],
    ['<c t="inlineStr"><is><r><rPr><b/></rPr><t>a</t></r><r><t>b</t></r></is></c>', 'ab'],
    ['<c t="inlineStr"><is><t>a</t><rPh sb="0" eb="1"><t>no</t></rPh></is></c>', 'a'],
    ['<c t="inlineStr"><is><t>_x000D_&#10;_x005F_x000D_</t></is></c>', '\r\n_x000D_'],
    ['<c t="inlineStr"><v>in</v></c>', 'in'],
    ['<c t="e"><v>#N/A</v></c>', '#N/A'],
    ['<c t="e"><f>1/0</f><v>#DIV/0!</v></c>', '#DIV/0!'],
    ['<c><v>0x10</v></c>', '0x10'],
    ['<c><v>1,5</v></c>', '1,5'],
    ['<c><v>1e999</v></c>', '1e999'],
    ['<c><v>Infinity</v></c>', 'Infinity'],
    ['<c t="b"><v>maybe</v></c>', 'maybe'],
    ['<c t="d"><v>soon</v></c>', 'soon'],
    // Booleans and dates.
    ['<c t="b"><v>1</v></c>', true],
    ['<c t="b"><f>TRUE()</f><v>true</v></c>', true],
    ['<c t="b"><v>0</v></c>', false],
    ['<c t="b"><v>false</v></c>', false],
    ['<c t="d"><v>2026-09-14</v></c>', 46279],
    // Empty cells.
    ['<c/>', null],
    ['<c s="1"></c>', null],
    ['<c><v/></c>', null],
    ['<c><v></v></c>', null],
    ['<c t="s"/>', null],
    ['<c t="s"><v>1</v></c>', null],
    ['<c t="str"><v></v></c>', null],
    ['<c t="inlineStr"><is><t/></is></c>', null],
    ['<c t="inlineStr"><is/></c>', null],
    ['<c t="str"><f>A1</f><v></v></c>', null],
    ['<c><extLst><ext><v>1</v></ext></extLst></c>', null],
    ['<c><o:v xmlns:o="urn:o">1</o:v></c>', null],
    // Formulas that were never calculated.
    ['<c><f>A1&amp;"x"</f></c>', '=A1&"x"'],
    ['<c><f>A1</f><v/></c>', '=A1'],
    ['<c><f>A1</f><v></v></c>', '=A1'],
    ['<c t="str"><f>A1</f></c>', '=A1'],
    ['<c t="e"><f>A1</f></c>', '=A1'],
    ['<c><f t="shared" si="0"/></c>', '='],
  ])('%s is %j', async (xml, expected) => {
    expect(await readCell(xml)).toBe(expected);
  });

  it.each([
    '<c t="s"><v>3</v></c>',
    '<c t="s"><v>-1</v></c>',
    '<c t="s"><v>1.5</v></c>',
    '<c t="s"><v>x</v></c>',
    '<c t="z"><v>1</v></c>',
    '<c><v>1</v><v>2</v></c>',
    '<c r="A2"><v>1</v></c>',
    '<c r="1"><v>1</v></c>',
    '<c r="A"><v>1</v></c>',
    '<c r="a1"><v>1</v></c>',
    '<c r="AAAA1"><v>1</v></c>',
    '<c r="$A$1"><v>1</v></c>',
    '<c r=""><v>1</v></c>',
    '<c r="A1"><v>1</v></c><c r="A1"><v>1</v></c>',
  ])('%s is refused', async (xml) => {
    await expect(readCell(xml)).rejects.toThrow(FileFault);
  });
});

it.each([
  ['1900-01-01', false, 1],
  ['1900-02-28', false, 59],
  ['1900-03-01', false, 61],
  ['2026-09-14', false, 46279],
  ['2026-09-14T12:00:00', false, 46279.5],
  ['2026-09-14T23:59:59.999', false, 46279 + 86_399 / 86_400],
  // An instant, whose day depends on the time zone, stays text.
  ['2026-09-14T06:00:00.000Z', false, null],
  ['2026-09-14T18:00', false, 46279.75],
  ['1904-01-01', true, 0],
  ['2026-09-14', true, 44817],
  ['14.09.2026', false, null],
  ['2026-13-01', false, null],
  ['2026-02-30', false, null],
  ['1899-12-31', false, null],
  ['1903-12-31', true, null],
  ['', false, null],
  ['46279', false, null],
])('the date %j, 1904 system %s, has the serial number %s', (text, date1904, serial) => {
  expect(toSerialDate(text, date1904)).toBe(serial);
});

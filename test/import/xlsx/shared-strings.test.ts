import { describe, expect, it } from 'vitest';
import { FileFault } from '../../../src/domain/errors.ts';
import { READ_LIMITS } from '../../../src/import/table/table.ts';
import { readSharedStrings } from '../../../src/import/xlsx/xlsx-file.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { MAIN } from './workbook-writer.ts';

async function readStrings(xml: string, chunkBytes = 5, limits = {}): Promise<(string | null)[]> {
  async function* cut() {
    const bytes = Buffer.from(xml);
    for (let at = 0; at < bytes.length; at += chunkBytes) {
      yield bytes.subarray(at, at + chunkBytes);
    }
  }
  const all = { ...READ_LIMITS, ...limits };
  const strings = await readSharedStrings(cut(), 'a.xlsx', all, makeTestFolder());
  const texts = Array.from({ length: strings.count }, (_, index) => strings.get(index));
  strings.close();
  return texts;
}

const readItems = (items: string) => readStrings(`<sst xmlns="${MAIN}">${items}</sst>`);

describe('shared strings', () => {
  it.each([
    ['empty ones count', '<si/><si><t/></si><si></si><si><t>a</t></si>', ['', '', '', 'a']],
    ['runs are joined', '<si><r><t>a</t></r><r><rPr><b/></rPr><t> b</t></r></si>', ['a b']],
    ['a text and runs are joined', '<si><t>a</t><r><t>b</t></r></si>', ['ab']],
    [
      'phonetic runs are no part of them',
      '<si><t>東京</t><rPh sb="0" eb="2"><t>トウキョウ</t></rPh><phoneticPr fontId="1"/></si>',
      ['東京'],
    ],
    [
      'escapes are decoded',
      '<si><t>a_x000D_\nb_x005F_x000D_ _x00e7_ _x1_</t></si>',
      ['a\r\nb_x000D_ ç _x1_'],
    ],
    ['escapes may be cut by a reference', '<si><t>_x00&#x34;1_</t></si>', ['A']],
    ['escapes end with their run', '<si><r><t>_x00</t></r><r><t>41_</t></r></si>', ['_x0041_']],
    ['escaped halves of a letter make one', '<si><t>_xD83D__xDE80_</t></si>', ['🚀']],
    ['half a letter is replaced', '<si><t>_xD83D_</t></si>', ['\uFFFD']],
    ['references too may come in halves', '<si><t>&#xD83D;&#xDE80;</t></si>', ['🚀']],
    ['control characters pass', '<si><t>a&#1;b</t></si>', ['a\u0001b']],
    [
      'space is preserved',
      '<si><t xml:space="preserve"> a </t></si><si><t> </t></si>',
      [' a ', ' '],
    ],
    ['space between elements is not', '\n<si>\n <t>a</t>\n</si>\n', ['a']],
    ['CDATA and comments', '<si><t>a<![CDATA[<&]]><!-- no -->b</t></si>', ['a<&b']],
    ['a namespace prefix', `<x:si xmlns:x="${MAIN}"><x:t>a</x:t></x:si>`, ['a']],
    ['other namespaces', '<o:si xmlns:o="urn:o"><t>no</t></o:si><si><t>a</t></si>', ['a']],
    ['none', '', []],
  ])('%s', async (_, items, expected) => {
    expect(await readItems(items)).toEqual(expected);
  });

  it('are the same in the strict form of the format', async () => {
    const xml =
      '<sst xmlns="http://purl.oclc.org/ooxml/spreadsheetml/main"><si><t>a</t></si></sst>';
    expect(await readStrings(xml)).toEqual(['a']);
  });

  it.each([
    ['too many strings', '<si/><si/><si/>', { sharedStrings: 2 }],
    [
      'a string that is too long',
      '<si><t>123456789</t><r><t>0123456789</t></r></si>',
      {
        cellLength: 6,
      },
    ],
    ['an unknown reference', '<si><t>&nbsp;</t></si>', {}],
    ['an end that is missing', '<si>', {}],
  ])('are refused with %s', async (_, items, limits) => {
    const xml = `<sst xmlns="${MAIN}">${items}</sst>`;
    await expect(readStrings(xml, 9, limits)).rejects.toThrow(FileFault);
    await expect(readStrings(xml, 9, limits)).rejects.toThrow(/^a\.xlsx .+$/);
  });
});

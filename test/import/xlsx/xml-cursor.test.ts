import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FileFault } from '../../../src/domain/errors.ts';
import { escapeXml } from './workbook-writer.ts';
import { readByCursor, readBySaxes, WANTED } from './xml-events.ts';

const NS = `xmlns="${WANTED}"`;
const ODD: [string, string][] = [
  ['empty elements', `<a ${NS}><b/><b><a/></b><b></b><b ><a></a ></b\n></a>`],
  ['a prefix on everything', `<x:a xmlns:x="${WANTED}"><x:b><x:a>t</x:a></x:b></x:a>`],
  ['a prefix bound inside', `<a ${NS}><p:b xmlns:p="${WANTED}"><p:a>t</p:a></p:b></a>`],
  ['elements of another namespace', `<a ${NS} xmlns:o="urn:o"><o:b><a>no</a></o:b><b/></a>`],
  ['another default namespace inside', `<a ${NS}><b xmlns="urn:o"><a>no</a></b><b/></a>`],
  ['a namespace that ends with its element', `<a ${NS}><b xmlns="urn:o"/><b><a>1</a></b></a>`],
  ['a namespace in apostrophes', `<a xmlns='${WANTED}'><b><a k='"'>1</a></b></a>`],
  ['CDATA', `<a ${NS}><b><a>x<![CDATA[<b>&amp;]] >]]>y<![CDATA[]]]]><![CDATA[>]]></a></b></a>`],
  ['comments in a text', `<a ${NS}><b><a>1<!-- <b> & - x -->2<!-- -->3</a></b></a>`],
  ['an instruction in a text', `<a ${NS}><b><a>1<?php < & > ?>2</a></b></a>`],
  ['all kinds of reference', `<a ${NS}><b><a>&lt;&#65;&#x42;&amp;amp;&quot;&apos;&gt;</a></b></a>`],
  ['a reference beyond the BMP', `<a ${NS}><b><a>&#128640;&#x1F680;🚀</a></b></a>`],
  ['line ends of every system', `<a ${NS}><b><a>1\r\n2\r3\n4&#13;5</a></b></a>`],
  ['line ends in CDATA', `<a ${NS}><b><a><![CDATA[1\r\n2\r3]]></a></b></a>`],
  ['> and quotes in a text', `<a ${NS}><b><a>a > b "c" 'd'</a></b></a>`],
  ['> and / in attributes', `<a ${NS}><b k="a>b/>"><a k='/>'>t</a></b></a>`],
  ['references in attributes', `<a ${NS}><b k="&lt;&#10;&quot;ă"/></a>`],
  ['white space in attributes', `<a ${NS}><b k = "1\n2\t3\r\n4" j='2'\n/></a>`],
  ['an attribute like the one asked for', `<a ${NS} xmlns:o="urn:o"><b o:k="1" kk="2"/></a>`],
  ['space preserved or not', `<a ${NS}><b><a xml:space="preserve"> t </a><b> t </b></b></a>`],
  ['text around elements', `<a ${NS}>\n <b>\n <a>t</a>x </b>\n</a>`],
  ['an element within a text', `<a ${NS}><b><a>1<c>no</c>2</a></b></a>`],
  ['letters of two to four bytes', `<a ${NS}><b><a>ăâîșțŞ ТОВ „€” 🚀</a></b></a>`],
  [
    'a declaration and all around',
    `<?xml version="1.0" encoding="utf-8"?>\n<!--c--><a ${NS}/>\n<!--d-->\n`,
  ],
  ['names that begin alike', `<a ${NS}><bb/><b/><ab/><aa><a>no</a></aa></a>`],
  ['an element in itself', `<a ${NS}><a><a>t<a>no</a></a></a><b><b><b>no</b></b></b></a>`],
];
const BROKEN: [string, string][] = [
  ['nothing', ''],
  ['only space', ' \n'],
  ['text', 'hello'],
  ['text before', `x<a ${NS}/>`],
  ['text after', `<a ${NS}/>x`],
  ['two roots', `<a ${NS}/><a ${NS}/>`],
  ['another root', `<z ${NS}/>`],
  ['a root of another namespace', '<a xmlns="urn:o"/>'],
  ['an end missing', `<a ${NS}><b>`],
  ['an end too many', `<a ${NS}></a></a>`],
  ['a wrong end', `<a ${NS}><b></a></b>`],
  ['a cut tag', `<a ${NS}><b k="1"`],
  ['a cut text', `<a ${NS}><b><a>te`],
  ['a cut comment', `<a ${NS}/><!-- `],
  ['an attribute without quotes', `<a ${NS}><b k=1/></a>`],
  ['an attribute without a value', `<a ${NS}><b k/></a>`],
  ['< in an attribute', `<a ${NS}><b k="<"/></a>`],
  ['a tag without a name', `<a ${NS}>< b/></a>`],
  ['an unknown entity', `<a ${NS}><b><a>&nbsp;</a></b></a>`],
  ['a bare &', `<a ${NS}><b><a>A & B</a></b></a>`],
  ['a reference to no letter', `<a ${NS}><b><a>&#x110000;</a></b></a>`],
  ['an unknown prefix', `<a ${NS}><q:b/></a>`],
  ['a document type', `<!DOCTYPE a [<!ENTITY x "y">]><a ${NS}/>`],
];

/** Elements with texts and attributes of every kind, in each other. */
const TEXT = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 6 }).map((text) => escapeXml(text)),
  fc.string({ maxLength: 6 }).map((text) => `<![CDATA[${text.replaceAll(']]>', '')}]]>`),
  fc.constantFrom('<!-- x -->', '<?i ?>', '&amp;', '&#x21B;', '&#13;', '\r\n', '\r', ' ', ']'),
);
const NAME = fc.constantFrom('a', 'b', 'c', 'x:a', 'x:b', 'o:a', 'o:b');
const ATTRIBUTES = fc.constantFrom('', ' k="1"', " k = '&lt;>'", ` xmlns="urn:o"`, ` ${NS}`);
const { node } = fc.letrec<{ node: string }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    TEXT,
    fc
      .tuple(NAME, ATTRIBUTES, fc.array(tie('node'), { maxLength: 4 }))
      .map(([name, attributes, inner]) =>
        inner.length === 0
          ? `<${name}${attributes}/>`
          : `<${name}${attributes}>${inner.join('')}</${name}>`,
      ),
  ),
}));

const attributes = (count: number, name: string) =>
  Array.from({ length: count }, (_, n) => `${name}${n}="1"`).join(' ');
const declare = (depth: number) => `<z ${attributes(250, `xmlns:p${depth}_`)}>`;
const PIECE = `<![CDATA[${'x'.repeat(3 * 2 ** 20)}]]>`;

describe('the XML cursor', () => {
  it.each(ODD)('reads %s as saxes does, whatever the chunks', (_, xml) => {
    const expected = readBySaxes(xml);
    for (const chunkBytes of [1, 2, 3, 7, 1000]) {
      expect(readByCursor(xml, chunkBytes)).toEqual(expected);
    }
  });

  it('sees any document as saxes does, whatever the chunks', () => {
    fc.assert(
      fc.property(
        fc.array(node, { maxLength: 6 }),
        fc.integer({ min: 1, max: 40 }),
        (nodes, size) => {
          const xml = `<a ${NS} xmlns:x="${WANTED}" xmlns:o="urn:o">${nodes.join('')}</a>`;
          expect(readByCursor(xml, size)).toEqual(readBySaxes(xml));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  it.each(BROKEN)('refuses %s, as saxes does', (name, xml) => {
    // Saxes itself reads neither the outline nor document types.
    if (!/root of|another root|document type/.test(name)) {
      expect(() => readBySaxes(xml)).toThrow();
    }
    for (const chunkBytes of [1, 5, 1000]) {
      expect(() => readByCursor(xml, chunkBytes)).toThrow(FileFault);
    }
  });

  it('skips a byte order mark', () => {
    const xml = `\uFEFF<?xml version="1.0"?><a ${NS}/>`;
    for (const chunkBytes of [1, 2, 100])
      expect(readByCursor(xml, chunkBytes)).toEqual(['<a null', '>a']);
  });

  it('accepts elements without a namespace', () => {
    expect(readByCursor('<a><b><a>t</a></b></a>', 9)).toHaveLength(7);
  });

  it.each([
    ['a wrong byte', Buffer.from([0xff])],
    ['a cut letter', Buffer.from([0xc4])],
    ['a half of a surrogate pair', Buffer.from([0xed, 0xa0, 0x80])],
    ['a letter of Latin-2', Buffer.from([0xe3])],
  ])('refuses %s', (_, bytes) => {
    const xml = Buffer.concat([
      Buffer.from(`<a ${NS}><b><a>x`),
      bytes,
      Buffer.from('y</a></b></a>'),
    ]);
    for (const chunkBytes of [1, 4, 1000]) {
      expect(() => readByCursor(xml, chunkBytes)).toThrow(/^test\.xml is not in UTF-8.*$/);
    }
  });

  it.each(['UTF-16', 'windows-1250'])('refuses a part that says it is in %s', (encoding) => {
    const xml = `<?xml version="1.0" encoding="${encoding}"?><a ${NS}/>`;
    expect(() => readByCursor(xml, 8)).toThrow(/not in UTF-8/);
  });

  it.each([
    ['nesting', `<a ${NS}>${'<z>'.repeat(300)}`, 'nested too deeply'],
    ['attributes', `<a ${NS} ${attributes(300, 'a')}/>`, 'a tag that is not XML'],
    ['a name', `<a ${NS}><${'z'.repeat(2_000)}/></a>`, 'far too long'],
    ['namespaces', `<a ${NS}>${[1, 2, 3, 4, 5].map(declare).join('')}`, 'too many namespaces'],
    ['a text', `<a ${NS}><b><a>${'x'.repeat(9 * 2 ** 20)}</a></b></a>`, 'far too long'],
    ['a text in pieces', `<a ${NS}><b><a>${PIECE.repeat(4)}</a></b></a>`, 'far too long'],
    ['a tag', `<a ${NS} k="${'x'.repeat(2 ** 20)}"/>`, 'far too long'],
  ])('has a limit for %s', (_, xml, reason) => {
    expect(() => readByCursor(xml, 2 ** 20)).toThrow(reason);
  });
});

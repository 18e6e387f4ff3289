import fc from 'fast-check';
import { expect, it } from 'vitest';
import { escapeXml } from './workbook-writer.ts';
import { readByCursor, readBySaxes, WANTED } from './xml-events.ts';

const NS = `xmlns="${WANTED}"`;
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

import { SaxesParser } from 'saxes';
import {
  childNode,
  MORE,
  OPEN,
  type OutlineNode,
  rootNode,
  XmlCursor,
} from '../../../src/import/xlsx/xml-cursor.ts';

export const WANTED = 'urn:wanted';

/** Elements a, b and c in each other, three deep; the third step holds text. */
export const OUTLINE = makeOutline();

/** One line for each thing seen: `<a k="v"`, `text`, `>a`. */
export type XmlEvent = string;

/** What our own cursor sees of the document, pushed in chunks of the given size. */
export function readByCursor(xml: string | Buffer, chunkBytes: number): XmlEvent[] {
  const bytes = Buffer.from(xml);
  const cursor = new XmlCursor('test.xml', OUTLINE);
  const events: XmlEvent[] = [];
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    cursor.push(bytes.subarray(at, at + chunkBytes));
    for (let token = cursor.next(); token !== MORE; token = cursor.next()) {
      const { node } = cursor;
      if (token === OPEN) events.push(`<${node.name} ${cursor.getAttribute('k')}`);
      else {
        if (node.children.size === 0) addText(events, cursor.text);
        events.push(`>${node.name}`);
      }
    }
  }
  cursor.finish();
  return events;
}

/** The same by a parser that follows the letter of XML; it throws where the document does not. */
export function readBySaxes(xml: string): XmlEvent[] {
  const events: XmlEvent[] = [];
  const places: (OutlineNode | undefined)[] = [];
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    const parent = places.at(-1);
    const children = places.length === 0 ? new Map([[OUTLINE.name, OUTLINE]]) : parent?.children;
    const node = uri === WANTED ? children?.get(local) : undefined;
    if (node !== undefined) events.push(`<${local} ${attributes['k']?.value ?? null}`);
    places.push(node);
  });
  parser.on('closetag', ({ local }) => {
    if (places.pop() !== undefined) events.push(`>${local}`);
  });
  const takeText = (text: string) => {
    if (places.at(-1)?.children.size === 0) addText(events, text);
  };
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.write(xml).close();
  return events;
}

/** Pieces of one text are joined, so that it does not matter where a reader cuts it. */
function addText(events: XmlEvent[], text: string): void {
  if (text === '') return;
  const last = events.at(-1);
  if (last?.startsWith('"')) events[events.length - 1] = JSON.stringify(JSON.parse(last) + text);
  else events.push(JSON.stringify(text));
}

function makeOutline(): OutlineNode {
  const root = rootNode('a', [WANTED]);
  for (const first of ['a', 'b', 'c']) {
    const node = childNode(root, first);
    for (const second of ['a', 'b']) childNode(node, second);
  }
  return root;
}

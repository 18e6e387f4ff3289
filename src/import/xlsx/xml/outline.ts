/** An element that a parser asks for, with the elements below it that it asks for. */
export interface OutlineNode {
  name: string;
  /** The root's is 1. */
  depth: number;
  parent: OutlineNode | null;
  children: Map<string, OutlineNode>;
}

/** In transitional and in strict form (ECMA-376 part 1 and part 4, annex A). */
export const SPREADSHEET_NAMESPACES = [
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main',
  'http://purl.oclc.org/ooxml/spreadsheetml/main',
];

export function rootNode(name: string): OutlineNode {
  return { name, depth: 1, parent: null, children: new Map() };
}

export function childNode(parent: OutlineNode, name: string): OutlineNode {
  const node = { name, depth: parent.depth + 1, parent, children: new Map() };
  parent.children.set(name, node);
  return node;
}

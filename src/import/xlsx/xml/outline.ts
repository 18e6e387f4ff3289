/** An element that a reader asks for, by its whole path from the root. */
export interface Place {
  name: string;
  /** The root's is 1. */
  depth: number;
  parent: Place | null;
  children: Map<string, Place>;
}

export function rootPlace(name: string): Place {
  return { name, depth: 1, parent: null, children: new Map() };
}

export function childPlace(parent: Place, name: string): Place {
  const place = { name, depth: parent.depth + 1, parent, children: new Map() };
  parent.children.set(name, place);
  return place;
}

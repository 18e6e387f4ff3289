import { quote } from '../../quote.ts';
import type { XmlAttributes } from './attributes.ts';
import type { OutlineNode } from './outline.ts';
import type { XmlWindow } from './window.ts';

const MAX_DEPTH = 256;
const MAX_BINDINGS = 1_000;
const MAX_NAME_LENGTH = 1_000;
/** Of the cache of element names. */
const NAME_SLOTS = 256;

/** The name of an element as it stands in the file, `x:row`, split once. */
export interface XmlName {
  bytes: Uint8Array;
  prefix: string;
  local: string;
}

/** The elements that are open at the current position, and their node in the outline. */
export class OpenElements {
  seenRoot = false;
  readonly #window: XmlWindow;
  readonly #root: OutlineNode;
  readonly #namespaces: XmlNamespaces;
  readonly #names: XmlName[] = [];
  /** The innermost open element that belongs to the outline. */
  #node: OutlineNode | null = null;

  constructor(window: XmlWindow, outline: OutlineNode, namespaces: Iterable<string>) {
    this.#window = window;
    this.#root = outline;
    this.#namespaces = new XmlNamespaces(namespaces);
  }

  get depth(): number {
    return this.#names.length;
  }

  get innermost(): XmlName | undefined {
    return this.#names.at(-1);
  }

  /** The innermost element where it is a leaf of the outline, whose text is wanted. */
  get leaf(): OutlineNode | null {
    const node = this.#node;
    if (node === null || node.depth !== this.depth) return null;
    return node.children.size === 0 ? node : null;
  }

  /** The element's node in the outline, null where it has none. */
  enter(name: XmlName, attributes: XmlAttributes): OutlineNode | null {
    if (this.depth >= MAX_DEPTH) throw this.#window.fault('is nested too deeply');
    if (this.depth === 0 && this.seenRoot) throw this.#window.fault('has a second root');
    this.#names.push(name);
    if (attributes.declaring && !this.#namespaces.declare(this.depth, attributes)) {
      throw this.#window.fault('declares far too many namespaces');
    }
    const wanted = this.#namespaces.isWanted(name.prefix);
    if (wanted === null) {
      throw this.#window.fault(`has an undeclared prefix, ${quote(name.prefix)}`);
    }
    const node = wanted ? this.#find(name.local) : undefined;
    if (node === undefined && this.depth === 1) {
      throw this.#window.fault(`begins with ${quote(name.local)}, not ${quote(this.#root.name)}`);
    }
    this.seenRoot = true;
    if (node === undefined) return null;
    this.#node = node;
    return node;
  }

  /** The node that is left, null where the element had none. */
  leave(): OutlineNode | null {
    const { depth } = this;
    this.#names.pop();
    this.#namespaces.leave(depth - 1);
    const node = this.#node;
    if (node === null || node.depth !== depth) return null;
    this.#node = node.parent;
    return node;
  }

  #find(name: string): OutlineNode | undefined {
    if (this.depth === 1) return name === this.#root.name ? this.#root : undefined;
    return this.#node?.depth === this.depth - 1 ? this.#node.children.get(name) : undefined;
  }
}

/** Returns the same object for a name that it knows, without a new string for each tag. */
export class XmlNames {
  readonly #slots: (XmlName | undefined)[] = Array.from({ length: NAME_SLOTS });

  read(bytes: Buffer, start: number, end: number): XmlName {
    const slot =
      ((bytes[start] ?? 0) * 7 + (bytes[end - 1] ?? 0) * 31 + (end - start)) & (NAME_SLOTS - 1);
    const known = this.#slots[slot];
    if (known !== undefined && matches(bytes, start, end, known.bytes)) return known;
    const text = bytes.toString('utf8', start, end);
    const colon = text.indexOf(':');
    const name: XmlName = {
      bytes: Uint8Array.from(bytes.subarray(start, end)),
      prefix: colon < 0 ? '' : text.slice(0, colon),
      local: text.slice(colon + 1),
    };
    this.#slots[slot] = name;
    return name;
  }
}

export function matches(
  bytes: Uint8Array,
  start: number,
  end: number,
  expected: Uint8Array,
): boolean {
  if (end - start !== expected.length) return false;
  for (let at = 0; at < expected.length; at++) {
    if (bytes[start + at] !== expected[at]) return false;
  }
  return true;
}

interface Binding {
  depth: number;
  prefix: string;
  wanted: boolean;
}

/** The prefixes that stand for a wanted namespace at the current position. */
class XmlNamespaces {
  readonly #wanted: ReadonlySet<string>;
  readonly #bindings: Binding[] = [];
  /** Plain names are wanted unless declared otherwise: hand-made files lack the declaration. */
  #plain = true;
  /** The depth of the last declaration. */
  #deepest = 0;

  constructor(wanted: Iterable<string>) {
    this.#wanted = new Set(wanted);
  }

  /** Adds the declarations of an element at this depth; false if there are too many. */
  declare(depth: number, attributes: XmlAttributes): boolean {
    for (let index = 0; index < attributes.count; index++) {
      const name = attributes.nameAt(index);
      if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
      const wanted = this.#wanted.has(attributes.valueAt(index));
      this.#bindings.push({ depth, prefix: name.slice('xmlns:'.length), wanted });
      if (this.#bindings.length > MAX_BINDINGS || name.length > MAX_NAME_LENGTH) return false;
    }
    this.#settle();
    return true;
  }

  /** Drops the declarations of elements deeper than `depth`. */
  leave(depth: number): void {
    if (depth >= this.#deepest) return;
    while ((this.#bindings.at(-1)?.depth ?? 0) > depth) this.#bindings.pop();
    this.#settle();
  }

  /** Null where the prefix is not declared. */
  isWanted(prefix: string): boolean | null {
    return prefix === '' ? this.#plain : this.#find(prefix);
  }

  #settle(): void {
    this.#plain = this.#find('') ?? true;
    this.#deepest = this.#bindings.at(-1)?.depth ?? 0;
  }

  #find(prefix: string): boolean | null {
    return this.#bindings.findLast((binding) => binding.prefix === prefix)?.wanted ?? null;
  }
}

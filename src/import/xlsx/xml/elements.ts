import { quote } from '../../quote.ts';
import type { XmlAttributes } from './attributes.ts';
import type { XmlName } from './name.ts';
import { XmlNamespaces } from './namespaces.ts';
import type { Place } from './outline.ts';
import type { XmlWindow } from './window.ts';

const MAX_DEPTH = 256;

/** The elements that are open at this point of the document, and where in the outline that is. */
export class OpenElements {
  seenRoot = false;
  readonly #window: XmlWindow;
  readonly #root: Place;
  readonly #namespaces: XmlNamespaces;
  readonly #names: XmlName[] = [];
  /** The innermost open element that belongs to the outline. */
  #place: Place | null = null;

  constructor(window: XmlWindow, outline: Place, namespaces: Iterable<string>) {
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
  get leaf(): Place | null {
    const place = this.#place;
    if (place === null || place.depth !== this.depth) return null;
    return place.children.size === 0 ? place : null;
  }

  /** The element's place in the outline, null where it has none. */
  enter(name: XmlName, attributes: XmlAttributes): Place | null {
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
    const place = wanted ? this.#find(name.local) : undefined;
    if (place === undefined && this.depth === 1) {
      throw this.#window.fault(`begins with ${quote(name.local)}, not ${quote(this.#root.name)}`);
    }
    this.seenRoot = true;
    if (place === undefined) return null;
    this.#place = place;
    return place;
  }

  /** The place that is left, null where the element had none. */
  leave(): Place | null {
    const { depth } = this;
    this.#names.pop();
    this.#namespaces.leave(depth - 1);
    const place = this.#place;
    if (place === null || place.depth !== depth) return null;
    this.#place = place.parent;
    return place;
  }

  #find(name: string): Place | undefined {
    if (this.depth === 1) return name === this.#root.name ? this.#root : undefined;
    return this.#place?.depth === this.depth - 1 ? this.#place.children.get(name) : undefined;
  }
}

import type { XmlAttributes } from './attributes.ts';

const MAX_BINDINGS = 1_000;
const MAX_NAME_LENGTH = 1_000;

interface Binding {
  depth: number;
  prefix: string;
  wanted: boolean;
}

/** Which prefixes, at this place of the document, mean a namespace that the reader wants. */
export class XmlNamespaces {
  readonly #wanted: ReadonlySet<string>;
  readonly #bindings: Binding[] = [];
  /** Without a declaration the plain names are wanted: hand-made files leave it out. */
  #plain = true;
  /** The depth of the last declaration. */
  #deepest = 0;

  constructor(wanted: Iterable<string>) {
    this.#wanted = new Set(wanted);
  }

  /** Takes in what an element at this depth declares; false where that is too much. */
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

  /** Forgets what elements deeper than `depth` have declared. */
  leave(depth: number): void {
    if (depth >= this.#deepest) return;
    while ((this.#bindings.at(-1)?.depth ?? 0) > depth) this.#bindings.pop();
    this.#settle();
  }

  /** Null where the prefix has no meaning. */
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

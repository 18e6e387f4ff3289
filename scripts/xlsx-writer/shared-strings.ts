import { MAIN_NAMESPACE, writeText, XML_HEAD } from './xml.ts';

const CHUNK_LENGTH = 256 * 1024;

/**
 * The workbook's table of texts as the bytes of the file: a million JavaScript
 * strings in a map would take four times the memory.
 */
export class SharedStrings {
  readonly #interned = new Map<string, number>();
  readonly #written: Buffer[] = [];
  #pending = '';
  #unique = 0;
  #used = 0;

  /** The index of a text that hardly repeats; it is always added. */
  readonly append = (text: string): number => {
    this.#pending += `<si>${writeText(text)}</si>`;
    if (this.#pending.length >= CHUNK_LENGTH) {
      this.#written.push(Buffer.from(this.#pending));
      this.#pending = '';
    }
    this.#used += 1;
    this.#unique += 1;
    return this.#unique - 1;
  };

  /** The index of a text that often repeats; it is added once. */
  readonly intern = (text: string): number => {
    const known = this.#interned.get(text);
    if (known === undefined) {
      const index = this.append(text);
      this.#interned.set(text, index);
      return index;
    }
    this.#used += 1;
    return known;
  };

  /** The whole part; nothing may be added after the call. */
  *chunks(): Generator<Buffer> {
    const counts = `count="${this.#used}" uniqueCount="${this.#unique}"`;
    yield Buffer.from(`${XML_HEAD}<sst xmlns="${MAIN_NAMESPACE}" ${counts}>`);
    yield* this.#written;
    yield Buffer.from(`${this.#pending}</sst>`);
  }
}

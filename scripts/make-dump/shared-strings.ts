import { mainNamespace, writeText, xmlHead } from './xml.ts';

/**
 * The workbook's table of texts, kept as the bytes that go into the file: a million JavaScript
 * strings in a map would take four times the memory.
 */
export interface SharedStrings {
  /** The index of a text that comes again and again. */
  intern(text: string): number;
  /** The index of a text that hardly comes twice; it is not looked up. */
  append(text: string): number;
  /** The whole part; nothing may be added after the call. */
  chunks(): Iterable<Buffer>;
}

const chunkLength = 256 * 1024;

export function createSharedStrings(): SharedStrings {
  const interned = new Map<string, number>();
  const written: Buffer[] = [];
  let pending = '';
  let unique = 0;
  let used = 0;

  const append = (text: string): number => {
    pending += `<si>${writeText(text)}</si>`;
    if (pending.length >= chunkLength) {
      written.push(Buffer.from(pending));
      pending = '';
    }
    used += 1;
    unique += 1;
    return unique - 1;
  };

  return {
    append,
    intern(text) {
      const known = interned.get(text);
      if (known === undefined) {
        const index = append(text);
        interned.set(text, index);
        return index;
      }
      used += 1;
      return known;
    },
    *chunks() {
      yield Buffer.from(
        `${xmlHead}<sst xmlns="${mainNamespace}" count="${used}" uniqueCount="${unique}">`,
      );
      yield* written;
      yield Buffer.from(`${pending}</sst>`);
    },
  };
}

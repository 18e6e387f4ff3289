/** The name of an element as it stands in the file, `x:row`, split once. */
export interface XmlName {
  bytes: Uint8Array;
  prefix: string;
  local: string;
}

const SLOTS = 256;

/** Names met before come back as the same object, without a new string for each tag. */
export class XmlNames {
  readonly #slots: (XmlName | undefined)[] = Array.from({ length: SLOTS });

  read(bytes: Buffer, start: number, end: number): XmlName {
    const slot =
      ((bytes[start] ?? 0) * 7 + (bytes[end - 1] ?? 0) * 31 + (end - start)) & (SLOTS - 1);
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

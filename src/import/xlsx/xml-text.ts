const NUMERIC = /^#(?:(\d{1,10})|x([0-9A-Fa-f]{1,8}))$/;
/** The most characters between & and ; in a valid reference. */
const MAX_REFERENCE_LENGTH = 11;
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);
const MAX_CODE_POINT = 0x10ffff;
const ESCAPE = /_x([0-9A-Fa-f]{4})_/g;

/** Text or an attribute's value with its references decoded; null where one is invalid. */
export function decodeReferences(raw: string): string | null {
  let text = '';
  let from = 0;
  for (let at = raw.indexOf('&'); at >= 0; at = raw.indexOf('&', from)) {
    const end = raw.indexOf(';', at);
    if (end < 0 || end - at - 1 > MAX_REFERENCE_LENGTH) return null;
    const name = raw.slice(at + 1, end);
    const decoded = NAMED.get(name) ?? decodeNumber(name);
    if (decoded === null) return null;
    text += raw.slice(from, at) + decoded;
    from = end + 1;
  }
  return from === 0 ? raw : text + raw.slice(from);
}

/** XML turns every line end into a single line feed before parsing. */
export function normalizeLineEnds(raw: string): string {
  return raw.includes('\r') ? raw.replace(/\r\n?/g, '\n') : raw;
}

/**
 * Spreadsheets write characters that XML cannot contain as `_x000D_`, and an underscore that would start
 * such an escape as `_x005F_` (ECMA-376 part 1, 22.9.2.19).
 */
export function decodeEscapes(text: string): string {
  const decoded = text.includes('_x')
    ? text.replace(ESCAPE, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
  return decoded.toWellFormed();
}

/**
 * Control characters and halves of surrogate pairs are forbidden in XML, but some Java libraries
 * write both: they are accepted unchanged.
 */
function decodeNumber(name: string): string | null {
  const [, decimal, hexadecimal] = NUMERIC.exec(name) ?? [];
  const digits = decimal ?? hexadecimal;
  if (digits === undefined) return null;
  const code = Number.parseInt(digits, decimal === undefined ? 16 : 10);
  return code > 0 && code <= MAX_CODE_POINT ? String.fromCodePoint(code) : null;
}

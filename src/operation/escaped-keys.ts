/** How often an escape may itself be escaped; what is deeper is nobody's mistake. */
const MAX_DECODINGS = 8;

/** A percent-encoded character that a key has, or that another escape begins with. */
const KEY_ESCAPE = /%(?:25|3[0-9]|[46][1-9a-f]|[57][0-9a]|5f)/gi;
const WORD = /[^\s"\\]+/g;

/**
 * A line of JSON in which a key cannot hide behind percent escapes, some or all of its characters
 * once or several times escaped. A word that holds one is shown decoded, with the key replaced.
 */
export function redactEscapedKeys(line: string, keyText: RegExp, replacement: string): string {
  return line.replace(WORD, (word) => {
    if (!word.includes('%')) return word;
    const decoded = decodeKeyCharacters(word);
    if (decoded === null) return replacement;
    const redacted = decoded.replace(keyText, replacement);
    return redacted === decoded ? word : redacted;
  });
}

/** Null: there are still escapes after MAX_DECODINGS. */
function decodeKeyCharacters(word: string): string | null {
  let text = word;
  for (let count = 0; count <= MAX_DECODINGS; count++) {
    const decoded = text.replace(KEY_ESCAPE, decodeEscape);
    if (decoded === text) return text;
    text = decoded;
  }
  return null;
}

function decodeEscape(encoded: string): string {
  return String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
}

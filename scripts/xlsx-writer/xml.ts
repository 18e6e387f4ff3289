const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** Characters that XML cannot hold or would drop, and underscores that look like their escapes. */
const UNSAFE =
  /_(?=x[0-9A-Fa-f]{4}(?:_|(?![\t\n])[\p{Cc}\ufffe\uffff]))|(?![\t\n])[\p{Cc}\ufffe\uffff]/gu;

export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const MAIN_NAMESPACE = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Text for an element or an attribute. */
export function escapeXml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? '') : text;
}

/** Escapes these characters as Excel does: `_x000D_`. */
export function escapeText(text: string): string {
  if (!/[_\p{Cc}\ufffe\uffff]/u.test(text)) return text;
  return text.replace(UNSAFE, (character) => {
    const code = character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');
    return `_x${code}_`;
  });
}

/** The element of a cell's text. */
export function writeText(text: string): string {
  const escaped = escapeText(text).replace(/[&<>]/g, (letter) => ENTITIES[letter] ?? '');
  const isPlain = !/^\s|\s$|[\r\n]/.test(text);
  return isPlain ? `<t>${escaped}</t>` : `<t xml:space="preserve">${escaped}</t>`;
}

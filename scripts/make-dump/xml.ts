const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

export const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
export const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

/** Text for an element or an attribute. */
export function escapeXml(text: string): string {
  return /[&<>"]/.test(text) ? text.replace(/[&<>"]/g, (letter) => entities[letter] ?? '') : text;
}

/** Text of a cell: a carriage return is written as Excel does, for XML would drop it. */
export function writeText(text: string): string {
  const escaped = text.replace(/[&<>]/g, (letter) => entities[letter] ?? '');
  const plain = !/^\s|\s$|[\r\n]/.test(text);
  return plain
    ? `<t>${escaped}</t>`
    : `<t xml:space="preserve">${escaped.replaceAll('\r', '_x000D_')}</t>`;
}

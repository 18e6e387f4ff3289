/** Ends the range of texts with a given beginning. */
export const LAST_CHARACTER = '\u{10ffff}';

/**
 * An FTS5 query for rows with all words in a column, the last one incomplete if it is being typed.
 * Words consist of letters and digits, so they need no escaping within the quotes.
 */
export function toMatch(column: string, words: readonly string[], isTyped: boolean): string {
  const quoted = words.map((word) => `"${word}"`);
  return `${column} : (${quoted.join(' AND ')}${isTyped ? ' *' : ''})`;
}

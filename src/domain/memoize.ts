/** Longer texts rarely repeat, and caching them would keep whole cells in memory. */
const MAX_KEY_LENGTH = 100;

/**
 * Memoizes a pure function of a text. Columns such as the legal form have only about thirty texts in
 * 300,000 rows. Caches at most `maximum` results; when it is full, it starts over.
 */
export function memoize<Result>(
  maximum: number,
  derive: (text: string) => Result,
): (text: string) => Result {
  const results = new Map<string, Result>();
  return (text) => {
    if (text.length > MAX_KEY_LENGTH) return derive(text);
    const known = results.get(text);
    if (known !== undefined) return known;
    const result = derive(text);
    if (results.size >= maximum) results.clear();
    results.set(text, result);
    return result;
  };
}

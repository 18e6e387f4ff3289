/** Deeper than any value that the service takes. */
export const MAX_JSON_DEPTH = 32;

/**
 * The value of a JSON text. Throws a SyntaxError, and a RangeError where it is nested deeper than
 * MAX_JSON_DEPTH: code that walks through it, as JSON.stringify does, would overflow the stack.
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (isDeeper(value, MAX_JSON_DEPTH)) {
    throw new RangeError(`JSON must be nested at most ${MAX_JSON_DEPTH} deep`);
  }
  return value;
}

/** Whether a value of JSON has more levels of objects and lists than this. */
export function isDeeper(value: unknown, maxDepth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return maxDepth === 0 || Object.values(value).some((one) => isDeeper(one, maxDepth - 1));
}

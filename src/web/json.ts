/** Deeper than any value that the service takes. */
export const MAX_JSON_DEPTH = 32;

const UTF_8 = new TextDecoder();

/**
 * The text of a body's bytes; empty without a body. A byte order mark, which PowerShell 5.1 and .NET
 * write before it, is ignored (RFC 8259, 8.1).
 */
export function toBodyText(body: unknown): string {
  return body instanceof Buffer ? UTF_8.decode(body) : '';
}

/**
 * The value of a JSON body. Throws a SyntaxError, and a RangeError where it is nested deeper than
 * MAX_JSON_DEPTH: code that walks through it, as JSON.stringify does, would overflow the stack.
 */
export function parseJsonBody(body: unknown): unknown {
  const value: unknown = JSON.parse(toBodyText(body));
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

import type { IncomingMessage } from 'node:http';

/**
 * Every value with which a header came; `name` is in lower case. Node's own `headers` has only the
 * first of some headers, and of others all as one text.
 */
export function listHeaderValues({ rawHeaders }: IncomingMessage, name: string): string[] {
  const values: string[] = [];
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const rawName = rawHeaders[index];
    // Nearly all other names differ by their length already.
    if (rawName?.length === name.length && rawName.toLowerCase() === name) {
      values.push(rawHeaders[index + 1] ?? '');
    }
  }
  return values;
}

/** Whether the values of a header differ. */
export function doValuesDiffer(values: readonly string[]): boolean {
  return values.length > 1 && values.some((value) => value !== values[0]);
}

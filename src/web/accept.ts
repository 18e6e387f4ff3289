import { toWeightedList } from './weighted-list.ts';

/**
 * Whether a client would rather have a page than JSON: it names `text/html`, as browsers do when
 * they open an address, and wants it more than JSON. A wildcard alone, as of programs, is no wish for
 * a page.
 */
export function asksForPage(accept: string | undefined): boolean {
  const wanted = new Map(toWeightedList(accept).map(({ value, quality }) => [value, quality]));
  const html = wanted.get('text/html') ?? 0;
  const json = wanted.get('application/json');
  if (json !== undefined) return html > json;
  return html > 0 && html >= (wanted.get('application/*') ?? wanted.get('*/*') ?? 0);
}

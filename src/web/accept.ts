import { toWeightedList } from './weighted-list.ts';

/**
 * Whether a client prefers a page to JSON: it names `text/html`, as browsers do when they open an
 * address, with a higher weight than JSON. A wildcard alone, as programs send it, does not count.
 */
export function asksForPage(accept: string | undefined): boolean {
  const wanted = new Map(toWeightedList(accept).map(({ value, quality }) => [value, quality]));
  const html = wanted.get('text/html') ?? 0;
  const json = wanted.get('application/json');
  if (json !== undefined) return html > json;
  return html > 0 && html >= (wanted.get('application/*') ?? wanted.get('*/*') ?? 0);
}

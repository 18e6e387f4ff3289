import type { IncomingHttpHeaders } from 'node:http';

/** A request that does not come from a page of this service, and would need to. */
export class CrossSite extends Error {
  override name = 'CrossSite';
}

/**
 * Whether a request comes from a page of this service. Browsers leave `Sec-Fetch-Site` out on
 * plain http, where `Origin` decides; a request with neither is none of a browser's forms.
 */
export function isSameOrigin(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site'];
  return site === undefined ? headers.origin === origin : site === 'same-origin';
}

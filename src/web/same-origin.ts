import type { FastifyRequest } from 'fastify';
import { HTTP_ERRORS, RefusedRequest } from './errors.ts';

/**
 * Refuses a request that does not come from a page of this service. Browsers leave
 * `Sec-Fetch-Site` out on plain http, where `Origin` decides; no browser sends a form with neither.
 */
export function requireSameOrigin({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  const isSame = site === undefined ? headers.origin === origin : site === 'same-origin';
  if (!isSame) throw new RefusedRequest(HTTP_ERRORS.cross_site);
}

import type { IncomingHttpHeaders } from 'node:http';

const BEARER = /^bearer +(\S+)$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;

/**
 * The key that a request carries, not yet checked; null when it carries none, or two that differ.
 * `Authorization` of another scheme is none of this API's business: then `X-Api-Key` counts.
 */
export function readApiKey(headers: IncomingHttpHeaders): string | null {
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization === undefined || !BEARER_SCHEME.test(authorization)) {
    return typeof apiKey === 'string' ? apiKey : null;
  }
  const bearer = BEARER.exec(authorization)?.[1] ?? null;
  return apiKey === undefined || apiKey === bearer ? bearer : null;
}

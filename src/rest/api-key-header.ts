import type { IncomingMessage } from 'node:http';
import { doValuesDiffer, listHeaderValues } from '../web/header-values.ts';

const BEARER = /^bearer +(\S+)$/i;
const BEARER_SCHEME = /^bearer(?: |$)/i;

/**
 * The key of a request, not yet checked; null when there is none, or two that differ. A header may
 * come twice with the same value. `Authorization` of another scheme is ignored: then `X-Api-Key`
 * counts.
 */
export function readApiKey(request: IncomingMessage): string | null {
  const authorizations = listHeaderValues(request, 'authorization');
  const apiKeys = listHeaderValues(request, 'x-api-key');
  if (doValuesDiffer(authorizations) || doValuesDiffer(apiKeys)) return null;
  const { 0: authorization } = authorizations;
  const { 0: apiKey } = apiKeys;
  if (authorization === undefined || !BEARER_SCHEME.test(authorization)) return apiKey ?? null;
  const bearer = BEARER.exec(authorization)?.[1] ?? null;
  return apiKey === undefined || apiKey === bearer ? bearer : null;
}

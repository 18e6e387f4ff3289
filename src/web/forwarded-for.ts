import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const PORT = /:\d{1,5}$/;
const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/;

/**
 * Removes ports from `X-Forwarded-For`, so that the framework can compare it with the configured
 * proxies: some proxies add the port, and each connection would count as another visitor.
 */
export function normalizeForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const { 'x-forwarded-for': forwardedFor } = headers;
    if (typeof forwardedFor === 'string') headers['x-forwarded-for'] = toAddresses(forwardedFor);
    done();
  });
}

/**
 * The addresses of the header without ports, from the nearest up to the first entry that is no
 * address, such as `unknown`: entries before that cannot be trusted.
 */
export function toAddresses(forwardedFor: string): string {
  const entries = forwardedFor.split(',').map((entry) => toAddress(entry.trim()));
  return entries.slice(entries.lastIndexOf(null) + 1).join(', ');
}

function toAddress(entry: string): string | null {
  const [, bracketed] = IN_BRACKETS.exec(entry) ?? [];
  if (bracketed !== undefined) return isIP(bracketed) === 6 ? bracketed : null;
  if (isIP(entry) !== 0) return entry;
  const withoutPort = entry.replace(PORT, '');
  return isIP(withoutPort) === 4 ? withoutPort : null;
}

import { isIP } from 'node:net';
import type { FastifyInstance } from 'fastify';

const PORT = /:\d{1,5}$/;
const IN_BRACKETS = /^\[([^\]]*)\](?::\d{1,5})?$/;

/**
 * Makes `X-Forwarded-For` what the framework can compare with the named proxies: some proxies add
 * the port of the connection, and each connection would be another visitor then.
 */
export function normalizeForwardedFor(app: FastifyInstance): void {
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const { 'x-forwarded-for': forwardedFor } = headers;
    if (typeof forwardedFor === 'string') headers['x-forwarded-for'] = toAddresses(forwardedFor);
    done();
  });
}

/**
 * The addresses of the header without ports, from the nearest to the first that is none, as proxies
 * write `unknown`: what stands before that was told by nobody who can be trusted.
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

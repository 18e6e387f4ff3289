import type { FastifyInstance } from 'fastify';

const PATH = '/.well-known/security.txt';
/** RFC 9116 recommends less than a year. The date moves on while the service runs. */
const VALID_DAYS = 180;
const DAY_MS = 86_400_000;

export interface SecurityTxtDependencies {
  /** A `mailto:` or `https:` address; null: there is no such file. */
  securityContact: string | null;
  baseUrl: string;
  nowMs: () => number;
}

/** Where to report a vulnerability (RFC 9116). */
export function securityTxtRoute(
  app: FastifyInstance,
  { securityContact, baseUrl, nowMs }: SecurityTxtDependencies,
): void {
  if (securityContact === null) return;
  // The standard requires https for every web address in the file.
  const canonical = baseUrl.startsWith('https:') ? `Canonical: ${baseUrl}${PATH}\n` : '';
  app.get(PATH, (_request, reply) =>
    reply
      .header('cache-control', 'public, max-age=3600')
      .type('text/plain; charset=utf-8')
      .send(
        `Contact: ${securityContact}\n` +
          `Expires: ${toExpiry(nowMs())}\n` +
          'Preferred-Languages: ro, ru, en\n' +
          canonical,
      ),
  );
}

/** The midnight (UTC) that begins the last day, so that the file changes once a day only. */
function toExpiry(nowMs: number): string {
  const day = new Date(nowMs + VALID_DAYS * DAY_MS).toISOString().slice(0, 10);
  return `${day}T00:00:00Z`;
}

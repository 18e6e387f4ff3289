import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onFinished } from '../../support/shared.ts';

/** Of the limit, in the place of this version's. */
const HEADERS = {
  'x-ratelimit-limit': '1200',
  'x-ratelimit-tier': 'highest',
  'x-ratelimit-remaining': '1199',
  'ratelimit-policy': '"highest";q=1200;w=60',
  ratelimit: '"highest";r=1199;t=60',
};
export const LATER_ERROR = 'a_new_error';

/**
 * The API as a later version of v1 may answer (`/docs/versions`): new fields, limits, tiers and
 * identifiers of errors.
 */
export async function openLaterVersion(baseUrl: string): Promise<string> {
  const server = createServer(async (incoming, reply) => {
    const answer = await passOn(baseUrl, incoming);
    const body = await answer.text();
    const headers = new Headers(answer.headers);
    if (headers.has('x-ratelimit-limit')) {
      for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
    }
    for (const name of ['content-length', 'connection', 'keep-alive']) headers.delete(name);
    reply.writeHead(answer.status, Object.fromEntries(headers));
    reply.end(body === '' ? undefined : JSON.stringify(toLater(JSON.parse(body))));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function passOn(baseUrl: string, incoming: IncomingMessage): Promise<Response> {
  const { method = 'GET', url = '', headers } = incoming;
  const { authorization = '', 'content-type': type } = headers;
  const body = await text(incoming);
  return await fetch(baseUrl + url, {
    method,
    headers: { authorization, ...(type !== undefined && { 'content-type': type }) },
    ...(body !== '' && { body }),
  });
}

function toLater(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toLater);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, field]) => [name, toLater(field)]);
  return {
    ...Object.fromEntries(fields),
    ...('error' in value && { error: LATER_ERROR }),
    a_new_field: { of: 'an object' },
  };
}

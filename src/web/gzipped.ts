import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toWeightedList } from './request.ts';

const compress = promisify(gzip);

/**
 * Sends a body that is the same for everyone and never changes, gzipped to clients that accept it.
 * The first request makes it, and it is compressed once. Not for pages with secrets, which the
 * length of compressed text can reveal.
 */
export function createGzippedSender(
  makeBody: () => string | Buffer,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let body: string | Buffer | null = null;
  let compressed: Promise<Buffer> | null = null;
  return async (request, reply) => {
    const others = reply.getHeader('vary');
    reply.header('vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
    body ??= makeBody();
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(body);
    compressed ??= compress(body);
    return reply.header('content-encoding', 'gzip').send(await compressed);
  };
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return toWeightedList(String(header ?? '')).some(
    ({ value, quality }) => value === 'gzip' && quality > 0,
  );
}

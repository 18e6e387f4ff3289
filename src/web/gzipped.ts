import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { toWeightedList } from './request-headers.ts';

const compress = promisify(gzip);

/**
 * Sends a body that is the same for everyone and never changes, gzipped to clients that accept it. It is
 * compressed when the first of them asks. Not for pages with secrets, whose length would tell of them.
 */
export function createGzippedSender(
  readBody: () => string | Buffer,
): (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply> {
  let compressed: Promise<Buffer> | null = null;
  return async (request, reply) => {
    reply.header('vary', 'accept-encoding');
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(readBody());
    compressed ??= compress(readBody());
    return reply.header('content-encoding', 'gzip').send(await compressed);
  };
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return toWeightedList(String(header ?? '')).some(
    ({ value, quality }) => value === 'gzip' && quality > 0,
  );
}

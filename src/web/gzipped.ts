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
    varyByEncoding(reply);
    body ??= makeBody();
    if (!acceptsGzip(request.headers['accept-encoding'])) return reply.send(body);
    compressed ??= compress(body);
    return reply.header('content-encoding', 'gzip').send(await compressed);
  };
}

/** Smaller answers are sent sooner than they are compressed. */
export const MIN_GZIPPED_BYTES = 100_000;
/** The most answers compressed at once, in the threads of Node's pool; others go as they are. */
const MAX_COMPRESSING = 4;
let compressing = 0;
/** Of the same object: lists of codes, which are sent again and again. */
const compressedAnswers = new WeakMap<object, Promise<Buffer>>();

/** The body of an answer, gzipped; null where too many are being compressed. */
export async function gzipAnswer(answer: { body: string | Buffer }): Promise<Buffer | null> {
  const made = compressedAnswers.get(answer);
  if (made !== undefined) return made;
  if (compressing >= MAX_COMPRESSING) return null;
  compressing++;
  const compressed = compress(answer.body).finally(() => compressing--);
  compressedAnswers.set(answer, compressed);
  return compressed;
}

/** Tells caches that the answer depends on the encodings that the client accepts. */
export function varyByEncoding(reply: FastifyReply): void {
  const others = reply.getHeader('vary');
  reply.header('vary', others === undefined ? 'accept-encoding' : `${others}, accept-encoding`);
}

export function acceptsGzip(header: string | string[] | undefined): boolean {
  return toWeightedList(String(header ?? '')).some(
    ({ value, quality }) => value === 'gzip' && quality > 0,
  );
}

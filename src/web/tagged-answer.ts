import { hash } from 'node:crypto';
import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { acceptsGzip, gzipAnswer, MIN_GZIPPED_BYTES, varyByEncoding } from './gzipped.ts';

export interface TaggedAnswer {
  body: string | Buffer;
  /** The quoted entity tag, which changes whenever the body does. */
  etag: string;
  /** The media type. */
  type: string;
}

export const HTML_TYPE = 'text/html; charset=utf-8';

/** A page with its entity tag. */
export function toPage(html: string): TaggedAnswer {
  return { body: html, etag: `"${hash('sha256', html)}"`, type: HTML_TYPE };
}

/** Sends a page that differs by language alone; a cached one is revalidated before each use. */
export function sendPage(request: FastifyRequest, reply: FastifyReply, page: TaggedAnswer) {
  const headers = { 'cache-control': 'no-cache', vary: 'accept-language, cookie' };
  return sendTagged(request, reply.headers(headers), page);
}

/**
 * Answers 200, or 304 to a GET or HEAD where the client has this body, gzipped or not. A large body
 * is sent gzipped to clients that accept it.
 */
export function sendTagged(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: TaggedAnswer,
): FastifyReply | Promise<FastifyReply> {
  if (answer.body.length < MIN_GZIPPED_BYTES) return sendAsItIs(request, reply, answer);
  varyByEncoding(reply);
  const { 'if-none-match': known, 'accept-encoding': accepted } = request.headers;
  if (!acceptsGzip(accepted) || hasTag(known, answer.etag)) {
    return sendAsItIs(request, reply, answer);
  }
  return sendGzipped(request, reply, answer);
}

/** Gzipped it is another answer for caches, with a tag of its own (RFC 9110, 8.8.3). */
async function sendGzipped(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: TaggedAnswer,
): Promise<FastifyReply> {
  const etag = `${answer.etag.slice(0, -1)}-gzip"`;
  if (hasTag(request.headers['if-none-match'], etag)) {
    return sendAsItIs(request, reply, { ...answer, etag });
  }
  const body = await gzipAnswer(answer);
  if (body === null) return sendAsItIs(request, reply, answer);
  reply.header('content-encoding', 'gzip');
  return sendAsItIs(request, reply, { ...answer, body, etag });
}

function sendAsItIs(
  { method, headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag, type }: TaggedAnswer,
): FastifyReply {
  reply.header('etag', etag);
  // The request's `Cache-Control` does not count: fetch adds `no-cache` to conditional requests.
  if (method !== 'POST' && hasTag(headers['if-none-match'], etag)) {
    // The framework would give a 304 to HEAD the length 0, although the body has another one.
    return sendDirectly(reply, 304, '');
  }
  reply.type(type);
  return typeof body === 'string' ? reply.send(body) : sendBytes(reply, body);
}

/** Whether a client has the answer with this tag (RFC 9110, 13.1.2). Our tags have no comma. */
function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  const tags = ifNoneMatch.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return tags.includes(etag) || ifNoneMatch.trim() === '*';
}

/**
 * Sends the head and these bytes in one write, which Node does only for a text: in latin1 each
 * character is one byte. The framework would write a Buffer separately from the head, and encode a
 * text twice, for its length and for the connection.
 */
function sendBytes(reply: FastifyReply, body: Buffer): FastifyReply {
  return sendDirectly(reply.header('content-length', body.length), 200, body.toString('latin1'));
}

function sendDirectly(reply: FastifyReply, status: number, latin1: string): FastifyReply {
  reply.raw.writeHead(status, reply.getHeaders() as OutgoingHttpHeaders);
  reply.hijack().raw.end(latin1, 'latin1');
  return reply;
}

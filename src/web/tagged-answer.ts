import type { OutgoingHttpHeaders } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';

export interface TaggedAnswer {
  body: string | Buffer;
  /** The quoted entity tag, which changes whenever the body does. */
  etag: string;
  /** The media type. */
  type: string;
}

/** Answers 200, or 304 where the client has this body. */
export function sendTagged(
  { headers }: FastifyRequest,
  reply: FastifyReply,
  { body, etag, type }: TaggedAnswer,
): FastifyReply {
  reply.header('etag', etag);
  // Without `Cache-Control`: fetch adds `no-cache` to every conditional request.
  if (hasTag(headers['if-none-match'], etag)) return reply.code(304).send();
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
 * Sends the head and these bytes in one write, which Node does for a text: here each character is a
 * byte. The framework would write a Buffer apart from the head, and encode a text twice, for its
 * length and for the connection.
 */
function sendBytes(reply: FastifyReply, body: Buffer): FastifyReply {
  reply.header('content-length', body.length);
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders);
  reply.hijack().raw.end(body.toString('latin1'), 'latin1');
  return reply;
}

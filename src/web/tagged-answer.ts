import type { FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';

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
  if (fresh({ 'if-none-match': headers['if-none-match'] }, { etag })) return reply.code(304).send();
  return reply.type(type).send(body);
}

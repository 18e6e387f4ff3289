import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { HTTP_ERRORS, RefusedRequest } from './errors.ts';
import { listHeaderValues } from './header-values.ts';

/** The one expectation that HTTP knows; Node has answered it by now. */
const KNOWN_EXPECTATION = /^100-continue$/i;

/** Refuses bad headers after the hooks of the scopes and before any body is read. */
export function refuseBadHeaders(app: FastifyInstance): void {
  app.addHook('preParsing', (request, reply, payload, done) => {
    const refused = findHeaderFault(request, reply);
    if (refused === null) done(null, payload);
    else done(refused);
  });
}

/** Answers requests without a route before their body is read. */
export function answerUnknownAddresses(
  app: FastifyInstance,
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
): void {
  app.setNotFoundHandler(sendNotFound);
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) return sendNotFound(request, reply);
  });
}

/**
 * A request has one host (RFC 9112, 3.2) and no unknown expectation. If two readers could take it for
 * requests to different hosts, its connection is closed.
 */
export function findHeaderFault(
  { raw }: FastifyRequest,
  reply: FastifyReply,
): RefusedRequest | null {
  const hosts = listHeaderValues(raw, 'host').length;
  if (hosts > 1 || (hosts === 0 && raw.httpVersion === '1.1')) {
    reply.header('connection', 'close');
    return new RefusedRequest(HTTP_ERRORS.bad_request);
  }
  const { expect } = raw.headers;
  if (expect === undefined || KNOWN_EXPECTATION.test(expect)) return null;
  return new RefusedRequest(HTTP_ERRORS.expectation_failed);
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CLIENT_CLOSED_REQUEST } from '../web/errors.ts';
import { toLoggableUrl } from './logger.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request began, on a monotonic clock. */
    startedAtMs: number;
    /** The client's address, read at the start: a closed connection no longer has it. */
    clientAddress: string;
    /** Whether the answer is an error that the client can avoid, and so no fault of the service. */
    isRefused: boolean;
    /** The `error` of the answer; null before it, and where it has none. */
    errorCode: string | null;
  }
}

/** Logs and measures each request once, whether or not its client waits for the answer. */
export function logAnswers(app: FastifyInstance, { observeRequest }: Metrics): void {
  function log(request: FastifyRequest, status: number, elapsedMs: number): void {
    const route = request.routeOptions.url ?? 'none';
    observeRequest(route, status, elapsedMs / 1_000, request.isRefused);
    const line = {
      requestId: request.id,
      method: request.method,
      url: toLoggableUrl(request.originalUrl),
      status,
      ms: Math.round(elapsedMs * 10) / 10,
      address: request.clientAddress,
    };
    app.log.info(line, 'answered');
  }

  app.decorateRequest('startedAtMs', 0);
  app.decorateRequest('clientAddress', '');
  app.decorateRequest('isRefused', false);
  app.decorateRequest('errorCode', null);
  app.addHook('onRequest', (request, _reply, done) => {
    request.startedAtMs = performance.now();
    request.clientAddress = request.ip;
    done();
  });
  // Fastify runs exactly one of these two hooks for each request.
  app.addHook('onResponse', (request, reply, done) => {
    log(request, reply.statusCode, reply.elapsedTime);
    done();
  });
  app.addHook('onRequestAbort', (request, done) => {
    log(request, CLIENT_CLOSED_REQUEST, performance.now() - request.startedAtMs);
    done();
  });
}

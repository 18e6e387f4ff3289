import { randomUUID } from 'node:crypto';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { CLIENT_CLOSED_REQUEST, EVERYWHERE_HEADERS } from '../web/errors.ts';
import {
  ignoreTypeOfNoContent,
  normalizeForwardedFor,
  refuseBadHeaders,
  toRoutableTarget,
} from '../web/request.ts';
import { hideUnroutedMethod, showSentMethod } from '../web/scope.ts';
import { CONNECTION_LIMITS, createHttpServer } from './http-server.ts';
import { toLoggableUrl } from './logger.ts';
import type { Metrics } from './metrics.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** When the request began, on a monotonic clock. */
    startedAtMs: number;
    /** The client's address, read at the start: a closed connection no longer has it. */
    clientAddress: string;
    /** The account of the request's live key or session; null without one, and where none is read. */
    accountId: string | null;
    /** Whether the answer is an error that the client can avoid, and so no fault of the service. */
    isRefused: boolean;
    /** The `error` of the answer; null before it, and where it has none. */
    errorCode: string | null;
  }
}

interface FastifyDependencies {
  metrics: Metrics;
  logger: FastifyBaseLogger;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges. */
  trustProxy: string[];
  /** Where clients reach the service. */
  baseUrl: string;
}

/** One year, which the preload lists of browsers require. */
export const STRICT_TRANSPORT_SECURITY = 'max-age=31536000; includeSubDomains';

/**
 * How the server reads requests. Only the first three together cut both slow headers and slow
 * bodies. Parameters may be as long as Node's request line (16 KiB), so that the API's own rules
 * answer them.
 */
export const SERVER_OPTIONS = {
  http: {
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 100,
    keepAliveTimeout: 72_000,
    // The application refuses requests without Host itself, in the order of its checks.
    requireHostHeader: false,
  },
  bodyLimit: 65_536,
  routerOptions: { maxParamLength: 16_384 },
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  return503OnClosing: false,
  genReqId: () => randomUUID(),
  rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => toRoutableTarget(url),
};

/**
 * No route has a schema: Fastify would change values with it. Without this option it loads its
 * compilers of schemas at every start, which takes 40 ms.
 */
const WITHOUT_SCHEMAS = {
  compilersFactory: { buildValidator: refuseSchema, buildSerializer: refuseSchema },
};

function refuseSchema(): never {
  throw new Error('no route may have a schema: Fastify would change values with it');
}

/** The framework with the options, hooks, headers and log of every address. */
export function createFastify({
  metrics,
  logger,
  trustProxy,
  baseUrl,
}: FastifyDependencies): FastifyInstance {
  const app = Fastify({
    ...SERVER_OPTIONS,
    serverFactory: (handle) =>
      createHttpServer({
        http: SERVER_OPTIONS.http,
        limits: CONNECTION_LIMITS,
        handle(request, response) {
          hideUnroutedMethod(request);
          handle(request, response);
        },
        observer: metrics.connections,
      }),
    // `createHttpServer` answers malformed requests itself.
    clientErrorHandler: () => {},
    schemaController: WITHOUT_SCHEMAS,
    loggerInstance: logger,
    trustProxy: trustProxy.length > 0 ? trustProxy : false,
  });
  app.addHook('onRequest', ({ raw }, _reply, done) => {
    showSentMethod(raw);
    done();
  });
  if (trustProxy.length > 0) normalizeForwardedFor(app);
  const headers = {
    ...EVERYWHERE_HEADERS,
    ...(baseUrl.startsWith('https:') && { 'strict-transport-security': STRICT_TRANSPORT_SECURITY }),
  };
  app.addHook('onRequest', ({ id }, reply, done) => {
    reply.headers(headers).header('x-request-id', id);
    done();
  });
  refuseBadHeaders(app);
  ignoreTypeOfNoContent(app);
  logAnswers(app, metrics);
  return app;
}

/** Logs and measures each request once, whether or not its client waits for the answer. */
function logAnswers(app: FastifyInstance, { observeRequest }: Metrics): void {
  function log(request: FastifyRequest, status: number, elapsedMs: number): void {
    const { isRefused, routeOptions } = request;
    const { url: route = 'none', config } = routeOptions;
    const { method } = request;
    const seconds = elapsedMs / 1_000;
    observeRequest({ method, route, part: config.part, status, seconds, isRefused });
    const line = {
      requestId: request.id,
      method,
      url: toLoggableUrl(request.originalUrl),
      status,
      ms: Math.round(elapsedMs * 10) / 10,
      address: request.clientAddress,
      // Left out where it is null.
      accountId: request.accountId ?? undefined,
    };
    app.log.info(line, 'answered');
  }

  app.decorateRequest('startedAtMs', 0);
  app.decorateRequest('clientAddress', '');
  app.decorateRequest('accountId', null);
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

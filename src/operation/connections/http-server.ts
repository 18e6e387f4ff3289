import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { HTTP_ERRORS, JSON_TYPE, toErrorBody } from '../../web/errors.ts';
import { Connection } from './connection.ts';
import { type ConnectionLimits, type EndReason, type Load, UnsentAnswers } from './limits.ts';
import { CONNECT_RESPONSE, findClientErrorResponse } from './malformed-request.ts';

export interface ConnectionCounts {
  connections: number;
  inFlight: number;
}

/** Receives the counts of a server's connections, for metrics. */
export interface ConnectionObserver {
  watch(read: () => ConnectionCounts): void;
  countEnd(reason: EndReason): void;
  countOverload(): void;
}

export interface HttpServerOptions {
  http: ServerOptions;
  limits: ConnectionLimits;
  handle: RequestListener;
  observer: ConnectionObserver;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

/** Shows that the process is alive, so it is answered under any load. */
const ALWAYS_ANSWERED = '/health/live';
const OVERLOAD_BODY = toErrorBody(HTTP_ERRORS.unavailable);
const OVERLOAD_HEADERS = {
  'content-type': JSON_TYPE,
  'content-length': OVERLOAD_BODY.length,
  ...HTTP_ERRORS.unavailable.headers,
  'x-content-type-options': 'nosniff',
};

/** An HTTP server with limits on its connections and on the requests waiting on them. */
export function createHttpServer(options: HttpServerOptions): Server {
  const { http, limits, handle, observer, elapsedMs } = options;
  const connections = new Map<Socket, Connection>();
  const load: Load = { inFlight: 0, waiting: 0, unsent: new UnsentAnswers(limits.maxUnsentBytes) };
  const dependencies = {
    limits,
    load,
    elapsedMs,
    handle,
    handleOverload: toOverloadHandler(handle, observer),
    onEnd: observer.countEnd,
  };
  const receive: RequestListener = (request, response) => {
    connections.get(request.socket)?.receive(request, response);
  };
  const server = createServer(http, receive);
  // Node would answer an unknown expectation itself, without a body.
  server.on('checkExpectation', receive);
  server.on('connect', (_request, socket: Socket) => {
    // Node no longer handles errors of this socket.
    socket.on('error', () => socket.destroy());
    connections.get(socket)?.rejectMalformed(CONNECT_RESPONSE);
  });
  server.on('connection', (socket: Socket) => {
    if (connections.size >= limits.maxConnections && !endOldestIdle(connections)) {
      observer.countEnd('too_many_connections');
      socket.destroy();
      return;
    }
    const connection = new Connection(socket, dependencies);
    connections.set(socket, connection);
    socket.on('close', () => {
      connections.delete(socket);
      connection.release();
    });
  });
  server.on('clientError', (error: Error & { code?: string }, socket: Socket) => {
    const connection = connections.get(socket);
    if (connection === undefined || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy();
    } else {
      connection.rejectMalformed(findClientErrorResponse(error));
    }
  });
  const sweep = setInterval(() => {
    const nowMs = elapsedMs();
    for (const connection of connections.values()) connection.checkTimeouts(nowMs);
  }, limits.sweepMs).unref();
  server.on('close', () => clearInterval(sweep));
  observer.watch(() => ({ connections: connections.size, inFlight: load.inFlight }));
  return server;
}

/** Makes room for one more, so that a client with many idle connections does not block others. */
function endOldestIdle(connections: Map<Socket, Connection>): boolean {
  for (const [socket, connection] of connections) {
    if (!connection.isIdle) continue;
    // Its `close` event comes later, when another connection may already need the place.
    connections.delete(socket);
    connection.end('too_many_connections');
    return true;
  }
  return false;
}

function toOverloadHandler(handle: RequestListener, observer: ConnectionObserver): RequestListener {
  return (request, response) => {
    if (request.url === ALWAYS_ANSWERED) {
      handle(request, response);
      return;
    }
    observer.countOverload();
    response.writeHead(HTTP_ERRORS.unavailable.status, OVERLOAD_HEADERS).end(OVERLOAD_BODY);
  };
}

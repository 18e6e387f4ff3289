import { createServer, type RequestListener, type Server, type ServerOptions } from 'node:http';
import type { Socket } from 'node:net';
import { HTTP_ERRORS, JSON_TYPE, toErrorBody } from '../../web/errors.ts';
import { CONNECT_REFUSAL, findRefusal } from '../client-error.ts';
import { Connection } from './connection.ts';
import type { EndReason } from './end-reason.ts';
import type { ConnectionLimits } from './limits.ts';
import { type Load, UnsentAnswers } from './load.ts';

export interface ConnectionCounts {
  connections: number;
  inFlight: number;
}

/** Where an operator sees the connections of a server. */
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
  /** Milliseconds of a clock that never runs backwards. */
  elapsedMs: () => number;
}

/** Says that the process lives, however much it has to do. */
const ALWAYS_ANSWERED = '/health/live';
const OVERLOAD_BODY = toErrorBody(HTTP_ERRORS.unavailable);
const OVERLOAD_HEADERS = {
  'content-type': JSON_TYPE,
  'content-length': OVERLOAD_BODY.length,
  ...HTTP_ERRORS.unavailable.headers,
  'x-content-type-options': 'nosniff',
};

/** A server whose connections, and what waits on them, have maximums. */
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
  // Node would refuse an unknown expectation itself, without a body.
  server.on('checkExpectation', receive);
  server.on('connect', (_request, socket: Socket) => {
    // Node has given the connection out of its hands, its errors too.
    socket.on('error', () => socket.destroy());
    connections.get(socket)?.refuse(CONNECT_REFUSAL);
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
      connection.refuse(findRefusal(error));
    }
  });
  const sweep = setInterval(() => {
    const nowMs = elapsedMs();
    for (const connection of connections.values()) connection.check(nowMs);
  }, limits.sweepMs).unref();
  server.on('close', () => clearInterval(sweep));
  observer.watch(() => ({ connections: connections.size, inFlight: load.inFlight }));
  return server;
}

/** Makes room for one more: a client with many connections that do nothing keeps nobody out. */
function endOldestIdle(connections: Map<Socket, Connection>): boolean {
  for (const [socket, connection] of connections) {
    if (!connection.isIdle) continue;
    // Its own end comes later, and others may need its place before that.
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

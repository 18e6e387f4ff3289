import {
  createServer,
  IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';
import { EVERYWHERE_HEADERS, HTTP_ERRORS, JSON_TYPE, toErrorBody } from '../web/errors.ts';
import {
  CONNECT_RESPONSE,
  findClientErrorResponse,
  type RawResponse,
} from './malformed-request.ts';

/** The limits of a server's connections; `HttpServerOptions.http` has the timeouts of requests. */
export const CONNECTION_LIMITS = {
  /**
   * A further connection ends the oldest one without a complete request; if there is none, the new
   * connection is closed at once.
   */
  maxConnections: 16_384,
  /** Requests without a complete answer; further ones are answered 503 at once. */
  maxRequestsInFlight: 1_000,
  /** Requests waiting behind the one being answered; one more ends the connection. */
  maxWaitingPerConnection: 20,
  /** The same for all connections: the connection that adds one more is ended. */
  maxWaitingRequests: 1_000,
  /** Bytes of unread answers; beyond it the connection that has waited longest is ended. */
  maxUnsentBytes: 64 * 2 ** 20,
  /** A connection on which nothing moves for this long, with a request open, is ended. */
  stallMs: 30_000,
  /** Bytes of a body or of garbage read after the answer, so that the client can read it. */
  maxDiscardedBytes: 2 ** 20,
  /** How long they are read. */
  lingerMs: 2_000,
  /** How long the response to a malformed request waits for the answers before it. */
  malformedWaitMs: 15_000,
};

export type ConnectionLimits = typeof CONNECTION_LIMITS;

/** Why the server ended a connection; the first four are malformed requests. */
export const END_REASONS = [
  'bad_request',
  'headers_too_large',
  'method_not_allowed',
  'request_timeout',
  'too_many_connections',
  'too_many_waiting',
  'answer_unread',
  'too_much_unread',
  'body_after_answer',
] as const;

export type EndReason = (typeof END_REASONS)[number];

/** Receives the counts of a server's connections, for metrics. */
export interface ConnectionObserver {
  watch(read: () => { connections: number; inFlight: number }): void;
  countEnd(reason: EndReason): void;
  countOverload(): void;
}

export interface HttpServerOptions {
  http: ServerOptions;
  limits: ConnectionLimits;
  handle: RequestListener;
  observer: ConnectionObserver;
}

/** Shows that the process is alive, so it is answered under any load. */
const ALWAYS_ANSWERED = '/health/live';
const OVERLOAD_BODY = toErrorBody(HTTP_ERRORS.unavailable);
const OVERLOAD_HEADERS = {
  'content-type': JSON_TYPE,
  'content-length': OVERLOAD_BODY.length,
  ...HTTP_ERRORS.unavailable.headers,
  ...EVERYWHERE_HEADERS,
};

/** An HTTP server with limits on its connections and on the requests waiting on them. */
export function createHttpServer({ http, limits, handle, observer }: HttpServerOptions): Server {
  const connections = new Map<Socket, ClientConnection>();
  const unsent = new Map<ClientConnection, number>();
  const load = { inFlight: 0, waiting: 0, unsentBytes: 0, unsent };
  const shared = { limits, handle, observer, load };
  const receive: RequestListener = ({ socket }, response) => {
    connections.get(socket)?.receive(response);
  };
  const server = createServer(
    {
      ...http,
      IncomingMessage: ParsedRequest,
      shouldUpgradeCallback: (request) => request.socket.destroyed,
    },
    receive,
  );
  // Node refreshes this timeout while a client reads its answer, however slowly.
  server.timeout = limits.stallMs;
  server.on('timeout', (socket: Socket) => connections.get(socket)?.stall());
  // Node would answer an unknown expectation itself, without a body.
  server.on('checkExpectation', receive);
  server.on('connect', (_request, socket: Socket) => {
    // Node no longer handles errors of this socket.
    socket.on('error', () => socket.destroy());
    connections.get(socket)?.refuse(CONNECT_RESPONSE);
  });
  server.on('connection', (socket: Socket) => {
    if (connections.size >= limits.maxConnections && !endOldestIdle(connections)) {
      observer.countEnd('too_many_connections');
      socket.destroy();
      return;
    }
    const connection = new ClientConnection(socket, shared);
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
      connection.refuse(findClientErrorResponse(error));
    }
  });
  observer.watch(() => ({ connections: connections.size, inFlight: load.inFlight }));
  return server;
}

/** Makes room for one more, so that a client with many idle connections does not block others. */
function endOldestIdle(connections: Map<Socket, ClientConnection>): boolean {
  for (const [socket, connection] of connections) {
    if (!connection.isIdle) continue;
    // Its `close` event comes later, when another connection may already need the room.
    connections.delete(socket);
    connection.end('too_many_connections');
    return true;
  }
  return false;
}

interface Shared extends Omit<HttpServerOptions, 'http'> {
  load: {
    inFlight: number;
    waiting: number;
    unsentBytes: number;
    /** The bytes of complete answers that clients have not read yet, the oldest first. */
    unsent: Map<ClientConnection, number>;
  };
}

/**
 * One client's connection. Node begins every pipelined request of a chunk at once; here a request
 * begins when the answer to the previous one has been written. A client that does not read its
 * answers, or sends requests faster than they are answered, delays only itself.
 */
class ClientConnection {
  readonly #socket: Socket;
  readonly #shared: Shared;
  /** Responses with their requests. The first is being answered; the others wait. */
  readonly #responses: ServerResponse[] = [];
  #isInFlight = false;
  /** The response to a malformed request; nothing after that request is read. */
  #refusal: RawResponse | null = null;
  /** `socket.bytesRead` at the malformed request. */
  #refusedAtBytes = 0;
  #endTimer: NodeJS.Timeout | undefined;

  constructor(socket: Socket, shared: Shared) {
    this.#socket = socket;
    this.#shared = shared;
  }

  /** Whether there is no complete request to be answered. */
  get isIdle(): boolean {
    return this.#responses[0]?.req.complete !== true;
  }

  receive(response: ServerResponse): void {
    const { limits, load } = this.#shared;
    const before = this.#responses.length;
    // A request that was answered with a timeout must not be executed after all.
    if (this.#socket.destroyed || this.#refusal !== null) return;
    const isTooMany =
      before > limits.maxWaitingPerConnection || load.waiting >= limits.maxWaitingRequests;
    if (before > 0 && isTooMany) {
      this.end('too_many_waiting');
      return;
    }
    this.#responses.push(response);
    if (before > 0) load.waiting += 1;
    // After the whole chunk: if it has too many requests, none of them is begun.
    else process.nextTick(() => this.#begin());
  }

  /** Answers a malformed request after the requests before it, and closes the connection. */
  refuse(refusal: RawResponse): void {
    const { limits, load, observer } = this.#shared;
    const { bytesRead } = this.#socket;
    if (this.#refusal !== null) {
      if (bytesRead - this.#refusedAtBytes > limits.maxDiscardedBytes) this.end(refusal.error);
      return;
    }
    this.#refusal = refusal;
    this.#refusedAtBytes = bytesRead;
    observer.countEnd(refusal.error);
    // The malformed bytes are the body of the last request if that is incomplete.
    if (this.#responses.length > 1 && this.#responses.at(-1)?.req.complete === false) {
      this.#responses.pop();
      load.waiting -= 1;
    }
    const [open] = this.#responses;
    if (open?.req.complete) this.#endAfter(limits.malformedWaitMs, refusal.error);
    else if (open?.headersSent) this.end(refusal.error);
    else this.#sendRefusal(refusal);
  }

  /** Nothing has moved for `stallMs`, or no request has come for Node's `keepAliveTimeout`. */
  stall(): void {
    if (this.#responses.length > 0) this.end('answer_unread');
    else this.#socket.destroy();
  }

  /** Ends the connection and its open requests at once. */
  end(reason: EndReason): void {
    if (this.#socket.destroyed) return;
    this.#socket.destroy();
    if (this.#refusal === null) this.#shared.observer.countEnd(reason);
  }

  /** Removes a closed connection from the load. */
  release(): void {
    clearTimeout(this.#endTimer);
    this.#shared.load.waiting -= Math.max(0, this.#responses.length - 1);
    // Node aborts them unless it was stopped in the middle of a chunk.
    for (const { req } of this.#responses) req.destroy();
    this.#responses.length = 0;
    this.#leaveLoad();
  }

  #begin(): void {
    const { limits, load, handle, observer } = this.#shared;
    const [response] = this.#responses;
    if (response === undefined || this.#socket.destroyed) return;
    const { req: request } = response;
    response.on('prefinish', () => this.#onAnswered(request));
    response.on('close', () => this.#onClosed());
    if (load.inFlight >= limits.maxRequestsInFlight && request.url !== ALWAYS_ANSWERED) {
      observer.countOverload();
      response.writeHead(HTTP_ERRORS.unavailable.status, OVERLOAD_HEADERS).end(OVERLOAD_BODY);
      return;
    }
    const enterFlight = () => {
      // The connection may be closed, or the answer complete, before the body is.
      if (this.#responses[0] !== response || response.writableEnded) return;
      this.#isInFlight = true;
      load.inFlight += 1;
    };
    // A request counts when its body is complete, so that slow bodies do not block others.
    if (request.method === 'GET' || request.method === 'HEAD') enterFlight();
    else request.on('end', enterFlight);
    handle(request, response);
  }

  /** The answer is complete, but may not have been sent. */
  #onAnswered(request: IncomingMessage): void {
    const { limits, load } = this.#shared;
    this.#leaveLoad();
    if (this.#socket.destroyed) return;
    if (!request.complete) this.#limitBody(request);
    const unsentBytes = this.#socket.writableLength;
    if (unsentBytes === 0) return;
    load.unsent.set(this, unsentBytes);
    load.unsentBytes += unsentBytes;
    for (const oldest of load.unsent.keys()) {
      if (load.unsentBytes <= limits.maxUnsentBytes) break;
      oldest.#leaveLoad();
      oldest.end('too_much_unread');
    }
  }

  /** The answer has been sent, or the connection is closed. */
  #onClosed(): void {
    this.#leaveLoad();
    if (this.#socket.destroyed) return;
    this.#responses.shift();
    if (this.#responses.length > 0) {
      this.#shared.load.waiting -= 1;
      this.#begin();
    } else if (this.#refusal !== null) {
      this.#sendRefusal(this.#refusal);
    }
  }

  #leaveLoad(): void {
    const { load } = this.#shared;
    if (this.#isInFlight) load.inFlight -= 1;
    this.#isInFlight = false;
    load.unsentBytes -= load.unsent.get(this) ?? 0;
    load.unsent.delete(this);
  }

  /** Reads the rest of a body after the answer, within limits, so that the client can read it. */
  #limitBody(request: IncomingMessage): void {
    const { limits } = this.#shared;
    this.#endAfter(limits.lingerMs, 'body_after_answer');
    let discardedBytes = 0;
    request.on('data', (chunk: Buffer) => {
      discardedBytes += chunk.length;
      if (discardedBytes > limits.maxDiscardedBytes) this.end('body_after_answer');
    });
    request.on('end', () => {
      if (this.#refusal === null) clearTimeout(this.#endTimer);
    });
  }

  #sendRefusal({ toText, error }: RawResponse): void {
    this.#endAfter(this.#shared.limits.lingerMs, error);
    if (this.#socket.writable) this.#socket.end(toText());
  }

  #endAfter(ms: number, reason: EndReason): void {
    clearTimeout(this.#endTimer);
    this.#endTimer = setTimeout(() => this.end(reason), ms).unref();
  }
}

/**
 * Stops Node from beginning the remaining requests of the chunk that it is parsing. Destroying the
 * socket does not, and a chunk of 64 KiB holds up to 1,500 requests: 600 connections with such
 * chunks would delay all others for seconds. Node parses nothing after a request that is an
 * upgrade, so each request of a destroyed socket is one. If a later Node ignores that, the rest of
 * the chunk is parsed and otherwise ignored.
 */
class ParsedRequest extends IncomingMessage {
  constructor(socket: Socket) {
    super(socket);
    if (socket.destroyed) Object.defineProperty(this, 'upgrade', { get: () => true, set() {} });
  }
}

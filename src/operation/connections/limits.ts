import type { RawResponse } from './malformed-request.ts';

/** The limits and timeouts of a server's connections. */
export interface ConnectionLimits {
  /**
   * A further connection ends the oldest one without a complete request; if there is none, the new
   * connection is closed at once.
   */
  maxConnections: number;
  /** Requests without a complete answer; further ones are answered 503 at once. */
  maxRequestsInFlight: number;
  /** Requests waiting behind the one being answered; one more ends the connection. */
  maxWaitingPerConnection: number;
  /** The same for all connections: the connection that adds one more is ended. */
  maxWaitingRequests: number;
  /** Bytes of unread answers; beyond it the connection that has waited longest is ended. */
  maxUnsentBytes: number;
  /** A connection whose client reads nothing of its answer for this long is ended. */
  stallMs: number;
  /** Bytes of a body or of garbage that are read after the answer, so that the client can read it. */
  maxDiscardedBytes: number;
  lingerMs: number;
  /** How long the response to a malformed request waits for the answers before it. */
  malformedWaitMs: number;
  /** How often the timeouts of connections are checked. */
  sweepMs: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = {
  maxConnections: 16_384,
  maxRequestsInFlight: 1_000,
  maxWaitingPerConnection: 20,
  maxWaitingRequests: 1_000,
  maxUnsentBytes: 64 * 2 ** 20,
  stallMs: 30_000,
  maxDiscardedBytes: 2 ** 20,
  lingerMs: 2_000,
  malformedWaitMs: 15_000,
  sweepMs: 100,
};

/** Why the server ended a connection. */
export type EndReason =
  | RawResponse['error']
  | 'too_many_connections'
  | 'too_many_waiting'
  | 'answer_unread'
  | 'too_much_unread'
  | 'body_after_answer';

/** A connection that can be ended from outside. */
export interface Endable {
  end(reason: EndReason): void;
}

/** What all connections of a server hold together. */
export interface Load {
  inFlight: number;
  waiting: number;
  unsent: UnsentAnswers;
}

/** Complete answers that their clients have not read yet, the oldest first. */
export class UnsentAnswers {
  readonly #bytesOf = new Map<Endable, number>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  add(connection: Endable, bytes: number): void {
    this.#bytesOf.set(connection, bytes);
    this.#bytes += bytes;
    for (const oldest of this.#bytesOf.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      this.delete(oldest);
      oldest.end('too_much_unread');
    }
  }

  delete(connection: Endable): void {
    this.#bytes -= this.#bytesOf.get(connection) ?? 0;
    this.#bytesOf.delete(connection);
  }
}

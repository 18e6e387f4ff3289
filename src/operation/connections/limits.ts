/** The maximums of a server's connections, and its waits on them. */
export interface ConnectionLimits {
  /**
   * One more ends the oldest that has no whole request to be answered; where there is none, it is
   * closed itself as soon as it is accepted.
   */
  maxConnections: number;
  /** Requests that have begun and have no answer yet; further ones are answered 503 at once. */
  maxRequestsInFlight: number;
  /** Requests that wait behind the one that is being answered; one more ends the connection. */
  maxWaitingPerConnection: number;
  /** The same for all connections: the connection that adds one more is ended. */
  maxWaitingRequests: number;
  /** Bytes of answers that clients have not read; beyond it the one that waits longest is ended. */
  maxUnsentBytes: number;
  /** A connection that takes nothing of its answer for this long is ended. */
  stallMs: number;
  /** What is read of a body, or of garbage, after the answer, so that the client can read that. */
  maxDiscardedBytes: number;
  lingerMs: number;
  /** How long an answer to garbage waits for the answers to the requests before it. */
  refusalWaitMs: number;
  /** How often connections are checked for what has lasted too long: few at once, if often. */
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
  refusalWaitMs: 15_000,
  sweepMs: 100,
};

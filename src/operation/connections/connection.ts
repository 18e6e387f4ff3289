import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from '../client-error.ts';
import type { EndReason } from './end-reason.ts';
import type { ConnectionLimits } from './limits.ts';
import type { Load } from './load.ts';
import { countSentBytes, stopParsing } from './socket.ts';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export interface ConnectionDependencies {
  limits: ConnectionLimits;
  load: Load;
  /** Milliseconds of a clock that never runs backwards. */
  elapsedMs: () => number;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** In the place of `handle` where too many requests are in flight. */
  handleOverload: (request: IncomingMessage, response: ServerResponse) => void;
  onEnd: (reason: EndReason) => void;
}

/**
 * One client's connection. Node begins every request that it finds in a chunk; here one is begun
 * when the answer to the one before has been written, so that a client that does not read its
 * answers, or sends requests faster than they are answered, delays only itself.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #dependencies: ConnectionDependencies;
  #open: Exchange | null = null;
  #waiting: Exchange[] = [];
  #isInFlight = false;
  #refusal: Refusal | null = null;
  /** `socket.bytesRead` at the refusal. */
  #refusedAtBytes = 0;
  #closeAtMs = Number.POSITIVE_INFINITY;
  #sentBytes = 0;
  #sentAtMs: number;

  constructor(socket: Socket, dependencies: ConnectionDependencies) {
    this.#socket = socket;
    this.#dependencies = dependencies;
    this.#sentAtMs = dependencies.elapsedMs();
  }

  /** Whether no whole request has come that is to be answered. */
  get isIdle(): boolean {
    return this.#open?.request.complete !== true;
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    const { limits, load } = this.#dependencies;
    // A client that was told that its request came too late must not find it carried out.
    if (this.#socket.destroyed || this.#refusal !== null) return;
    if (this.#open === null) {
      this.#open = { request, response };
      // After the whole chunk: one with too many requests ends the connection, and begins none.
      process.nextTick(this.#begin, this.#open);
    } else if (
      this.#waiting.length >= limits.maxWaitingPerConnection ||
      load.waiting >= limits.maxWaitingRequests
    ) {
      this.end('too_many_waiting');
    } else {
      this.#waiting.push({ request, response });
      load.waiting += 1;
    }
  }

  /** Answers what is no request, after the requests before it, and closes the connection. */
  refuse(refusal: Refusal): void {
    const { limits, load, elapsedMs, onEnd } = this.#dependencies;
    if (this.#refusal !== null) {
      const moreBytes = this.#socket.bytesRead - this.#refusedAtBytes;
      if (moreBytes > limits.maxDiscardedBytes) this.end(refusal.error);
      return;
    }
    this.#refusal = refusal;
    this.#refusedAtBytes = this.#socket.bytesRead;
    onEnd(refusal.error);
    if (this.#waiting.at(-1)?.request.complete === false) {
      this.#waiting.pop();
      load.waiting -= 1;
    }
    const open = this.#open;
    if (open?.request.complete) this.#closeAtMs = elapsedMs() + limits.refusalWaitMs;
    else if (open?.response.headersSent) this.end(refusal.error);
    else this.#sendRefusal(refusal);
  }

  /** Ends the connection at once, with whatever is open on it. */
  end(reason: EndReason): void {
    if (this.#socket.destroyed) return;
    stopParsing(this.#socket);
    this.#socket.destroy();
    if (this.#refusal === null) this.#dependencies.onEnd(reason);
  }

  /** Ends the connection if something on it has lasted too long. */
  check(nowMs: number): void {
    const sentBytes = this.#socket.writableLength === 0 ? -1 : countSentBytes(this.#socket);
    if (nowMs >= this.#closeAtMs) {
      this.end('body_after_answer');
    } else if (sentBytes === -1 || sentBytes !== this.#sentBytes) {
      this.#sentBytes = sentBytes;
      this.#sentAtMs = nowMs;
    } else if (nowMs - this.#sentAtMs >= this.#dependencies.limits.stallMs) {
      this.end('answer_unread');
    }
  }

  /** Gives back what a closed connection held. */
  release(): void {
    const { load } = this.#dependencies;
    load.waiting -= this.#waiting.length;
    this.#waiting = [];
    this.#leaveFlight();
    load.unsent.delete(this);
  }

  readonly #begin = (exchange: Exchange): void => {
    const { limits, load, handle, handleOverload } = this.#dependencies;
    const { request, response } = exchange;
    if (this.#socket.destroyed) return;
    response.on('prefinish', this.#onAnswered);
    response.on('close', this.#onClosed);
    if (load.inFlight >= limits.maxRequestsInFlight) {
      handleOverload(request, response);
      return;
    }
    // A body that arrives slowly must not take the place of a request that can be answered.
    if (request.method === 'GET' || request.method === 'HEAD') this.#enterFlight();
    else request.on('end', () => this.#enterFlightOf(exchange));
    handle(request, response);
  };

  #enterFlightOf(exchange: Exchange): void {
    if (this.#open === exchange && !exchange.response.writableEnded) this.#enterFlight();
  }

  #enterFlight(): void {
    this.#isInFlight = true;
    this.#dependencies.load.inFlight += 1;
  }

  #leaveFlight(): void {
    if (!this.#isInFlight) return;
    this.#isInFlight = false;
    this.#dependencies.load.inFlight -= 1;
  }

  /** The answer is whole; it may still wait to be sent. */
  readonly #onAnswered = (): void => {
    this.#leaveFlight();
    if (this.#open === null) return;
    const { request } = this.#open;
    if (!request.complete) this.#limitBody(request);
    const unsentBytes = this.#socket.writableLength;
    if (unsentBytes > 0) this.#dependencies.load.unsent.add(this, unsentBytes);
  };

  readonly #onClosed = (): void => {
    this.#leaveFlight();
    const { load } = this.#dependencies;
    load.unsent.delete(this);
    this.#open = null;
    if (this.#socket.destroyed) return;
    const next = this.#waiting.shift();
    if (next !== undefined) {
      load.waiting -= 1;
      this.#open = next;
      this.#begin(next);
    } else if (this.#refusal !== null) {
      this.#sendRefusal(this.#refusal);
    }
  };

  /** Reads a little more of a body that nobody needs any more: a small one ends meanwhile. */
  #limitBody(request: IncomingMessage): void {
    const { limits, elapsedMs } = this.#dependencies;
    this.#closeAtMs = elapsedMs() + limits.lingerMs;
    let discardedBytes = 0;
    request.on('data', (chunk: Buffer) => {
      discardedBytes += chunk.length;
      if (discardedBytes > limits.maxDiscardedBytes) this.end('body_after_answer');
    });
    request.on('end', () => {
      if (this.#refusal === null) this.#closeAtMs = Number.POSITIVE_INFINITY;
    });
  }

  #sendRefusal({ answer }: Refusal): void {
    const { limits, elapsedMs } = this.#dependencies;
    this.#closeAtMs = elapsedMs() + limits.lingerMs;
    if (this.#socket.writable) this.#socket.end(answer);
  }
}

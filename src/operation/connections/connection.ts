import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionLimits, EndReason, Load } from './limits.ts';
import type { RawResponse } from './malformed-request.ts';
import { countSentBytes, stopParsing } from './node-internals.ts';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

export interface ConnectionDependencies {
  limits: ConnectionLimits;
  load: Load;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
  handle: (request: IncomingMessage, response: ServerResponse) => void;
  /** Called instead of `handle` when too many requests are in flight. */
  handleOverload: (request: IncomingMessage, response: ServerResponse) => void;
  onEnd: (reason: EndReason) => void;
}

/**
 * One client's connection. Node begins every pipelined request of a chunk at once; here a request
 * begins when the answer to the previous one has been written. A client that does not read its
 * answers, or sends requests faster than they are answered, delays only itself.
 */
export class Connection {
  readonly #socket: Socket;
  readonly #dependencies: ConnectionDependencies;
  #open: Exchange | null = null;
  #waiting: Exchange[] = [];
  #isInFlight = false;
  /** The response to a malformed request; nothing after that request is read. */
  #lastResponse: RawResponse | null = null;
  /** `socket.bytesRead` at the malformed request. */
  #malformedAtBytes = 0;
  #closeAtMs = Number.POSITIVE_INFINITY;
  #sentBytes = 0;
  #sentAtMs: number;

  constructor(socket: Socket, dependencies: ConnectionDependencies) {
    this.#socket = socket;
    this.#dependencies = dependencies;
    this.#sentAtMs = dependencies.elapsedMs();
  }

  /** Whether there is no complete request to be answered. */
  get isIdle(): boolean {
    return this.#open?.request.complete !== true;
  }

  receive(request: IncomingMessage, response: ServerResponse): void {
    const { limits, load } = this.#dependencies;
    // A request that was answered with a timeout must not be executed after all.
    if (this.#socket.destroyed || this.#lastResponse !== null) return;
    if (this.#open === null) {
      this.#open = { request, response };
      // After the whole chunk: if it has too many requests, none of them is begun.
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

  /** Answers a malformed request after the requests before it, and closes the connection. */
  rejectMalformed(response: RawResponse): void {
    const { limits, load, elapsedMs, onEnd } = this.#dependencies;
    if (this.#lastResponse !== null) {
      const moreBytes = this.#socket.bytesRead - this.#malformedAtBytes;
      if (moreBytes > limits.maxDiscardedBytes) this.end(response.error);
      return;
    }
    this.#lastResponse = response;
    this.#malformedAtBytes = this.#socket.bytesRead;
    onEnd(response.error);
    if (this.#waiting.at(-1)?.request.complete === false) {
      this.#waiting.pop();
      load.waiting -= 1;
    }
    const open = this.#open;
    if (open?.request.complete) this.#closeAtMs = elapsedMs() + limits.malformedWaitMs;
    else if (open?.response.headersSent) this.end(response.error);
    else this.#sendLast(response);
  }

  /** Ends the connection and its open requests at once. */
  end(reason: EndReason): void {
    if (this.#socket.destroyed) return;
    stopParsing(this.#socket);
    this.#socket.destroy();
    if (this.#lastResponse === null) this.#dependencies.onEnd(reason);
  }

  /** Ends the connection when one of its timeouts has passed. */
  checkTimeouts(nowMs: number): void {
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

  /** Removes a closed connection from the load. */
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
    // A request counts when its body is complete, so that slow bodies do not block others.
    if (request.method === 'GET' || request.method === 'HEAD') this.#enterFlight();
    else {
      request.on('end', () => {
        if (this.#open === exchange && !response.writableEnded) this.#enterFlight();
      });
    }
    handle(request, response);
  };

  #enterFlight(): void {
    this.#isInFlight = true;
    this.#dependencies.load.inFlight += 1;
  }

  #leaveFlight(): void {
    if (!this.#isInFlight) return;
    this.#isInFlight = false;
    this.#dependencies.load.inFlight -= 1;
  }

  /** The answer is complete, but may not have been sent. */
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
    } else if (this.#lastResponse !== null) {
      this.#sendLast(this.#lastResponse);
    }
  };

  /** Reads the rest of a body after its answer, within limits, so that the client reads the answer. */
  #limitBody(request: IncomingMessage): void {
    const { limits, elapsedMs } = this.#dependencies;
    this.#closeAtMs = elapsedMs() + limits.lingerMs;
    let discardedBytes = 0;
    request.on('data', (chunk: Buffer) => {
      discardedBytes += chunk.length;
      if (discardedBytes > limits.maxDiscardedBytes) this.end('body_after_answer');
    });
    request.on('end', () => {
      if (this.#lastResponse === null) this.#closeAtMs = Number.POSITIVE_INFINITY;
    });
  }

  #sendLast({ text }: RawResponse): void {
    const { limits, elapsedMs } = this.#dependencies;
    this.#closeAtMs = elapsedMs() + limits.lingerMs;
    if (this.#socket.writable) this.#socket.end(text);
  }
}

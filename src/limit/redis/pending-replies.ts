/**
 * The replies that a connection still has to receive. All are rejected when no reply arrives for
 * `silenceMs` while at least one is pending. A long queue alone does not count as silence.
 */
export class PendingReplies {
  readonly #silenceMs: number;
  readonly #nowMs: () => number;
  /** Rejects each pending reply. */
  readonly #waits = new Set<(error: Error) => void>();
  #timer: NodeJS.Timeout | undefined;
  #sinceMs = 0;

  /** `nowMs` is a monotonic clock. */
  constructor(silenceMs: number, nowMs: () => number) {
    this.#silenceMs = silenceMs;
    this.#nowMs = nowMs;
  }

  /** Settles like the reply, or rejects when the connection is silent for too long. */
  wait<Reply>(reply: Promise<Reply>): Promise<Reply> {
    const { promise, resolve, reject } = Promise.withResolvers<Reply>();
    if (this.#waits.size === 0) {
      this.#sinceMs = this.#nowMs();
      this.#checkIn(this.#silenceMs);
    }
    this.#waits.add(reject);
    const note = () => {
      this.#waits.delete(reject);
      this.#sinceMs = this.#nowMs();
      if (this.#waits.size === 0) clearTimeout(this.#timer);
    };
    reply.finally(note).then(resolve, reject);
    return promise;
  }

  /** Rejects all pending replies. */
  rejectAll(error: Error): void {
    clearTimeout(this.#timer);
    for (const reject of this.#waits) reject(error);
    this.#waits.clear();
  }

  #checkIn(ms: number): void {
    clearTimeout(this.#timer);
    // One turn after the timer, so that a busy process first reads replies that have arrived.
    this.#timer = setTimeout(() => setImmediate(() => this.#check()), ms);
  }

  #check(): void {
    if (this.#waits.size === 0) return;
    const silentMs = this.#nowMs() - this.#sinceMs;
    if (silentMs < this.#silenceMs) this.#checkIn(this.#silenceMs - silentMs);
    else this.rejectAll(new Error(`no reply within ${this.#silenceMs} ms`));
  }
}

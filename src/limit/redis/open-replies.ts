/**
 * The replies that a connection owes. It counts as silent, and all of them as lost, when none
 * came for so long with one owed: a burst that keeps both ends busy is no silence.
 */
export class OpenReplies {
  readonly #silenceMs: number;
  readonly #nowMs: () => number;
  /** Ends the wait for each of them. */
  readonly #waits = new Set<(error: Error) => void>();
  #timer: NodeJS.Timeout | undefined;
  #sinceMs = 0;

  /** `nowMs` is a monotonic clock. */
  constructor(silenceMs: number, nowMs: () => number) {
    this.#silenceMs = silenceMs;
    this.#nowMs = nowMs;
  }

  /** Settles as the reply does, or rejects when the connection is silent for too long. */
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

  /** Rejects all that are owed. */
  lose(error: Error): void {
    clearTimeout(this.#timer);
    for (const reject of this.#waits) reject(error);
    this.#waits.clear();
  }

  #checkIn(ms: number): void {
    clearTimeout(this.#timer);
    // The turn after the timer's, so that a process that was busy reads what lies there first.
    this.#timer = setTimeout(() => setImmediate(() => this.#check()), ms);
  }

  #check(): void {
    if (this.#waits.size === 0) return;
    const silentMs = this.#nowMs() - this.#sinceMs;
    if (silentMs < this.#silenceMs) this.#checkIn(this.#silenceMs - silentMs);
    else this.lose(new Error(`no reply within ${this.#silenceMs} ms`));
  }
}

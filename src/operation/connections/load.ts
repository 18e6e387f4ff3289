import type { EndReason } from './end-reason.ts';

/** A connection that can be ended from outside. */
export interface Endable {
  end(reason: EndReason): void;
}

/** What the connections of a server hold together. */
export interface Load {
  inFlight: number;
  waiting: number;
  unsent: UnsentAnswers;
}

/** Answers that are whole and wait for their clients, the one that has waited longest first. */
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

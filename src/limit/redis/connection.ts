import { Redis } from 'ioredis';
import type { AdmitScript, ScriptReply } from './admit-script.ts';

/** A Redis that is silent for longer counts as lost, so that requests do not wait for it. */
const SILENCE_MS = 80;
/** For connecting, including TLS and authentication, and for each reply. */
const CONNECT_TIMEOUT_MS = 1_000;
/** A connection that does not close within this time is destroyed. */
const DISCONNECT_TIMEOUT_MS = 100;

export interface Question {
  key: string;
  limit: number;
  cost: number;
  windowMs: number;
  maxLimit: number;
  /** False: only checks, counts nothing. */
  counts: boolean;
}

/** One connection to Redis. It never reconnects: after its first failure it is replaced. */
export class Connection {
  readonly #client: Redis;
  readonly #replies: PendingReplies;
  #fault: unknown;

  /** `onEnd` is called once, with the reason, when the connection ends. */
  constructor(url: string, nowMs: () => number, onEnd: (error: unknown) => void) {
    this.#replies = new PendingReplies(SILENCE_MS, nowMs);
    this.#client = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      commandTimeout: CONNECT_TIMEOUT_MS,
      // A failed question is decided without Redis at once; a repeated one would count twice.
      retryStrategy: null,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      // The first question shows whether it is ready.
      enableReadyCheck: false,
      disableClientInfo: true,
      protocol: 2,
    });
    this.#client.on('error', (error) => {
      this.#fault = error;
    });
    this.#client.on('end', () => onEnd(this.#fault ?? new Error('the connection ended')));
  }

  async connect(): Promise<void> {
    await this.#client.connect().catch((error: unknown) => {
      throw this.#fault ?? error;
    });
  }

  /** Rejects when Redis refuses the script, returns an unexpected reply or is silent. */
  async ask(script: AdmitScript, question: Question): Promise<ScriptReply> {
    const { key, limit, cost, windowMs, maxLimit, counts } = question;
    const rest = [1, key, limit, cost, windowMs * 1_000, maxLimit, counts ? 1 : 0] as const;
    const reply = this.#client.evalsha(script.sha1, ...rest).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
        return this.#client.eval(script.text, ...rest);
      }
      throw error;
    });
    return toScriptReply(await this.#replies.wait(reply));
  }

  /** Ends the connection; pending replies are rejected. */
  end(): void {
    this.#client.disconnect();
    this.#replies.rejectAll(new Error('the connection was closed'));
  }
}

function toScriptReply(reply: unknown): ScriptReply {
  if (Array.isArray(reply) && reply.length === 3 && reply.every(Number.isSafeInteger)) {
    return reply as ScriptReply;
  }
  throw new Error(`Redis must answer with three whole numbers, got ${JSON.stringify(reply)}`);
}

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

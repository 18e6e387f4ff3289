import DataLoader from 'dataloader';
import { Redis } from 'ioredis';
import type { LimitedRequest } from '../rolling-window.ts';
import { type AdmitScript, REPLY_LENGTH, type ScriptReply } from './admit-script.ts';

/** The limit for connecting, including TLS and authentication, and for each reply. */
const CONNECT_TIMEOUT_MS = 1_000;
/** A connection that does not close within this time is destroyed. */
const DISCONNECT_TIMEOUT_MS = 100;
/** The most questions of one call of the script, which Redis answers within a few milliseconds. */
const MAX_QUESTIONS = 100;

interface Question extends LimitedRequest {
  /** False: only checks, counts nothing. */
  counts: boolean;
}

export interface ConnectionOptions {
  /** `redis://` or `rediss://`, with user, password and database if needed. */
  url: string;
  script: AdmitScript;
  /** A Redis that is silent for longer counts as lost, so that requests do not wait for it. */
  silenceMs: number;
  /** A monotonic clock. */
  nowMs: () => number;
}

/** One connection to Redis. It never reconnects: after its first failure it is replaced. */
export class RedisConnection {
  readonly #client: Redis;
  readonly #script: AdmitScript;
  /** Questions of one turn of the event loop share a call of the script. */
  readonly #questions = new DataLoader<Question, ScriptReply>((asked) => this.#run(asked), {
    cache: false,
    maxBatchSize: MAX_QUESTIONS,
  });
  readonly #replies: PendingReplies;
  #fault: unknown;

  /** `onEnd` is called once, with the reason, when the connection ends. */
  constructor(options: ConnectionOptions, onEnd: (error: unknown) => void) {
    const { url, script, silenceMs, nowMs } = options;
    this.#script = script;
    this.#replies = new PendingReplies(silenceMs, nowMs);
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
    // The driver goes on in database 0 where Redis refuses the one of the address.
    if (this.#fault !== undefined) throw this.#fault;
  }

  /** Rejects when Redis refuses the script, returns an unexpected reply or is silent. */
  ask(question: Question): Promise<ScriptReply> {
    return this.#questions.load(question);
  }

  /** Ends the connection; pending replies are rejected. */
  end(): void {
    this.#client.disconnect();
    this.#replies.rejectAll(new Error('the connection was closed'));
  }

  async #run(asked: readonly Question[]): Promise<ScriptReply[]> {
    const { sha1, text } = this.#script;
    const rest = [
      asked.length,
      ...asked.map(({ key }) => key),
      ...asked.flatMap(({ limit, cost, counts }) => [limit, cost, counts ? 1 : 0]),
    ] as const;
    const reply = this.#client.evalsha(sha1, ...rest).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
        return this.#client.eval(text, ...rest);
      }
      throw error;
    });
    return toScriptReplies(await this.#replies.wait(reply), asked.length);
  }
}

function toScriptReplies(reply: unknown, count: number): ScriptReply[] {
  if (
    !Array.isArray(reply) ||
    reply.length !== REPLY_LENGTH * count ||
    !reply.every(Number.isSafeInteger)
  ) {
    throw new Error(
      `Redis must answer with ${REPLY_LENGTH * count} whole numbers, got ${JSON.stringify(reply)}`,
    );
  }
  return Array.from({ length: count }, (_, index) => {
    return reply.slice(REPLY_LENGTH * index, REPLY_LENGTH * (index + 1)) as ScriptReply;
  });
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

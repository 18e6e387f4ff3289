import { Redis } from 'ioredis';
import type { AdmitScript, ScriptReply } from './admit-script.ts';
import { OpenReplies } from './open-replies.ts';

/** A Redis that is silent for longer is not waited for: requests must not wait for it. */
const SILENCE_MS = 80;
/** For a connection, its TLS and its password; and for any one reply. */
const CONNECT_TIMEOUT_MS = 1_000;
/** A connection that does not end by itself is destroyed. */
const DISCONNECT_TIMEOUT_MS = 100;

export interface Question {
  key: string;
  limit: number;
  windowMs: number;
  maxLimit: number;
  /** False only looks. */
  counts: boolean;
}

/** One connection to Redis, which is not renewed: after its first fault it is of no more use. */
export class Connection {
  readonly #client: Redis;
  readonly #replies: OpenReplies;
  #fault: unknown;

  /** `onEnd` is told once, and why, when the connection ends or is silent for too long. */
  constructor(url: string, nowMs: () => number, onEnd: (error: unknown) => void) {
    this.#replies = new OpenReplies(SILENCE_MS, nowMs);
    this.#client = new Redis(url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      commandTimeout: CONNECT_TIMEOUT_MS,
      // What fails is decided without Redis and at once. What is sent again would count twice.
      retryStrategy: null,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      // The first question tells whether it is ready.
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

  /** Rejects when Redis refuses the script, answers something else or is silent. */
  async ask(script: AdmitScript, question: Question): Promise<ScriptReply> {
    const { key, limit, windowMs, maxLimit, counts } = question;
    const rest = [1, key, limit, windowMs * 1_000, maxLimit, counts ? 1 : 0] as const;
    const reply = this.#client.evalsha(script.sha1, ...rest).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
        return this.#client.eval(script.text, ...rest);
      }
      throw error;
    });
    return toScriptReply(await this.#replies.wait(reply));
  }

  /** Ends it; what is still owed is lost. */
  end(): void {
    this.#client.disconnect();
    this.#replies.lose(new Error('the connection was given up'));
  }
}

function toScriptReply(reply: unknown): ScriptReply {
  if (Array.isArray(reply) && reply.length === 3 && reply.every(Number.isSafeInteger)) {
    return reply as ScriptReply;
  }
  throw new Error(`Redis must answer with three whole numbers, got ${JSON.stringify(reply)}`);
}

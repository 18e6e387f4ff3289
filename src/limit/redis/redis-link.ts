import { Redis } from 'ioredis';
import type { AdmitScript, ScriptReply } from './admit-script.ts';

/** A reply that takes longer is not waited for: the client's request must not. */
const REPLY_TIMEOUT_MS = 80;
/** For a connection, its TLS and its password. */
const CONNECT_TIMEOUT_MS = 1_000;
/** A connection that does not end by itself is destroyed. */
const DISCONNECT_TIMEOUT_MS = 100;
/** Between two signs of life, and from one attempt to connect to the next. */
const BEAT_MS = 500;
const MAX_REASON_LENGTH = 200;

/** What became of the log that processes share. */
export type LinkChange =
  /** This process counts alone. */
  | { to: 'alone'; reason: string }
  /** Redis counts; it may have lost what it had counted. */
  | { to: 'shared'; emptied: boolean }
  /** Redis, though it answered all along, has lost what it had counted. */
  | { to: 'emptied' };

export interface LinkOptions {
  /** `redis://` or `rediss://`, with user, password and database where Redis wants them. */
  url: string;
  script: AdmitScript;
  windowMs: number;
  maxLimit: number;
  /** A key of this process alone. */
  beatKey: string;
  /** A monotonic clock. */
  nowMs: () => number;
  onChange: (change: LinkChange) => void;
}

/**
 * One connection to Redis, trusted until its first fault: after a late reply nobody can tell which
 * reply belongs to which question. Its sign of life is an admission of a key of its own, by the
 * same script, so that a Redis that answers but can't write counts as away too.
 */
export class RedisLink {
  readonly #options: LinkOptions;
  #client: Redis | null = null;
  /** The client whose last sign of life was good. */
  #trusted: Redis | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** Before the last sign of life that Redis counted. */
  #countedMs = Number.NEGATIVE_INFINITY;
  #known = Promise.withResolvers<void>();
  #saidAlone = false;
  #connectedMs = 0;
  #closed = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#connect();
  }

  get isShared(): boolean {
    return this.#trusted !== null;
  }

  /** Resolves when it is known whether Redis counts. */
  get known(): Promise<void> {
    return this.#known.promise;
  }

  /** Null when Redis can't be asked. */
  async ask(key: string, limit: number, count: boolean): Promise<ScriptReply | null> {
    const client = this.#trusted;
    if (client === null) return null;
    try {
      return await this.#run(client, key, limit, count);
    } catch (error) {
      this.#distrust(client, error);
      return null;
    }
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#client?.disconnect();
    this.#client = null;
    this.#trusted = null;
    this.#known.resolve();
  }

  #connect(): void {
    this.#connectedMs = this.#options.nowMs();
    const client = new Redis(this.#options.url, {
      lazyConnect: true,
      connectTimeout: CONNECT_TIMEOUT_MS,
      disconnectTimeout: DISCONNECT_TIMEOUT_MS,
      // For the password alone: replies to the script have a shorter time of their own.
      commandTimeout: CONNECT_TIMEOUT_MS,
      // Whatever fails is decided here and at once. What is sent again would count twice.
      retryStrategy: null,
      maxRetriesPerRequest: 0,
      autoResendUnfulfilledCommands: false,
      enableOfflineQueue: false,
      // The sign of life tells whether it is ready.
      enableReadyCheck: false,
      disableClientInfo: true,
      protocol: 2,
    });
    this.#client = client;
    let fault: unknown;
    client.on('error', (error) => {
      fault = error;
    });
    client.on('end', () => this.#distrust(client, fault ?? new Error('the connection ended')));
    client.connect().then(
      () => this.#beat(client),
      (error: unknown) => this.#distrust(client, fault ?? error),
    );
  }

  #beat(client: Redis): void {
    const { beatKey, maxLimit, nowMs } = this.#options;
    const askedMs = nowMs();
    this.#run(client, beatKey, maxLimit, true).then(
      (reply) => this.#trust(client, reply, askedMs),
      (error: unknown) => this.#distrust(client, error),
    );
  }

  #trust(client: Redis, [counted, count]: ScriptReply, askedMs: number): void {
    if (client !== this.#client) return;
    const { windowMs, nowMs, onChange } = this.#options;
    // The one before is still in the window, and yet Redis has none but this.
    const emptied = counted === 1 && count === 1 && nowMs() - this.#countedMs < windowMs;
    if (counted === 1) this.#countedMs = askedMs;
    const isNew = this.#trusted === null;
    this.#trusted = client;
    this.#saidAlone = false;
    if (isNew) onChange({ to: 'shared', emptied });
    else if (emptied) onChange({ to: 'emptied' });
    this.#known.resolve();
    this.#schedule(() => this.#beat(client), BEAT_MS);
  }

  #distrust(client: Redis, error: unknown): void {
    if (client !== this.#client || this.#closed) return;
    this.#client = null;
    this.#trusted = null;
    client.disconnect();
    if (!this.#saidAlone) this.#options.onChange({ to: 'alone', reason: toReason(error) });
    this.#saidAlone = true;
    this.#known.resolve();
    // At once after a hiccup, which should cost no more than a hiccup's time.
    const triedMs = this.#options.nowMs() - this.#connectedMs;
    this.#schedule(() => this.#connect(), Math.max(0, BEAT_MS - triedMs));
  }

  #schedule(next: () => void, waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(next, waitMs).unref();
  }

  async #run(client: Redis, key: string, limit: number, count: boolean): Promise<ScriptReply> {
    const { script, windowMs, maxLimit } = this.#options;
    const rest = [1, key, limit, windowMs * 1_000, maxLimit, count ? 1 : 0] as const;
    const reply = client.evalsha(script.sha1, ...rest).catch((error: unknown) => {
      if (error instanceof Error && error.message.startsWith('NOSCRIPT')) {
        return client.eval(script.text, ...rest);
      }
      throw error;
    });
    return toScriptReply(await withinTime(reply));
  }
}

/** Rejects after the timeout, but never with a reply lying unread before a busy process. */
function withinTime(reply: Promise<unknown>): Promise<unknown> {
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  const timer = setTimeout(
    () => setImmediate(() => reject(new Error(`no reply within ${REPLY_TIMEOUT_MS} ms`))),
    REPLY_TIMEOUT_MS,
  );
  reply.then(resolve, reject).finally(() => clearTimeout(timer));
  return promise;
}

function toScriptReply(reply: unknown): ScriptReply {
  if (Array.isArray(reply) && reply.length === 3 && reply.every(Number.isSafeInteger)) {
    return reply as ScriptReply;
  }
  throw new Error(`Redis must answer with three whole numbers, got ${JSON.stringify(reply)}`);
}

/** The text alone: the error itself carries the command, which may hold the password. */
function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH);
}

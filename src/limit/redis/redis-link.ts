import type { AdmitScript, ScriptReply } from './admit-script.ts';
import { Connection } from './connection.ts';

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
 * The way to Redis, by one connection at a time. Each is trusted from its first sign of life to
 * its first fault: after a late reply nobody can tell which reply belongs to which question. The
 * sign of life is an admission of a key of its own, by the same script, so that a Redis that
 * answers but can't write counts as away too.
 */
export class RedisLink {
  readonly #options: LinkOptions;
  readonly #known = Promise.withResolvers<void>();
  #connection: Connection | null = null;
  #trusted: Connection | null = null;
  #timer: NodeJS.Timeout | undefined;
  #connectedMs = 0;
  /** Before the last sign of life that Redis counted. */
  #countedMs = Number.NEGATIVE_INFINITY;
  #saidAlone = false;

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
  async ask(key: string, limit: number, counts: boolean): Promise<ScriptReply | null> {
    const connection = this.#trusted;
    if (connection === null) return null;
    try {
      return await this.#run(connection, key, limit, counts);
    } catch (error) {
      this.#distrust(connection, error);
      return null;
    }
  }

  close(): void {
    clearTimeout(this.#timer);
    const connection = this.#connection;
    this.#connection = null;
    this.#trusted = null;
    connection?.end();
    this.#known.resolve();
  }

  #connect(): void {
    const { url, nowMs } = this.#options;
    this.#connectedMs = nowMs();
    const connection = new Connection(url, nowMs, (error) => this.#distrust(connection, error));
    this.#connection = connection;
    connection.connect().then(
      () => this.#beat(connection),
      (error: unknown) => this.#distrust(connection, error),
    );
  }

  #beat(connection: Connection): void {
    const { beatKey, maxLimit, nowMs } = this.#options;
    const askedMs = nowMs();
    this.#run(connection, beatKey, maxLimit, true).then(
      (reply) => this.#trust(connection, reply, askedMs),
      (error: unknown) => this.#distrust(connection, error),
    );
  }

  #trust(connection: Connection, [counted, count]: ScriptReply, askedMs: number): void {
    if (connection !== this.#connection) return;
    const { windowMs, nowMs, onChange } = this.#options;
    // The one before is still in the window, and yet Redis has none but this.
    const emptied = counted === 1 && count === 1 && nowMs() - this.#countedMs < windowMs;
    if (counted === 1) this.#countedMs = askedMs;
    const isNew = this.#trusted === null;
    this.#trusted = connection;
    this.#saidAlone = false;
    if (isNew) onChange({ to: 'shared', emptied });
    else if (emptied) onChange({ to: 'emptied' });
    this.#known.resolve();
    this.#schedule(() => this.#beat(connection), BEAT_MS);
  }

  #distrust(connection: Connection, error: unknown): void {
    if (connection !== this.#connection) return;
    this.#connection = null;
    this.#trusted = null;
    connection.end();
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

  #run(connection: Connection, key: string, limit: number, counts: boolean) {
    const { script, windowMs, maxLimit } = this.#options;
    return connection.ask(script, { key, limit, windowMs, maxLimit, counts });
  }
}

/** The text alone: the error itself carries the command, which may hold the password. */
function toReason(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ').slice(0, MAX_REASON_LENGTH);
}

import { toErrorLine } from '../../domain/errors.ts';
import { AdmissionLog } from '../admission-log.ts';
import type { LimitedRequest } from '../rolling-window.ts';
import type { ScriptReply } from './admit-script.ts';
import { type ConnectionOptions, RedisConnection } from './connection.ts';

/** The interval of heartbeats, and of attempts to connect. */
const BEAT_MS = 500;
const MAX_REASON_LENGTH = 200;
/**
 * The share of a window for which Redis must hold a heartbeat: its clock and this process's, which
 * may have been paused, do not agree to the millisecond.
 */
const HELD_SHARE = 0.95;

/** A change of the log that processes share. */
export type LinkChange =
  /** This process counts alone. */
  | { to: 'alone'; reason: string }
  /** Redis counts; `emptied`: it has lost its earlier counts. */
  | { to: 'shared'; emptied: boolean }
  /** Redis answered all along, but has lost its counts. */
  | { to: 'emptied' };

interface LinkOptions extends ConnectionOptions {
  windowMs: number;
  maxLimit: number;
  /** A key that only this process uses. */
  beatKey: string;
  onChange: (change: LinkChange) => void;
  /** Called with the time that each answered heartbeat took. */
  onBeat?: ((ms: number) => void) | undefined;
}

/**
 * The link to Redis, with one connection at a time. A connection is trusted from its first
 * heartbeat to its first failure: after a late reply, replies can no longer be matched to questions.
 * A heartbeat admits a separate key through the same script, so that a Redis that
 * answers but cannot write also counts as lost.
 */
export class RedisLink {
  readonly #options: LinkOptions;
  readonly #known = Promise.withResolvers<void>();
  #connection: RedisConnection | null = null;
  #trusted: RedisConnection | null = null;
  #timer: NodeJS.Timeout | undefined;
  #connectedMs = 0;
  /** When the heartbeats were sent that Redis is known to have counted and must still hold. */
  #beats: AdmissionLog;
  #reportedAlone = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#beats = new AdmissionLog(options.maxLimit);
    this.#connect();
  }

  get isShared(): boolean {
    return this.#trusted !== null;
  }

  /** Resolves when it is known whether Redis counts. */
  get known(): Promise<void> {
    return this.#known.promise;
  }

  /** Null when Redis cannot be asked. */
  async ask(request: LimitedRequest, counts: boolean): Promise<ScriptReply | null> {
    const connection = this.#trusted;
    if (connection === null) return null;
    try {
      return await connection.ask({ ...request, counts });
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
    this.#connectedMs = this.#options.nowMs();
    const connection = new RedisConnection(this.#options, (error) => {
      this.#distrust(connection, error);
    });
    this.#connection = connection;
    connection.connect().then(
      () => this.#beat(connection),
      (error: unknown) => this.#distrust(connection, error),
    );
  }

  #beat(connection: RedisConnection): void {
    const { beatKey, maxLimit, nowMs } = this.#options;
    const askedMs = nowMs();
    connection.ask({ key: beatKey, limit: maxLimit, cost: 1, counts: true }).then(
      (reply) => this.#trust(connection, reply, askedMs),
      (error: unknown) => this.#distrust(connection, error),
    );
  }

  #trust(connection: RedisConnection, [counted, count]: ScriptReply, askedMs: number): void {
    if (connection !== this.#connection) return;
    const { onChange, onBeat, nowMs } = this.#options;
    onBeat?.(nowMs() - askedMs);
    const emptied = counted === 1 && this.#noteBeat(count, askedMs);
    const isNew = this.#trusted === null;
    this.#trusted = connection;
    this.#reportedAlone = false;
    if (isNew) onChange({ to: 'shared', emptied });
    else if (emptied) onChange({ to: 'emptied' });
    this.#known.resolve();
    this.#schedule(() => this.#beat(connection), BEAT_MS);
  }

  /** Returns whether Redis holds fewer heartbeats than it must. */
  #noteBeat(count: number, askedMs: number): boolean {
    const { windowMs, maxLimit, nowMs } = this.#options;
    this.#beats.removeExpired(nowMs(), windowMs * HELD_SHARE);
    // More may have been counted than are known here, as a reply can be lost.
    const emptied = count <= this.#beats.count;
    if (emptied) this.#beats = new AdmissionLog(maxLimit);
    this.#beats.add(askedMs);
    return emptied;
  }

  #distrust(connection: RedisConnection, error: unknown): void {
    if (connection !== this.#connection) return;
    this.#connection = null;
    this.#trusted = null;
    connection.end();
    if (!this.#reportedAlone) this.#options.onChange({ to: 'alone', reason: toReason(error) });
    this.#reportedAlone = true;
    this.#known.resolve();
    // At once if the connection was older than a beat, so that a short failure is soon over.
    const triedMs = this.#options.nowMs() - this.#connectedMs;
    this.#schedule(() => this.#connect(), Math.max(0, BEAT_MS - triedMs));
  }

  #schedule(next: () => void, waitMs: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(next, waitMs).unref();
  }
}

/** Only the message: the error object also holds the command, which may contain the password. */
function toReason(error: unknown): string {
  return toErrorLine(error).slice(0, MAX_REASON_LENGTH);
}

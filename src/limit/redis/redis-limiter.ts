import type { MemoryLimiterOptions } from '../memory-limiter.ts';
import { REDIS_CLOCK, toAdmitScript } from './admit-script.ts';
import { type LinkChange, RedisLink } from './redis-link.ts';
import { SharedLimiter } from './shared-limiter.ts';

const DEFAULT_PREFIX = 'registru:limit:';

interface RedisLimiterOptions extends MemoryLimiterOptions {
  /** `redis://` or `rediss://`, with user, password and database if needed. */
  url: string;
  /** How long Redis may be silent before this process counts alone. */
  silenceMs: number;
  /** Unique among processes. */
  processId: string;
  /** Called for each change, never before the constructor has returned. */
  onChange: (change: LinkChange) => void;
  /** Called with the milliseconds that each answered heartbeat took, twice a second. */
  onBeat?: (ms: number) => void;
  /** Prefix of the keys in Redis. */
  prefix?: string;
  /** A Lua expression for the microseconds of the clock that all processes share. */
  sharedClock?: string;
}

/** The limiter of several processes whose shared log is in Redis. */
export class RedisLimiter extends SharedLimiter {
  readonly #link: RedisLink;

  constructor(options: RedisLimiterOptions) {
    const { url, silenceMs, windowMs, maxLimit, onChange, prefix = DEFAULT_PREFIX } = options;
    const link = new RedisLink({
      url,
      script: toAdmitScript({ clock: options.sharedClock ?? REDIS_CLOCK, windowMs, maxLimit }),
      silenceMs,
      windowMs,
      maxLimit,
      beatKey: `${prefix}process:${options.processId}`,
      nowMs: () => performance.now(),
      onChange,
      onBeat: options.onBeat,
    });
    super({ ...options, prefix, log: link });
    this.#link = link;
  }

  /** Resolves when it is known whether Redis counts, within about two seconds. */
  get known(): Promise<void> {
    return this.#link.known;
  }
}

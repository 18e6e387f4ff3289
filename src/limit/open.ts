import { randomUUID } from 'node:crypto';
import type { BaseLogger } from 'pino';
import type { Config } from '../config/config.ts';
import { HIGHEST_LIMIT, LIMIT_WINDOW_MS } from '../domain/account/plan.ts';
import type { Limiter } from './limiter.ts';
import { createMemoryLimiter } from './memory-limiter.ts';
import type { LinkChange } from './redis/redis-link.ts';

/** Keys counted at once; an idle key is removed after the window. */
const MAX_LIMITED_KEYS = 100_000;

interface OpenLimiter {
  limiter: Limiter;
  /** Resolves when it is known whether Redis answers, within two seconds. */
  known: Promise<void>;
}

interface LimiterDependencies {
  /** A monotonic clock in milliseconds. */
  elapsedMs: () => number;
  /** Called after each change of the connection to Redis, but not during the opening. */
  onChange: (change: LinkChange) => void;
  /** Called with the milliseconds that Redis took for each answered heartbeat. */
  onBeat: (ms: number) => void;
}

/** Opens the configured limiter. The driver of Redis is only loaded where it is used. */
export async function openLimiter(
  { redisUrl, redisTimeoutMs: silenceMs }: Pick<Config, 'redisUrl' | 'redisTimeoutMs'>,
  { elapsedMs, onChange, onBeat }: LimiterDependencies,
): Promise<OpenLimiter> {
  const options = {
    windowMs: LIMIT_WINDOW_MS,
    maxLimit: HIGHEST_LIMIT,
    maxKeys: MAX_LIMITED_KEYS,
    nowMs: elapsedMs,
  };
  if (redisUrl === null) return { limiter: createMemoryLimiter(options), known: Promise.resolve() };
  const { RedisLimiter } = await import('./redis/redis-limiter.ts');
  const processId = randomUUID();
  const limiter = new RedisLimiter({
    ...options,
    url: redisUrl,
    silenceMs,
    processId,
    onChange,
    onBeat,
  });
  return { limiter, known: limiter.known };
}

export function logLimiterChange(logger: Pick<BaseLogger, 'info' | 'warn'>, change: LinkChange) {
  if (change.to === 'alone') {
    const { reason } = change;
    logger.warn({ reason }, 'Redis is unavailable: this process counts the limits alone');
  } else if (change.to === 'emptied' || change.emptied) {
    logger.warn('Redis had lost its counts: limits are exact again in one window');
  } else {
    logger.info('limits are counted in Redis');
  }
}

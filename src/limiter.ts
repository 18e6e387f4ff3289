import { randomUUID } from 'node:crypto';
import type { BaseLogger } from 'pino';
import type { Config } from './config.ts';
import { HIGHEST_LIMIT, LIMIT_WINDOW_MS } from './domain/plan.ts';
import type { Limiter } from './limit/limiter.ts';
import { RedisLimiter } from './limit/redis/redis-limiter.ts';
import type { LinkChange } from './limit/redis/redis-link.ts';
import { createRing } from './limit/ring.ts';

/** Keys that the limiter follows at once; an idle one is forgotten after a minute. */
const MAX_LIMITED_KEYS = 100_000;

export interface OpenLimiter {
  limiter: Limiter;
  /** Resolves when it is known what the limiter counts by, within some two seconds. */
  known: Promise<void>;
}

/** The limiter that the configuration names. `onChange` is told later, never during this call. */
export function openLimiter(
  { redisUrl }: Pick<Config, 'redisUrl'>,
  onChange: (change: LinkChange) => void,
): OpenLimiter {
  const options = {
    windowMs: LIMIT_WINDOW_MS,
    maxLimit: HIGHEST_LIMIT,
    maxKeys: MAX_LIMITED_KEYS,
    nowMs: () => performance.now(),
  };
  if (redisUrl === null) return { limiter: createRing(options), known: Promise.resolve() };
  const processId = randomUUID();
  const limiter = new RedisLimiter({ ...options, url: redisUrl, processId, onChange });
  return { limiter, known: limiter.known };
}

/** One line for each change. */
export function logLimiterChange(logger: Pick<BaseLogger, 'info' | 'warn'>, change: LinkChange) {
  if (change.to === 'alone') {
    const { reason } = change;
    logger.warn({ reason }, 'Redis is away: this process counts the limits alone');
  } else if (change.to === 'emptied' || change.emptied) {
    logger.warn('Redis had lost its counts: limits are exact again in one window');
  } else {
    logger.info('limits are counted in Redis');
  }
}

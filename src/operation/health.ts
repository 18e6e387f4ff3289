import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Limiter } from '../limit/limiter.ts';
import { VERSION } from './version.ts';

/** Anyone may ask whether the server is ready: the store is asked at most once in this time. */
const STORE_AGE_MS = 1_000;

export interface HealthDependencies {
  /** Rejects when the store does not answer. */
  ping: () => Promise<void>;
  /** Whether the store answers look-ups only. */
  isReadOnly: () => boolean;
  limiter: Limiter;
  /** True once the process has been asked to stop. */
  isStopping: () => boolean;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
  log: FastifyBaseLogger;
}

export interface Readiness {
  status: 'ready' | 'stopping' | 'unavailable';
  /** Read-only: look-ups are answered; searches and changes are not. */
  store: 'ok' | 'read_only' | 'failed';
  /** Degraded: the limits hold within each process alone. */
  limiter: 'ok' | 'degraded';
}

/** Returns a read of whether the server can serve; a store that does not answer is logged. */
export function createReadReadiness(dependencies: HealthDependencies): () => Promise<Readiness> {
  const { ping, isReadOnly, limiter, isStopping, elapsedMs, log } = dependencies;
  let askedAtMs = Number.NEGATIVE_INFINITY;
  let asked: Promise<Readiness['store']>;

  function askStore(): Promise<Readiness['store']> {
    return ping().then(
      () => (isReadOnly() ? 'read_only' : 'ok'),
      (error: unknown) => {
        log.error({ err: error }, 'the store does not answer');
        return 'failed';
      },
    );
  }

  return async () => {
    if (elapsedMs() - askedAtMs >= STORE_AGE_MS) {
      askedAtMs = elapsedMs();
      asked = askStore();
    }
    const store = await asked;
    return {
      status: isStopping() ? 'stopping' : store === 'failed' ? 'unavailable' : 'ready',
      store,
      limiter: limiter.degraded ? 'degraded' : 'ok',
    };
  };
}

/**
 * `/health/live`: the process answers, and with which version. `/health/ready`: it can serve. With a
 * degraded limiter the server stays ready, because the limits still hold within each process, and with
 * a read-only store, because it still answers look-ups.
 */
export function healthRoutes(app: FastifyInstance, readReadiness: () => Promise<Readiness>) {
  app.get('/health/live', async () => ({ status: 'live', version: VERSION }));
  app.get('/health/ready', async (_request, reply) => {
    const readiness = await readReadiness();
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });
}

import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { Limiter } from '../limit/limiter.ts';

export interface HealthDependencies {
  ping: () => Promise<void>;
  limiter: Limiter;
  /** True once the process has been asked to stop. */
  isStopping: () => boolean;
}

export interface Readiness {
  status: 'ready' | 'stopping' | 'unavailable';
  store: 'ok' | 'failed';
  /** Degraded: the limits hold within each process alone. */
  limiter: 'ok' | 'degraded';
}

/** Whether the server can serve; a store that does not answer is logged. */
export async function readReadiness(
  { ping, limiter, isStopping }: HealthDependencies,
  log: FastifyBaseLogger,
): Promise<Readiness> {
  const store = await ping().then(
    () => 'ok' as const,
    (error: unknown) => {
      log.error({ err: error }, 'the store does not answer');
      return 'failed' as const;
    },
  );
  return {
    status: isStopping() ? 'stopping' : store === 'ok' ? 'ready' : 'unavailable',
    store,
    limiter: limiter.degraded ? 'degraded' : 'ok',
  };
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve. With a degraded limiter the
 * server stays ready, because the limits still hold within each process.
 */
export function healthRoutes(app: FastifyInstance, dependencies: HealthDependencies) {
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (request, reply) => {
    const readiness = await readReadiness(dependencies, request.log);
    return reply.code(readiness.status === 'ready' ? 200 : 503).send(readiness);
  });
}

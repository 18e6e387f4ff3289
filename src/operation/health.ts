import type { FastifyInstance } from 'fastify';
import type { Limiter } from '../limit/limiter.ts';

export interface HealthDependencies {
  ping: () => Promise<void>;
  limiter: Limiter;
  /** True once the process has been asked to stop. */
  isStopping: () => boolean;
}

/**
 * `/health/live`: the process answers. `/health/ready`: it can serve. A degraded limiter is shown in
 * the body but the server stays ready, because the limits still hold within each process.
 */
export function healthRoutes(app: FastifyInstance, dependencies: HealthDependencies) {
  const { ping, limiter, isStopping } = dependencies;
  app.get('/health/live', async () => ({ status: 'live' }));
  app.get('/health/ready', async (request, reply) => {
    const store = await ping().then(
      () => 'ok',
      (error: unknown) => {
        request.log.error({ err: error }, 'the store does not answer');
        return 'failed';
      },
    );
    const isReady = store === 'ok' && !isStopping();
    return reply.code(isReady ? 200 : 503).send({
      status: isStopping() ? 'stopping' : isReady ? 'ready' : 'unavailable',
      store,
      limiter: limiter.degraded ? 'degraded' : 'ok',
    });
  });
}

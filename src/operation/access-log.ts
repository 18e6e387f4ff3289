import type { FastifyInstance } from 'fastify';
import { toLoggableUrl } from './logger.ts';
import type { Metrics } from './metrics.ts';

/** One line and one observation for each answer. */
export function logAnswers(app: FastifyInstance, { observeRequest }: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status, elapsedTime: elapsedMs } = reply;
    observeRequest(request.routeOptions.url ?? 'none', status, elapsedMs / 1_000);
    app.log.info(
      {
        requestId: request.id,
        method: request.method,
        url: toLoggableUrl(request.originalUrl),
        status,
        ms: Math.round(elapsedMs * 10) / 10,
        address: request.ip,
      },
      'answered',
    );
    done();
  });
}

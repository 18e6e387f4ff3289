import { timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../domain/account/network.ts';
import type { Limiter } from '../limit/limiter.ts';
import { createConnectionMetrics } from './connections/connection-metrics.ts';
import type { ConnectionObserver } from './connections/http-server.ts';

export interface Metrics {
  registry: Registry;
  /** `route` is a pattern, never an address: a label holds no key, e-mail or IDNO. */
  observeRequest(route: string, status: number, seconds: number): void;
  countFault(part: string): void;
  countLimiterChange(to: string): void;
  connections: ConnectionObserver;
}

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 3];

/** `readLostLogLines`: how many lines of the log were lost since the start. */
export function createMetrics(limiter: Limiter, readLostLogLines: () => number): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'registru_http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer, by route and status.',
    labelNames: ['route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const faults = new Counter({
    name: 'registru_background_faults_total',
    help: 'Work beside the requests that failed and is tried again, by part.',
    labelNames: ['part'],
    registers: [registry],
  });
  const limiterChanges = new Counter({
    name: 'registru_limiter_changes_total',
    help: 'Changes of what the limiter counts by, by what they led to.',
    labelNames: ['to'],
    registers: [registry],
  });
  new Gauge({
    name: 'registru_limiter_degraded',
    help: '1 while the limiter decides without what it shares with other processes.',
    registers: [registry],
    collect() {
      this.set(limiter.degraded ? 1 : 0);
    },
  });
  new Counter({
    name: 'registru_log_lines_lost_total',
    help: 'Lines of the log that were lost, as standard output could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(readLostLogLines());
    },
  });
  return {
    registry,
    observeRequest: (route, status, seconds) => durations.observe({ route, status }, seconds),
    countFault: (part) => faults.inc({ part }),
    countLimiterChange: (to) => limiterChanges.inc({ to }),
    connections: createConnectionMetrics(registry),
  };
}

/** `/metrics` for this machine, and for others with the token. */
export function metricsRoute(app: FastifyInstance, registry: Registry, token: string | null) {
  app.get('/metrics', async (request, reply) => {
    if (!isLocal(request) && !hasToken(request, token)) {
      return reply
        .code(401)
        .header('www-authenticate', 'Bearer')
        .send({ error: 'unauthorized', message: 'Send the METRICS_TOKEN as a Bearer token.' });
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Headers that proxies add to what they pass on, beside all that begin with `x-forwarded-`. */
const FORWARDING_HEADERS = new Set(['forwarded', 'via', 'x-real-ip']);

/** What a proxy of this machine passes on comes from loopback too, so any sign of one counts. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  return !Object.keys(headers).some(
    (name) => FORWARDING_HEADERS.has(name) || name.startsWith('x-forwarded-'),
  );
}

function hasToken(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return false;
  const given = Buffer.from(request.headers.authorization ?? '');
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

import { timingSafeEqual } from 'node:crypto';
import { createHistogram, type RecordableHistogram } from 'node:perf_hooks';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isLoopback } from '../domain/account/network.ts';
import { WEBHOOK_FAULTS, type WebhookFault } from '../domain/account/webhook.ts';
import { BACKGROUND_PARTS, type BackgroundPart } from '../domain/background-part.ts';
import type { Limiter } from '../limit/limiter.ts';
import type { ServicePart } from '../web/service-part.ts';
import { type ConnectionObserver, END_REASONS } from './http-server.ts';
import { VERSION } from './version.ts';

export interface Metrics {
  registry: Registry;
  observeRequest(answered: AnsweredRequest): void;
  /** How long the look-ups of the last hour took; null if there were none. */
  readLookupLatencies(): Latencies | null;
  /** The parts of the service that failed in the last minutes. */
  listRecentFaults(): ServicePart[];
  countFault(part: BackgroundPart): void;
  countLimiterChange(to: LimiterState): void;
  /** An attempt to deliver to a webhook: its fault, or `delivered`. */
  countWebhookAttempt(outcome: WebhookFault | 'delivered'): void;
  /** `read`: the number of webhooks that are due and wait for others. */
  watchWebhooks(read: () => number): void;
  /** What the caches of answers were asked for since the start, and what they hold. */
  watchCaches(use: CacheUses): void;
  /** Measures a read of the store that requests wait for. */
  timeStoreRead<Result>(name: StoreRead, read: () => Promise<Result>): Promise<Result>;
  /** How long Redis took for a heartbeat. */
  observeHeartbeat(seconds: number): void;
  connections: ConnectionObserver;
}

type CacheUses = Readonly<
  Record<(typeof CACHES)[number], Readonly<{ hits: number; misses: number; bytes: number }>>
>;

interface AnsweredRequest {
  method: string;
  /** A pattern, never a URL: a label must not contain a key, e-mail address or IDNO. */
  route: string;
  /** The part of the service that the route belongs to. */
  part: ServicePart | undefined;
  status: number;
  seconds: number;
  /** Whether the answer is an error that the client can avoid. */
  isRefused: boolean;
}

const DURATION_BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 3];

/** Of look-ups by key and IDNO, which take less than the others. */
const STORE_BUCKETS_SECONDS = [0.000_1, 0.000_5, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 3];
/** The default time limit of Redis is 80 ms (`REDIS_TIMEOUT_MS`). */
const REDIS_BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.02, 0.04, 0.08, 0.2, 0.5, 1];

/** Clients choose the method: each further one would be another series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const OTHER_METHOD = 'other';

const CACHES = ['companies', 'searches'] as const;
/** `searches`: lists of changes too. */
const STORE_READS = ['keys', 'companies', 'searches'] as const;
type StoreRead = (typeof STORE_READS)[number];

const LOOKUP_ROUTE = '/api/v1/company/:idno';

const LIMITER_STATES = ['shared', 'alone', 'emptied'] as const;
type LimiterState = (typeof LIMITER_STATES)[number];

/** Without the fault of an attempt that sends nothing, which is not counted. */
const { secret_unreadable: _, ...SENT_FAULTS } = WEBHOOK_FAULTS;

/**
 * `readLostLogLines`: log lines lost since the start. `elapsedMs`: milliseconds of a monotonic
 * clock.
 */
export function createMetrics(
  limiter: Limiter,
  readLostLogLines: () => number,
  elapsedMs: () => number,
): Metrics {
  const registry = new Registry();
  const lookups = createLatencyHour(elapsedMs);
  const recentFaults = createRecentFaults(elapsedMs);
  collectDefaultMetrics({ register: registry });
  const build = new Gauge({
    name: 'registru_build_info',
    help: '1, with the version of the running program as a label.',
    labelNames: ['version'],
    registers: [registry],
  });
  build.set({ version: VERSION }, 1);
  const durations = new Histogram({
    name: 'registru_http_request_duration_seconds',
    help: 'Time from the request line to the last byte of the answer, by method, route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_BUCKETS_SECONDS,
    registers: [registry],
  });
  const faults = createCounter(registry, {
    name: 'registru_background_faults_total',
    help: 'Failures of work outside requests, by part.',
    label: 'part',
    values: BACKGROUND_PARTS,
  });
  const limiterChanges = createCounter(registry, {
    name: 'registru_limiter_changes_total',
    help: 'Changes between counting in Redis and in this process alone, by the new state.',
    label: 'to',
    values: LIMITER_STATES,
  });
  const webhookAttempts = createCounter(registry, {
    name: 'registru_webhook_attempts_total',
    help: 'Attempts to deliver to webhooks, tests included, by outcome.',
    label: 'outcome',
    values: ['delivered', ...Object.keys(SENT_FAULTS)],
  });
  let readWaitingWebhooks = () => 0;
  new Gauge({
    name: 'registru_webhooks_waiting',
    help: 'Webhooks with something to deliver that wait because too many others are delivered to.',
    registers: [registry],
    collect() {
      this.set(readWaitingWebhooks());
    },
  });
  new Gauge({
    name: 'registru_limiter_degraded',
    help: '1 while the limiter cannot reach the counts shared with other processes.',
    registers: [registry],
    collect() {
      this.set(limiter.degraded ? 1 : 0);
    },
  });
  new Counter({
    name: 'registru_log_lines_lost_total',
    help: 'Log lines lost because standard output could not be written.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(readLostLogLines());
    },
  });
  const watchCaches = createCacheMetrics(registry);
  const heartbeats = new Histogram({
    name: 'registru_redis_heartbeat_duration_seconds',
    help: 'Time that Redis took for a heartbeat of this process, twice a second; lost ones are in registru_limiter_changes_total.',
    buckets: REDIS_BUCKETS_SECONDS,
    registers: [registry],
  });
  return {
    registry,
    observeRequest({ method, route, part, status, seconds, isRefused }) {
      const known = METHODS.has(method) ? method : OTHER_METHOD;
      durations.observe({ method: known, route, status }, seconds);
      if (route === LOOKUP_ROUTE && isLookup(status)) lookups.note(seconds * 1_000);
      if (status >= 500 && !isRefused && part !== undefined) recentFaults.note(part);
    },
    readLookupLatencies: () => lookups.read(),
    listRecentFaults: recentFaults.list,
    countFault(part) {
      faults.inc({ part });
      if (part === 'mail' || part === 'webhooks') recentFaults.note(part);
    },
    countLimiterChange: (to) => limiterChanges.inc({ to }),
    countWebhookAttempt: (outcome) => webhookAttempts.inc({ outcome }),
    watchWebhooks(read) {
      readWaitingWebhooks = read;
    },
    watchCaches,
    timeStoreRead: createStoreTimes(registry),
    observeHeartbeat: (seconds) => heartbeats.observe(seconds),
    connections: createConnectionMetrics(registry),
  };
}

/** Requests refused before a look-up are left out: they would make look-ups seem faster. */
function isLookup(status: number): boolean {
  return status < 400 || status === 404 || status >= 500;
}

function createCacheMetrics(registry: Registry): (use: CacheUses) => void {
  let caches: CacheUses | null = null;
  new Counter({
    name: 'registru_answer_cache_requests_total',
    help: 'Requests that asked a cache of answers, by cache and result.',
    labelNames: ['cache', 'result'],
    registers: [registry],
    collect() {
      this.reset();
      for (const cache of CACHES) {
        this.inc({ cache, result: 'hit' }, caches?.[cache].hits ?? 0);
        this.inc({ cache, result: 'miss' }, caches?.[cache].misses ?? 0);
      }
    },
  });
  new Gauge({
    name: 'registru_answer_cache_bytes',
    help: 'Memory for cached answers, as estimated.',
    labelNames: ['cache'],
    registers: [registry],
    collect() {
      for (const cache of CACHES) this.set({ cache }, caches?.[cache].bytes ?? 0);
    },
  });
  return (use) => {
    caches = use;
  };
}

function createStoreTimes(registry: Registry): Metrics['timeStoreRead'] {
  const durations = new Histogram({
    name: 'registru_store_read_duration_seconds',
    help: 'Time of reads of the store that requests of the API wait for; those of one turn of the event loop are one.',
    labelNames: ['read', 'result'],
    buckets: STORE_BUCKETS_SECONDS,
    registers: [registry],
  });
  for (const read of STORE_READS) {
    for (const result of ['ok', 'failed']) durations.zero({ read, result });
  }
  return async (name, read) => {
    const startMs = performance.now();
    let result = 'failed';
    try {
      const answer = await read();
      result = 'ok';
      return answer;
    } finally {
      durations.observe({ read: name, result }, (performance.now() - startMs) / 1_000);
    }
  };
}

function createConnectionMetrics(registry: Registry): ConnectionObserver {
  let read = () => ({ connections: 0, inFlight: 0 });
  const registers = [registry];
  new Gauge({
    name: 'registru_http_connections',
    help: 'Open connections.',
    registers,
    collect() {
      this.set(read().connections);
    },
  });
  new Gauge({
    name: 'registru_http_requests_in_flight',
    help: 'Requests that have begun and have no complete answer.',
    registers,
    collect() {
      this.set(read().inFlight);
    },
  });
  const ends = createCounter(registry, {
    name: 'registru_http_connections_ended_total',
    help: 'Connections that the server ended because of what the client did, by reason.',
    label: 'reason',
    values: END_REASONS,
  });
  const overloads = new Counter({
    name: 'registru_http_overload_answers_total',
    help: 'Requests answered 503 because too many others were in flight.',
    registers,
  });
  return {
    watch(latest) {
      read = latest;
    },
    countEnd: (reason) => ends.inc({ reason }),
    countOverload: () => overloads.inc(),
  };
}

interface LabelledCounter<Label extends string> {
  name: string;
  help: string;
  label: Label;
  values: readonly string[];
}

/**
 * A counter that is 0 for each value of its label from the start: Prometheus's `increase()` does
 * not see the first count of a series that begins with it.
 */
function createCounter<Label extends string>(
  registry: Registry,
  { name, help, label, values }: LabelledCounter<Label>,
): Counter<Label> {
  const counter = new Counter({ name, help, labelNames: [label], registers: [registry] });
  for (const value of values) counter.labels(value).inc(0);
  return counter;
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

/** Headers that proxies add, in addition to all that begin with `x-forwarded-`. */
const FORWARDING_HEADERS = new Set(['forwarded', 'via', 'x-real-ip']);

/** Requests through a proxy on this machine also come from loopback, so a proxy's headers count. */
function isLocal({ socket, headers }: FastifyRequest): boolean {
  if (!isLoopback(socket.remoteAddress ?? '')) return false;
  return !Object.keys(headers).some(
    (name) => FORWARDING_HEADERS.has(name) || name.startsWith('x-forwarded-'),
  );
}

/** Its case does not matter (RFC 9110, 11.1). */
const SCHEME = /^bearer +/i;

function hasToken(request: FastifyRequest, token: string | null): boolean {
  if (token === null) return false;
  const given = Buffer.from((request.headers.authorization ?? '').replace(SCHEME, 'Bearer '));
  const wanted = Buffer.from(`Bearer ${token}`);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

/** How long a part is reported after its last fault. */
export const RECENT_FAULT_MS = 300_000;

/** Remembers when each part last failed. `elapsedMs` is a monotonic clock. */
function createRecentFaults(elapsedMs: () => number) {
  const lastMs = new Map<ServicePart, number>();
  return {
    note: (part: ServicePart) => void lastMs.set(part, elapsedMs()),
    list() {
      const from = elapsedMs() - RECENT_FAULT_MS;
      return [...lastMs].filter(([, atMs]) => atMs > from).map(([part]) => part);
    },
  };
}

const MINUTE_MS = 60_000;
const MINUTES = 60;
/** In microseconds; longer times count as the longest. Each takes some 20 KB, the hour 1.2 MB. */
const SCALE = { lowest: 1, highest: 60_000_000, figures: 2 };

/** Percentiles of the last hour, to within 1 %. */
interface Latencies {
  /** The time within which half of all were answered. */
  p50Ms: number;
  /** The time within which 99 of 100 were answered. */
  p99Ms: number;
}

interface LatencyHour {
  note(ms: number): void;
  /** Null if there were none. */
  read(): Latencies | null;
}

interface Minute {
  number: number;
  times: RecordableHistogram;
}

/** Records how long requests took in the last 60 minutes. `elapsedMs` is a monotonic clock. */
export function createLatencyHour(elapsedMs: () => number): LatencyHour {
  const minutes: Minute[] = [];
  const toMinute = () => Math.floor(elapsedMs() / MINUTE_MS);

  return {
    note(ms) {
      const number = toMinute();
      const index = number % MINUTES;
      let minute = minutes[index];
      if (minute?.number !== number) {
        minute = { number, times: createHistogram(SCALE) };
        minutes[index] = minute;
      }
      const micros = Math.min(Math.round(ms * 1_000), SCALE.highest);
      minute.times.record(micros >= SCALE.lowest ? micros : SCALE.lowest);
    },
    read() {
      const oldest = toMinute() - MINUTES + 1;
      const hour = createHistogram(SCALE);
      for (const minute of minutes) {
        if (minute !== undefined && minute.number >= oldest) hour.add(minute.times);
      }
      if (hour.count === 0) return null;
      return { p50Ms: hour.percentile(50) / 1_000, p99Ms: hour.percentile(99) / 1_000 };
    },
  };
}

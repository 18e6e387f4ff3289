import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import type { Config } from './config.ts';
import { prepareDemo, presentDemo } from './demo.ts';
import { openFoundation } from './foundation.ts';
import type { LinkChange } from './limit/redis/redis-link.ts';
import { logLimiterChange, openLimiter } from './limiter.ts';
import { createMetrics } from './operation/metrics.ts';
import type { StandardOutput } from './operation/standard-output.ts';
import type { LinkDelivery } from './page/tools.ts';
import type { Resources } from './resources.ts';
import { acquireLock } from './store/sqlite/lock.ts';
import { createStaffReading } from './stores.ts';

/** After this, requests that still run are cut; it is more than an operation of staff may take. */
const REQUESTS_LIMIT_MS = 5_500;
/** For what is left of requests that were cut. */
const CUT_MARGIN_MS = 500;
/** For mails that are on their way at the stop. */
const MAIL_WAIT_MS = 1_000;

export interface ServerSurroundings {
  logger: Logger;
  output: StandardOutput;
  /** What is opened goes there, also where the opening fails later. */
  resources: Resources;
  isStopping: () => boolean;
}

export interface Server {
  /** Throws an Error of one line when the port can't be had. */
  listen(): Promise<void>;
}

/** Opens all that the server needs before it listens. Throws an Error of one line. */
export async function openServer(
  config: Config,
  { logger, output, resources, isStopping }: ServerSurroundings,
): Promise<Server> {
  const print = (text: string) => output.print(text);
  const nowMs = () => Date.now();
  // A database takes any number of servers, a folder one.
  if (config.mongodbUri === null) {
    const lock = acquireLock(config.dataDir, 'server');
    resources.add('lock', lock.release);
  }
  const { limiter, known } = openLimiter(config, onLimiterChange);
  resources.add('limiter', () => limiter.close());
  if (config.mongodbUri !== null && config.redisUrl === null) {
    logger.warn('without REDIS_URL limits hold for each process by itself: several admit more');
  }
  const metrics = createMetrics(limiter, () => output.lostLines);
  function onFault(part: string, error: unknown): void {
    metrics.countFault(part);
    logger.error({ err: error, part }, 'work beside the requests failed');
  }
  function onLimiterChange(change: LinkChange): void {
    metrics.countLimiterChange(change.to);
    logLimiterChange(logger, change);
  }
  const foundation = await openFoundation(config, {
    resources,
    mailWaitMs: MAIL_WAIT_MS,
    print,
    onFault,
  });
  const background = startBackground(foundation.store, nowMs, onFault, resources);
  const staffReading = await createStaffReading(config, (error) => onFault('staff_reads', error));
  resources.add('staff_reads', staffReading.close);
  const app = buildApp({
    ...config,
    ...foundation,
    ...background,
    openStaffReads: staffReading.open,
    limiter,
    metrics,
    logger,
    nowMs,
    linkDelivery: toLinkDelivery(config),
    isStopping,
  });
  resources.add('requests', () => closeApp(app), REQUESTS_LIMIT_MS + CUT_MARGIN_MS);
  if (config.demo) await prepareDemo(foundation, config);
  await known;
  return {
    async listen() {
      await listen(app, config);
      if (config.demo) await presentDemo(foundation, config, print);
    },
  };
}

function toLinkDelivery({ smtp, demo }: Config): LinkDelivery {
  if (smtp !== null) return 'mail';
  return demo ? 'terminal' : 'none';
}

/** Takes no more connections, and waits for the requests that run. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_LIMIT_MS);
  await app.close();
  clearTimeout(cut);
}

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `port ${port} of ${host} is taken; stop the program that has it, or set another PORT, ` +
          `for example PORT=${port === 65_535 ? port - 1 : port + 1}`,
        { cause: error },
      );
    }
    throw new Error(`can't listen on HOST ${host}, PORT ${port}: ${toReason(error)}`, {
      cause: error,
    });
  }
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

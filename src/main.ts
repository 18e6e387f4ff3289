import { setTimeout } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import { startBackground } from './background.ts';
import { type Config, loadConfig } from './config.ts';
import { prepareDemo, presentDemo } from './demo.ts';
import { openFoundation } from './foundation.ts';
import type { LinkChange } from './limit/redis/redis-link.ts';
import { logLimiterChange, openLimiter } from './limiter.ts';
import { createLogger } from './operation/logger.ts';
import { createMetrics } from './operation/metrics.ts';
import { openStandardOutput } from './operation/standard-output.ts';
import { keepTickShape } from './operation/tick-shape.ts';
import type { LinkDelivery } from './page/tools.ts';
import { acquireLock } from './store/sqlite/lock.ts';
import { createStaffReading } from './stores.ts';

/** How long a stopping server still answers, so that its balancer sees that it is not ready. */
const STOP_NOTICE_MS = 500;
/** After this, requests that still run are cut. */
const STOP_DEADLINE_MS = 8_000;
/** For mails that are on their way at the stop. */
const MAIL_WAIT_MS = 1_000;
const STOP_SIGNALS = ['SIGTERM', 'SIGINT'] as const;

try {
  await serve(loadConfig(process.env));
} catch (error) {
  process.stderr.write(`Registru can't start: ${toLine(error)}\n`);
  process.exit(1);
}

async function serve(config: Config): Promise<void> {
  keepTickShape();
  // A database takes any number of servers, a folder one.
  const lock = config.mongodbUri === null ? acquireLock(config.dataDir, 'server') : null;
  const logger = createLogger(config.logLevel, openStandardOutput());
  const { limiter, known } = openLimiter(config, onLimiterChange);
  if (config.mongodbUri !== null && config.redisUrl === null) {
    logger.warn('without REDIS_URL limits hold for each process by itself: several admit more');
  }
  const metrics = createMetrics(limiter);
  const nowMs = () => Date.now();
  function onFault(part: string, error: unknown): void {
    metrics.countFault(part);
    logger.error({ err: error, part }, 'work beside the requests failed');
  }
  function onLimiterChange(change: LinkChange): void {
    metrics.countLimiterChange(change.to);
    logLimiterChange(logger, change);
  }
  const foundation = await openFoundation(config, onFault);
  const background = startBackground(foundation.store, nowMs, onFault);
  const staffReading = await createStaffReading(config);
  let stopping = false;
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
    isStopping: () => stopping,
  });

  if (config.demo) await prepareDemo(foundation, config);
  await known;
  await listen(app, config);
  if (config.demo) await presentDemo(foundation, config);

  async function stop(): Promise<void> {
    stopping = true;
    await setTimeout(STOP_NOTICE_MS);
    const deadline = globalThis.setTimeout(
      () => app.server.closeAllConnections(),
      STOP_DEADLINE_MS,
    );
    await app.close();
    clearTimeout(deadline);
    await staffReading.close();
    await background.close();
    await limiter.close();
    await foundation.close(MAIL_WAIT_MS);
    lock?.release();
    // Only now: npm passes on a signal that a terminal has sent to this process already, and
    // without a handler the second one would end it at once.
    for (const signal of STOP_SIGNALS) process.off(signal, onSignal);
  }
  function onSignal(): void {
    if (stopping) return;
    stop().catch((error: unknown) => {
      logger.error({ err: error }, 'the stop was not clean');
      process.exitCode = 1;
    });
  }
  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
}

function toLinkDelivery({ smtp, demo }: Config): LinkDelivery {
  if (smtp !== null) return 'mail';
  return demo ? 'terminal' : 'none';
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
    throw new Error(`can't listen on HOST ${host}, PORT ${port}: ${toLine(error)}`, {
      cause: error,
    });
  }
}

function toLine(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, ' ');
}

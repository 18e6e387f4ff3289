import { setTimeout as sleep } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import type { Logger } from 'pino';
import { type Config, loadConfig } from './config/config.ts';
import { describeMisspelt } from './config/misspelt.ts';
import { toErrorLine } from './domain/errors.ts';
import { createLogger } from './operation/logger.ts';
import { createResources } from './operation/resources.ts';
import { openStandardOutput, type StandardOutput } from './operation/standard-output.ts';
import { VERSION } from './operation/version.ts';
import { openServer } from './server.ts';
import { describeStore, hasStore } from './store/open.ts';
import { ignoreInspectorSignal, STOP_SIGNALS } from './worker/stop-signals.ts';

/**
 * The longest time from the end of the notice to the end of the process: with the default notice
 * both fit into the ten seconds that Docker waits before it kills.
 */
const CLOSE_DEADLINE_MS = 8_500;
/** npm forwards a signal that the terminal also sends here: within this time both count as one. */
const REPEATED_SIGNAL_MS = 1_000;

ignoreInspectorSignal();
// Depending on its first collections, V8 would allocate some objects of requests in the old
// generation, where each keeps others alive: every minor collection then takes ten times as long.
setFlagsFromString('--no-allocation-site-pretenuring');
// The default: an event loop that runs empty before the server was stopped must not report success.
process.exitCode = 1;
const output = openStandardOutput();
let isClean = false;
try {
  isClean = await serve(loadConfig(process.env), output);
} catch (error) {
  process.stderr.write(`Registru cannot start: ${toErrorLine(error)}\n`);
}
await output.close();
// An explicit exit, so that a forgotten handle does not keep a stopped process alive.
process.exit(isClean ? 0 : 1);

/** Resolves after the stop, with false if anything may be lost; rejects if it cannot start. */
async function serve(config: Config, output: StandardOutput): Promise<boolean> {
  const logger = createLogger(config.logLevel, output);
  const store = await describeStore(config);
  logger.info({ version: VERSION, node: process.versions.node, store }, 'Registru starts');
  for (const sentence of describeMisspelt(process.env)) logger.warn(sentence);
  if (!config.demo && !(await hasStore(config))) {
    logger.warn({ store }, 'there is no store yet: this start makes one');
  }
  const resources = createResources((name, error) =>
    logger.error({ err: error, part: name }, 'the stop was not clean'),
  );
  // A load balancer sees in this time that the server is not ready.
  const noticeMs = config.stopNoticeSeconds * 1_000;
  let isStopping = false;
  try {
    const server = await openServer(config, {
      logger,
      resources,
      print: (text) => output.print(text),
      countLostLines: () => output.lostLines,
      isStopping: () => isStopping,
    });
    const stop = waitForStop(logger, noticeMs + CLOSE_DEADLINE_MS, () => {
      isStopping = true;
    });
    await server.listen();
    await stop;
  } catch (error) {
    await resources.close().catch(() => {});
    throw error;
  }
  await sleep(noticeMs);
  return await resources.close().then(
    () => true,
    () => false,
  );
}

/**
 * Resolves at the first signal; a later one, or the deadline, ends the process. Before this is
 * called a signal ends the process at once: a server that does not listen yet has nothing to lose.
 */
function waitForStop(logger: Logger, deadlineMs: number, onStop: () => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  let firstMs: number | null = null;

  function giveUp(reason: string): void {
    logger.fatal({ reason }, 'the stop was not finished');
    process.exit(1);
  }

  function onSignal(signal: NodeJS.Signals): void {
    const nowMs = performance.now();
    if (firstMs === null) {
      firstMs = nowMs;
      logger.info({ signal }, 'Registru stops');
      setTimeout(giveUp, deadlineMs, `it took ${deadlineMs} ms`);
      onStop();
      resolve();
    } else if (nowMs - firstMs > REPEATED_SIGNAL_MS) {
      giveUp('another signal came');
    }
  }

  for (const signal of STOP_SIGNALS) process.on(signal, onSignal);
  return promise;
}

import { buildApp } from '../../src/app.ts';
import { startBackground } from '../../src/background.ts';
import { loadConfig } from '../../src/config.ts';
import { openFoundation } from '../../src/foundation.ts';
import { openLimiter } from '../../src/limiter.ts';
import { createLogger } from '../../src/operation/logger.ts';
import { createMetrics } from '../../src/operation/metrics.ts';
import { openStandardOutput } from '../../src/operation/standard-output.ts';
import { keepTickShape } from '../../src/operation/tick-shape.ts';
import { createResources } from '../../src/resources.ts';
import type { Store } from '../../src/store/store.ts';
import { createStaffReading } from '../../src/stores.ts';

/**
 * The service as `src/main.ts` starts it, except that every key and every company is a read of its
 * own: beside it the bench shows what it brings that requests share reads.
 */
const config = loadConfig(process.env);
keepTickShape();
const output = openStandardOutput();
const logger = createLogger(config.logLevel, output);
const resources = createResources(() => {});
const { limiter, known } = openLimiter(config, () => {});
const foundation = await openFoundation(config, {
  resources,
  mailWaitMs: 0,
  print: () => {},
  onFault: () => {},
});
const nowMs = () => Date.now();
const app = buildApp({
  ...config,
  ...foundation,
  ...startBackground(foundation.store, nowMs, () => {}, resources),
  store: readOneByOne(foundation.store),
  openStaffReads: (await createStaffReading(config, () => {})).open,
  limiter,
  metrics: createMetrics(limiter, () => output.lostLines),
  logger,
  nowMs,
  linkDelivery: 'none',
  isStopping: () => false,
});
await known;
await app.listen({ host: config.host, port: config.port });
process.on('SIGTERM', () => process.exit(0));

function readOneByOne(store: Store): Store {
  const { accounts, companies } = store;
  return {
    ...store,
    accounts: { ...accounts, findKeyHolders: oneByOne((some) => accounts.findKeyHolders(some)) },
    companies: { ...companies, findByIdnos: oneByOne((some) => companies.findByIdnos(some)) },
  };
}

function oneByOne<Found>(find: (keys: readonly string[]) => Promise<(Found | null)[]>) {
  return async (keys: readonly string[]): Promise<(Found | null)[]> =>
    (await Promise.all(keys.map((key) => find([key])))).flat();
}

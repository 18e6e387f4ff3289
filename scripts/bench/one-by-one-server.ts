import { buildApp } from '../../src/app.ts';
import { loadConfig } from '../../src/config/config.ts';
import { createLogger } from '../../src/operation/logger.ts';
import { createResources } from '../../src/operation/resources.ts';
import { openStandardOutput } from '../../src/operation/standard-output.ts';
import { openAppDependencies } from '../../src/server.ts';
import type { Store } from '../../src/store/port/store.ts';

/**
 * The service as `src/main.ts` starts it, except that each key and each company has a read of its
 * own: the benchmark compares shared reads with it.
 */
const config = loadConfig(process.env);
const output = openStandardOutput();
const dependencies = await openAppDependencies(config, {
  resources: createResources(() => {}),
  print: () => {},
  logger: createLogger(config.logLevel, output),
  countLostLines: () => output.lostLines,
  isStopping: () => false,
});
const app = buildApp({ ...dependencies, store: readOneByOne(dependencies.store) });
await app.listen({ host: config.host, port: config.port });
process.on('SIGTERM', () => process.exit(0));

function readOneByOne(store: Store): Store {
  const { accounts, companies } = store;
  return {
    ...store,
    accounts: { ...accounts, findKeyAccess: oneByOne((some) => accounts.findKeyAccess(some)) },
    companies: { ...companies, findByIdnos: oneByOne((some) => companies.findByIdnos(some)) },
  };
}

function oneByOne<Found>(find: (keys: readonly string[]) => Promise<(Found | null)[]>) {
  return async (keys: readonly string[]): Promise<(Found | null)[]> =>
    (await Promise.all(keys.map((key) => find([key])))).flat();
}

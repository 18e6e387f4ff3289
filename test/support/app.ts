import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { type Accounts, createAccounts } from '../../src/accounts/accounts.ts';
import { createKeyUses, type KeyUses } from '../../src/accounts/key-uses.ts';
import { createKeys, type Keys } from '../../src/accounts/keys.ts';
import type { Notice } from '../../src/accounts/notice.ts';
import { createSubscriptionEvents } from '../../src/accounts/subscription-events.ts';
import { createUsageCounter, type UsageCounter } from '../../src/accounts/usage-counter.ts';
import { type AppDependencies, buildApp } from '../../src/app.ts';
import { HIGHEST_LIMIT, LIMIT_WINDOW_MS, type Plan } from '../../src/domain/plan.ts';
import { createSealer } from '../../src/domain/seal.ts';
import { createRing } from '../../src/limit/ring.ts';
import { createLogger } from '../../src/operation/logger.ts';
import { createMetrics } from '../../src/operation/metrics.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import type { Store } from '../../src/store/store.ts';
import { ACTOR } from './accounts.ts';
import { type Clock, createClock } from './clock.ts';
import { COMPANY, toStored } from './companies.ts';
import { makeTestFolder } from './folder.ts';
import { type Answer, type Request, send } from './http.ts';
import { watchKeys } from './issued-keys.ts';

export { ACTOR } from './accounts.ts';

export interface TestApp {
  port: number;
  store: Store;
  accounts: Accounts;
  keys: Keys;
  keyUses: KeyUses;
  usageCounter: UsageCounter;
  clock: Clock;
  /** All that account holders were told. */
  notices: Notice[];
  /** Every line that was logged. */
  logs: string[];
  send(path: string, request?: Request): Promise<Answer>;
  /** GET with a key. */
  get(path: string, key: string): Promise<Answer>;
  /** A new account with this plan; its key, revealed. */
  subscribe(email: string, plan: Plan): Promise<string>;
}

/** The real application on a real store and socket, with one company; it closes with the test. */
export async function openTestApp(replaced: Partial<AppDependencies> = {}): Promise<TestApp> {
  const clock = createClock();
  const { nowMs } = clock;
  const logs: string[] = [];
  const notices: Notice[] = [];
  const folder = makeTestFolder();
  const store = replaced.store ?? openSqliteStore(folder);
  const limiter = createRing({
    windowMs: LIMIT_WINDOW_MS,
    maxLimit: HIGHEST_LIMIT,
    maxKeys: 1_000,
    nowMs,
  });
  const dependencies = {
    accounts: store.accounts,
    sealer: createSealer(['a secret that is used in tests alone']),
    notify: (notice: Notice) => notices.push(notice),
    nowMs,
  };
  const accounts = createAccounts(dependencies);
  const { keys, expectNoLeak } = watchKeys(createKeys(dependencies));
  const keyUses = createKeyUses({
    record: (uses) => store.accounts.recordKeyUses(uses),
    nowMs,
    onFault: (error) => logs.push(String(error)),
  });
  const usageCounter = createUsageCounter({
    add: (counts) => store.usage.add(counts),
    nowMs,
    onFault: (error) => logs.push(String(error)),
  });
  const app = buildApp({
    store,
    limiter,
    keyUses,
    usageCounter,
    metrics: createMetrics(limiter),
    logger: createLogger('info', { write: (line) => logs.push(line) }),
    nowMs,
    companyUrl: 'https://registru.example/companie/{idno}',
    trustProxy: [],
    metricsToken: null,
    webhookSecrets: [],
    applySubscriptionEvent: createSubscriptionEvents(dependencies),
    isStopping: () => false,
    ...replaced,
  });
  onTestFinished(async () => {
    await app.close();
    await keyUses.close();
    await usageCounter.close();
    await store.close();
    expectNoLeak(folder, logs);
  });
  await store.companies.write([toStored(COMPANY)], []);
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;

  return {
    port,
    store,
    accounts,
    keys,
    keyUses,
    usageCounter,
    clock,
    notices,
    logs,
    send: (path, request) => send(port, path, request),
    get: (path, key) => send(port, path, { headers: { 'x-api-key': key } }),
    async subscribe(email, plan) {
      const { id, apiKey } = await accounts.create(email, { plan, endsAtMs: null }, ACTOR);
      const issued = await keys.reveal(id, apiKey?.id ?? '', ACTOR);
      return issued.text;
    },
  };
}

import type { Notification, Notify } from '../../src/accounts/mail/notification.ts';
import { type AppDependencies, buildApp } from '../../src/app.ts';
import type { Plan } from '../../src/domain/account/plan.ts';
import type { Jobs } from '../../src/jobs/jobs.ts';
import { createLogger } from '../../src/operation/logger.ts';
import type { Metrics } from '../../src/operation/metrics.ts';
import { createResources } from '../../src/operation/resources.ts';
import { openAppDependencies, type Services } from '../../src/server.ts';
import type { QueryReads } from '../../src/store/query-reads.ts';
import { type Clock, createClock } from './clock.ts';
import { COMPANY, toStored } from './companies.ts';
import { makeTestFolder } from './folder.ts';
import { type Answer, type Request, send } from './http.ts';
import { findFreePort } from './process.ts';
import { watchSecrets } from './secrets.ts';
import { subscribe, toTestConfig } from './services.ts';
import { onFinished } from './shared.ts';
import { openTestStore, type TestStore, toTestPlace } from './stores.ts';

export { ACTOR } from './services.ts';

const API_PATH = /^\/api\/v1(?:\/|$)/;

export interface TestApp extends Omit<Services, 'store' | 'notify'>, Jobs {
  store: TestStore;
  /** Of the embedded store. */
  dataDir: string;
  port: number;
  baseUrl: string;
  clock: Clock;
  /** All notifications to account holders. */
  notifications: Notification[];
  metrics: Metrics;
  /** Every line that was logged. */
  logs: string[];
  send(path: string, request?: Request): Promise<Answer>;
  /** GET with a key. */
  get(path: string, key: string): Promise<Answer>;
  /** A new account with this plan; its key, revealed. */
  subscribe(email: string, plan: Plan): Promise<string>;
}

export interface AppOptions extends Partial<Omit<AppDependencies, 'store'>> {
  store?: TestStore;
  clock?: Clock;
  baseUrlOf?: (port: number) => string;
  /** Further variables. */
  env?: Readonly<Record<string, string>>;
  /** Whether companies' pages are served, as they are where COMPANY_URL is not set. */
  hasCompanyPages?: boolean;
  /** In the place of the list of notifications. */
  notify?: Notify;
  /** Told of each read for staff. */
  onRead?: (name: keyof QueryReads) => void;
}

/** The real application on a real store and socket, with one company; it closes with the test. */
export async function openTestApp(options: AppOptions = {}): Promise<TestApp> {
  const notifications: Notification[] = [];
  const {
    clock = createClock(),
    baseUrlOf = (free) => `http://127.0.0.1:${free}`,
    notify = (notification) => notifications.push(notification),
    onRead = () => {},
    env = {},
    hasCompanyPages = false,
    ...replaced
  } = options;
  const { nowMs } = clock;
  const logs: string[] = [];
  const folder = makeTestFolder();
  const { secrets, expectNoLeak } = watchSecrets();
  // The base URL has the port in it.
  const port = await findFreePort();
  const baseUrl = baseUrlOf(port);
  const store = replaced.store ?? (await openTestStore(folder));
  const resources = createResources((part, error) => logs.push(`${part}: ${error}`));
  const dependencies = await openAppDependencies(
    { ...toTestConfig(baseUrl, env), ...toTestPlace(store, folder), oidc: replaced.oidc ?? null },
    {
      resources,
      print: () => {},
      logger: createLogger('info', { write: (line) => logs.push(line) }),
      countLostLines: () => 0,
      isStopping: () => false,
      // Pages of a slow machine would use up their share.
      clock: { nowMs, elapsedMs: nowMs, busyMs: () => 0 },
      secrets,
      notify,
      store,
      mailWaitMs: 0,
    },
  );
  const { accounts, keys, openStaffReads } = dependencies;
  const app = buildApp({
    ...dependencies,
    openStaffReads: (signal) => watchReads(openStaffReads(signal), onRead),
    linkDelivery: 'mail',
    // Where many tests run at once, starting the reader process alone may take seconds.
    operationTimeoutMs: 60_000,
    searchTimeoutMs: 60_000,
    ...(hasCompanyPages && { companyUrl: `${baseUrl}/companie/{idno}` }),
    ...replaced,
  });
  onFinished(async () => {
    await app.close();
    // Requests for links that no test waits for are dropped, which closing reports.
    await resources.close().catch(() => {});
    await store.close();
    expectNoLeak(folder, logs);
  });
  await store.companies.write([toStored(COMPANY)], []);
  await app.listen({ host: '127.0.0.1', port });

  return {
    ...dependencies,
    store,
    dataDir: dependencies.dataDir,
    port,
    baseUrl,
    clock,
    notifications,
    logs,
    send: (path, request) => sendChecked(port, path, request),
    get: (path, key) => sendChecked(port, path, { headers: { 'x-api-key': key } }),
    subscribe: (email, plan) => subscribe({ accounts, keys }, email, plan),
  };
}

function watchReads(reads: QueryReads, onRead: (name: keyof QueryReads) => void): QueryReads {
  return new Proxy(reads, {
    get(target, name: keyof QueryReads) {
      return (...args: unknown[]) => {
        onRead(name);
        return Reflect.apply(target[name], target, args);
      };
    },
  });
}

/** Every answer of the API must be one that its OpenAPI document tells of. */
async function sendChecked(port: number, path: string, request: Request = {}): Promise<Answer> {
  const answer = await send(port, path, request);
  if (API_PATH.test(path)) {
    const { expectContract } = await import('./contract.ts');
    expectContract(request.method ?? 'GET', answer, path);
  }
  return answer;
}

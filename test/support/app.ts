import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { createKeyUses, type KeyUses } from '../../src/accounts/key-uses.ts';
import type { Notice, Notify } from '../../src/accounts/notice.ts';
import { createUsageCounter, type UsageCounter } from '../../src/accounts/usage-counter.ts';
import { type AppDependencies, buildApp } from '../../src/app.ts';
import { HIGHEST_LIMIT, LIMIT_WINDOW_MS, type Plan } from '../../src/domain/plan.ts';
import { createFoundation, type Foundation } from '../../src/foundation.ts';
import { createRing } from '../../src/limit/ring.ts';
import { createLogger } from '../../src/operation/logger.ts';
import { createMetrics } from '../../src/operation/metrics.ts';
import type { StaffReads } from '../../src/store/staff-reads.ts';
import { ACTOR, APP_SECRET } from './accounts.ts';
import { type Clock, createClock } from './clock.ts';
import { COMPANY, toStored } from './companies.ts';
import { makeTestFolder } from './folder.ts';
import { type Answer, type Request, send } from './http.ts';
import { watchTexts } from './secrets.ts';
import { openTestStaffReading, openTestStore } from './stores.ts';

export { ACTOR } from './accounts.ts';

const API_PATH = /^\/api\/v1(?:\/|$)/;

export interface TestApp extends Foundation {
  port: number;
  baseUrl: string;
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

export interface AppOptions extends Partial<AppDependencies> {
  clock?: Clock;
  baseUrlOf?: (port: number) => string;
  /** In the place of the list of notices. */
  notify?: Notify;
  /** Told of each read for staff. */
  onRead?: (name: keyof StaffReads) => void;
}

/** The real application on a real store and socket, with one company; it closes with the test. */
export async function openTestApp(options: AppOptions = {}): Promise<TestApp> {
  const notices: Notice[] = [];
  const {
    clock = createClock(),
    baseUrlOf = (free) => `http://127.0.0.1:${free}`,
    notify = (notice) => notices.push(notice),
    onRead = () => {},
    ...replaced
  } = options;
  const { nowMs } = clock;
  const logs: string[] = [];
  const folder = makeTestFolder();
  const { texts, expectNoLeak } = watchTexts();
  // The base URL has the port in it, which is known from a first socket alone.
  const port = await findFreePort();
  const baseUrl = baseUrlOf(port);
  const foundation = createFoundation({
    store: replaced.store ?? (await openTestStore(folder)),
    appSecrets: [APP_SECRET],
    baseUrl,
    staffIssuer: replaced.oidc?.issuer ?? null,
    notify,
    texts,
    nowMs,
    elapsedMs: nowMs,
    onFault: (part, error) => logs.push(`${part}: ${error}`),
  });
  const { store, accounts, keys } = foundation;
  const limiter = createRing({
    windowMs: LIMIT_WINDOW_MS,
    maxLimit: HIGHEST_LIMIT,
    maxKeys: 1_000,
    nowMs,
  });
  const onFault = (error: unknown) => logs.push(String(error));
  const keyUses = createKeyUses({
    record: (uses) => store.accounts.recordKeyUses(uses, nowMs()),
    nowMs,
    onFault,
  });
  const usageCounter = createUsageCounter({
    add: (counts, batchId) => store.usage.add(counts, batchId),
    nowMs,
    onFault,
  });
  const staffReading = await openTestStaffReading(store, folder);
  const app = buildApp({
    ...foundation,
    openStaffReads: (signal) => watchReads(staffReading.open(signal), onRead),
    limiter,
    keyUses,
    usageCounter,
    metrics: createMetrics(limiter, () => 0),
    logger: createLogger('info', { write: (line) => logs.push(line) }),
    nowMs,
    baseUrl,
    companyUrl: 'https://registru.example/companie/{idno}',
    linkDelivery: 'mail',
    answerCacheMib: 1,
    trustProxy: [],
    metricsToken: null,
    webhookSecrets: [],
    oidc: null,
    // Where many tests run at once, the start of the reading process alone may take seconds.
    operationTimeoutMs: 60_000,
    isStopping: () => false,
    ...replaced,
  });
  onTestFinished(async () => {
    await app.close();
    await foundation.signIn.close(0);
    await staffReading.close();
    await keyUses.close();
    await usageCounter.close();
    await store.close();
    expectNoLeak(folder, logs);
  });
  await store.companies.write([toStored(COMPANY)], []);
  await app.listen({ host: '127.0.0.1', port });

  return {
    ...foundation,
    port,
    baseUrl,
    keyUses,
    usageCounter,
    clock,
    notices,
    logs,
    send: (path, request) => sendChecked(port, path, request),
    get: (path, key) => sendChecked(port, path, { headers: { 'x-api-key': key } }),
    async subscribe(email, plan) {
      const { id, apiKey } = await accounts.create(email, { plan, endsAtMs: null }, ACTOR);
      const issued = await keys.reveal(id, apiKey?.id ?? '', ACTOR);
      return issued.text;
    },
  };
}

function watchReads(reads: StaffReads, onRead: (name: keyof StaffReads) => void): StaffReads {
  return new Proxy(reads, {
    get(target, name: keyof StaffReads) {
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
    expectContract(request.method ?? 'GET', answer);
  }
  return answer;
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  const { port } = server.address() as AddressInfo;
  await new Promise((resume) => server.close(resume));
  return port;
}

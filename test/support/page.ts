import { type AddressInfo, createServer } from 'node:net';
import { onTestFinished } from 'vitest';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { limitNewKeys } from '../../src/accounts/key-limit.ts';
import { createKeyUses } from '../../src/accounts/key-uses.ts';
import { createKeys } from '../../src/accounts/keys.ts';
import { createSessions } from '../../src/accounts/sessions.ts';
import { createSignIn } from '../../src/accounts/sign-in.ts';
import { createSubscriptionEvents } from '../../src/accounts/subscription-events.ts';
import { createReadUsage } from '../../src/accounts/usage.ts';
import { createUsageCounter } from '../../src/accounts/usage-counter.ts';
import { buildApp } from '../../src/app.ts';
import { HIGHEST_LIMIT, LIMIT_WINDOW_MS, type Plan } from '../../src/domain/plan.ts';
import { createSealer } from '../../src/domain/seal.ts';
import { createRing } from '../../src/limit/ring.ts';
import { createLogger } from '../../src/operation/logger.ts';
import { createMetrics } from '../../src/operation/metrics.ts';
import { page } from '../../src/page/page.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { ACTOR, EMAIL } from './accounts.ts';
import { COMPANY, toStored } from './companies.ts';
import { makeTestFolder } from './folder.ts';
import { send } from './http.ts';
import { watchKeys } from './issued-keys.ts';

/** The application with its page on a real store and socket, and one account of this plan. */
export async function openPage(
  plan: Plan = 'business',
  baseUrlOf = (port: number) => `http://127.0.0.1:${port}`,
) {
  const folder = makeTestFolder();
  const store = openSqliteStore(folder);
  const nowMs = Date.now;
  const logs: string[] = [];
  const onFault = (error: unknown) => logs.push(String(error));
  const ring = (windowMs: number) =>
    createRing({ windowMs, maxLimit: HIGHEST_LIMIT, maxKeys: 1_000, nowMs });
  const base = {
    accounts: store.accounts,
    sealer: createSealer(['a secret that is used in tests alone']),
    notify: () => {},
    nowMs,
  };
  const accounts = createAccounts(base);
  const { keys, expectNoLeak } = watchKeys(createKeys(base));
  const keyUses = createKeyUses({
    record: (uses) => store.accounts.recordKeyUses(uses),
    nowMs,
    onFault,
  });
  const usageCounter = createUsageCounter({
    add: (counts) => store.usage.add(counts),
    nowMs,
    onFault,
  });
  const limiter = ring(LIMIT_WINDOW_MS);
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
    applySubscriptionEvent: createSubscriptionEvents(base),
    isStopping: () => false,
  });
  // The base URL has the port in it, which is known from a first socket alone.
  const port = await findFreePort();
  const baseUrl = baseUrlOf(port);
  const attempts = { admitLink: async () => {}, admitSignIn: async () => {} };
  const signIn = createSignIn({
    ...base,
    links: store.signInLinks,
    sessions: store.sessions,
    attempts,
    baseUrl,
  });
  app.register(page, {
    baseUrl,
    signIn,
    sessions: createSessions({ sessions: store.sessions, accounts: store.accounts, nowMs }),
    accounts,
    keys: limitNewKeys(keys, store.audit, nowMs),
    readUsage: createReadUsage(store.usage, nowMs),
    listAudit: (id, first) => store.audit.listByAccount(id, first),
    nowMs,
  });
  onTestFinished(async () => {
    await app.close();
    await keyUses.close();
    await usageCounter.close();
    await store.close();
    expectNoLeak(folder, logs);
  });
  await store.companies.write([toStored(COMPANY)], []);
  await accounts.create(EMAIL, { plan, endsAtMs: null }, ACTOR);
  await app.listen({ host: '127.0.0.1', port });

  const sameOrigin = { 'sec-fetch-site': 'same-origin' };
  const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
  return {
    port,
    baseUrl,
    store,
    logs,
    usageCounter,
    account: () => accounts.find(EMAIL),
    issueUrl: async () => (await signIn.issueLink(EMAIL, ACTOR)).url,
    get: (path: string, headers = {}) => send(port, path, { headers }),
    post: (path: string, body = '', headers = {}) =>
      send(port, path, { method: 'POST', body, headers: { ...FORM, ...sameOrigin, ...headers } }),
    /** The cookie header of a signed-in browser. */
    async enter(): Promise<string> {
      const { searchParams } = new URL((await signIn.issueLink(EMAIL, ACTOR)).url);
      const visitor = { language: 'en', address: '127.0.0.1', browserMark: null } as const;
      const { sessionId } = await signIn.signIn(searchParams.get('token') ?? '', visitor);
      return `__Host-registru-session=${sessionId}`;
    },
  };
}

async function findFreePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resume) => server.listen(0, '127.0.0.1', resume));
  const { port } = server.address() as AddressInfo;
  await new Promise((resume) => server.close(resume));
  return port;
}

import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { subscriptionEvents } from './account-page/events/subscription-events.ts';
import { createFaultAnswers } from './account-page/faults.ts';
import type { LinkDelivery } from './account-page/locales/texts.ts';
import { page } from './account-page/page.ts';
import { createPageView } from './account-page/view.ts';
import type { AccountServices } from './accounts/services.ts';
import type { OidcConfig } from './config/oidc.ts';
import { docs } from './docs/docs.ts';
import type { KeyUses } from './jobs/key-uses.ts';
import type { UsageCounter } from './jobs/usage-counter.ts';
import type { Limiter } from './limit/limiter.ts';
import { logAnswers } from './operation/access-log.ts';
import { createHttpServer } from './operation/connections/http-server.ts';
import { CONNECTION_LIMITS } from './operation/connections/limits.ts';
import { healthRoutes } from './operation/health.ts';
import { type Metrics, metricsRoute } from './operation/metrics.ts';
import { securityTxtRoute } from './operation/security-txt.ts';
import { compileCompanyDocument } from './rest/company-document.ts';
import { REST_PREFIX, rest } from './rest/rest.ts';
import { internalSchema } from './schema/index.ts';
import { createServingLoaders } from './schema/loaders.ts';
import { staff } from './staff/staff.ts';
import type { OpenStaffReads } from './store/port/staff-reads.ts';
import type { Store } from './store/port/store.ts';
import { normalizeForwardedFor } from './web/forwarded-for.ts';
import { answerUnknownAddresses, refuseBadHeaders } from './web/refused-requests.ts';
import { toRoutableTarget } from './web/request-target.ts';

export interface AppDependencies extends AccountServices {
  store: Store;
  openStaffReads: OpenStaffReads;
  limiter: Limiter;
  keyUses: Pick<KeyUses, 'note'>;
  usageCounter: Pick<UsageCounter, 'note'>;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  /** Wall-clock milliseconds since the epoch: plans begin and end by it. */
  nowMs: () => number;
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  /** The address of a company's public page, with `{idno}` in it. */
  companyUrl: string;
  /** Memory for answers that are kept; 0: none is. */
  answerCacheMib: number;
  linkDelivery: LinkDelivery;
  trustProxy: string[];
  metricsToken: string | null;
  /** Where to report a vulnerability; null: it is not published. */
  securityContact: string | null;
  /** None: subscription events are not taken. */
  webhookSecrets: string[];
  /** Null: staff sign in like account holders. */
  oidc: OidcConfig | null;
  /** Of staff; the usual one where it is left out. */
  operationTimeoutMs?: number;
  isStopping: () => boolean;
}

/**
 * How the server reads requests. Slow headers and slow bodies are both cut only by these three
 * together; parameters may be as long as Node lets a request line be (16 KiB), so that the API's
 * own rules answer them.
 */
export const SERVER_OPTIONS = {
  http: {
    headersTimeout: 10_000,
    requestTimeout: 15_000,
    connectionsCheckingInterval: 100,
    keepAliveTimeout: 72_000,
    // The application refuses such a request itself, with a body and in the order of its checks.
    requireHostHeader: false,
  },
  bodyLimit: 65_536,
  routerOptions: { maxParamLength: 16_384 },
  logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
  return503OnClosing: false,
  genReqId: () => randomUUID(),
  rewriteUrl: ({ url = '/' }: { url?: string | undefined }) => toRoutableTarget(url),
};

/** The whole application from its dependencies; it neither reads the environment nor listens. */
export function buildApp(dependencies: AppDependencies): FastifyInstance {
  const { store, limiter, keyUses, usageCounter, metrics, logger, nowMs, companyUrl } =
    dependencies;
  const app = Fastify({
    ...SERVER_OPTIONS,
    serverFactory: (handle) =>
      createHttpServer({
        http: SERVER_OPTIONS.http,
        limits: CONNECTION_LIMITS,
        handle,
        observer: metrics.connections,
        elapsedMs: () => performance.now(),
      }),
    // The server has answered by then.
    clientErrorHandler: () => {},
    loggerInstance: logger,
    trustProxy: dependencies.trustProxy.length > 0 ? dependencies.trustProxy : false,
  });
  if (dependencies.trustProxy.length > 0) normalizeForwardedFor(app);
  app.addHook('onRequest', (_request, reply, done) => {
    reply.header('x-content-type-options', 'nosniff');
    done();
  });
  refuseBadHeaders(app);
  const pageView = createPageView(dependencies.baseUrl);
  const { sendFault, sendNotFound } = createFaultAnswers(pageView);
  app.setErrorHandler(sendFault);
  answerUnknownAddresses(app, sendNotFound);

  logAnswers(app, metrics);
  healthRoutes(app, { ping: () => store.ping(), limiter, isStopping: dependencies.isStopping });
  metricsRoute(app, metrics.registry, dependencies.metricsToken);
  securityTxtRoute(app, dependencies);

  const loaders = createServingLoaders({
    findKeyAccess: (keyHashes) => store.accounts.findKeyAccess(keyHashes),
    findCompaniesByIdnos: (idnos) => store.companies.findByIdnos(idnos),
  });
  const toCompanyUrl = (idno: string) => companyUrl.replaceAll('{idno}', idno);
  app.register(rest, {
    prefix: REST_PREFIX,
    findKeyAccess: (keyHash) => loaders.accessByKeyHash.load(keyHash),
    limiter,
    nowMs,
    noteKeyUse: (keyHash, lastUsedAtMs) => keyUses.note(keyHash, lastUsedAtMs),
    noteUsage: (accountId, status) => usageCounter.note(accountId, status),
    findCompanyAnswer: compileCompanyDocument(internalSchema, { loaders, toCompanyUrl }),
    readDataVersion: store.companies.readDataVersion,
    answerCacheBytes: dependencies.answerCacheMib * 2 ** 20,
  });
  app.register(docs, { baseUrl: dependencies.baseUrl, toCompanyUrl });
  app.register(page, {
    ...dependencies,
    ...pageView,
    sendNotFound,
    keys: dependencies.holderKeys,
    listAudit: (accountId, first) => store.audit.listByAccount(accountId, first),
    findExampleIdno: async () => (await store.companies.listIdnos(null, 1))[0] ?? null,
  });
  app.register(staff, { ...dependencies, audit: store.audit });
  const { webhookSecrets, applySubscriptionEvent } = dependencies;
  if (webhookSecrets.length > 0) {
    app.register(subscriptionEvents, { webhookSecrets, applySubscriptionEvent, nowMs });
  }
  return app;
}

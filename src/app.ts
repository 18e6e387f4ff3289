import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify';
import type { LinkDelivery } from './account-page/locales/facts.ts';
import { page } from './account-page/page.ts';
import { subscriptionEvents } from './account-page/subscription-events.ts';
import type { KeyUses } from './accounts/keys/key-uses.ts';
import type { AccountServices } from './accounts/services.ts';
import { createReadAccountUsage } from './accounts/usage/account-usage.ts';
import type { FailedRequests } from './accounts/usage/failed-requests.ts';
import type { ReadUsage } from './accounts/usage/usage.ts';
import type { UsageCounter } from './accounts/usage/usage-counter.ts';
import { type Answers, createAnswers } from './answers/answers.ts';
import { createReadWithinLimits } from './answers/limited-reads.ts';
import { type CompanyPageDependencies, companyPage } from './company-page/company-page.ts';
import { createFindLiquidationDay, type OpenRecordReads } from './company-page/liquidation-day.ts';
import { SITEMAP_PATH } from './company-page/sitemap.ts';
import { COMPANY_PAGE_PATH } from './company-page/view.ts';
import { toWidgetFacts, widget } from './company-page/widget.ts';
import type { Config } from './config/config.ts';
import { docs } from './docs/docs.ts';
import { toErrorAdvice } from './docs/pages.ts';
import { createToCompanyUrl } from './domain/company/company.ts';
import { createPeek, type Limiter } from './limit/limiter.ts';
import { mcp } from './mcp/mcp.ts';
import { createFastify } from './operation/fastify.ts';
import { createReadReadiness, healthRoutes } from './operation/health.ts';
import { toLoggableUrl } from './operation/logger.ts';
import { type Metrics, metricsRoute } from './operation/metrics.ts';
import { securityTxtRoute } from './operation/security-txt.ts';
import { REST_PREFIX } from './rest/operations.ts';
import { type RestDependencies, rest } from './rest/rest.ts';
import { createTestKeyLimit } from './rest/test-key-limit.ts';
import { createKeyAccessLoader } from './schema/loaders.ts';
import { site } from './site/site.ts';
import { createErrorPages } from './site/view.ts';
import { staff } from './staff/staff.ts';
import { MAX_SHOWN_ENTRIES } from './store/port/audit.ts';
import type { OpenApiReads } from './store/port/query-reads.ts';
import { FAILED_REQUESTS_KEPT_MS } from './store/port/usage.ts';
import type { OpenQueryReads } from './store/query-reads.ts';
import type { Store } from './store/store.ts';
import { createCookies } from './web/cookies.ts';
import { readLanguage } from './web/language.ts';
import { serveReadsToPrograms } from './web/scope.ts';
import { SERVICE_PARTS, type ServicePart } from './web/service-part.ts';

export interface AppDependencies extends AccountServices, Config {
  store: Store;
  openStaffReads: OpenQueryReads;
  openSearchReads: OpenApiReads;
  openRecordReads: OpenRecordReads;
  limiter: Limiter;
  keyUses: Pick<KeyUses, 'note'>;
  usageCounter: Pick<UsageCounter, 'note' | 'addWaiting'>;
  failedRequests: Pick<FailedRequests, 'note' | 'addWaiting'>;
  metrics: Metrics;
  logger: FastifyBaseLogger;
  /** Wall-clock milliseconds since the epoch, by which plans begin and end. */
  nowMs: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
  /** Milliseconds in which this thread was busy. */
  busyMs: () => number;
  linkDelivery: LinkDelivery;
  /** The time limit of staff operations, if not the default. */
  operationTimeoutMs?: number;
  /** The time limit of searches, lists of changes and whole records, if not the default. */
  searchTimeoutMs?: number;
  isStopping: () => boolean;
}

/** Builds the application from its dependencies. Neither reads the environment nor listens. */
export function buildApp(dependencies: AppDependencies): FastifyInstance {
  const { store, limiter, metrics, nowMs, elapsedMs, busyMs, logger } = dependencies;
  const { baseUrl, companyUrl, supportUrl, linkDelivery } = dependencies;
  const { accounts, confirmations, keys, sessions, signIn, watchLists, webhooks } = dependencies;
  const offer = {
    upgradeUrl: dependencies.upgradeUrl,
    supportUrl,
    planPrices: dependencies.planPrices,
    termsUrl: dependencies.termsUrl,
    privacyUrl: dependencies.privacyUrl,
  };
  const app = createFastify({ metrics, logger, trustProxy: dependencies.trustProxy, baseUrl });
  const cookies = createCookies(baseUrl);
  const languageOf = (request: FastifyRequest) => readLanguage(request, cookies);
  // Where COMPANY_URL names another address, the pages are another service's.
  const hasCompanyPages = companyUrl === `${baseUrl}${COMPANY_PAGE_PATH}/{idno}`;
  const errorPages = { supportUrl, legal: offer, languageOf, offersSearch: hasCompanyPages };
  const { sendError, sendFault, sendNotFound } = createErrorPages(errorPages);
  app.setErrorHandler(sendFault);
  app.setNotFoundHandler(sendNotFound);
  // Requests without a route are answered before their body is read.
  app.addHook('preParsing', async (request, reply) => {
    if (request.is404) return sendNotFound(request, reply);
  });

  const readReadiness = createReadReadiness({
    ping: () => store.ping(),
    isReadOnly: store.isReadOnly,
    limiter,
    isStopping: dependencies.isStopping,
    elapsedMs,
    log: app.log,
  });
  app.register((scope, _options, done) => {
    serveReadsToPrograms(scope);
    healthRoutes(scope, readReadiness);
    metricsRoute(scope, metrics.registry, dependencies.metricsToken);
    securityTxtRoute(scope, { securityContact: dependencies.securityContact, baseUrl, nowMs });
    done();
  });

  const { companies } = store;
  const { timeStoreRead } = metrics;
  const readWithinLimits = createReadWithinLimits({
    openSearchReads: dependencies.openSearchReads,
    timeoutMs: dependencies.searchTimeoutMs,
    elapsedMs,
    onRefused: (count) => logger.warn({ count }, 'searches were refused: too many wait'),
  });
  const answers = createAnswers({
    companies: {
      findByIdnos: (idnos) => timeStoreRead('companies', () => companies.findByIdnos(idnos)),
      findDataDate: () => companies.findDataDate(),
      readDataVersion: () => companies.readDataVersion(),
    },
    findWatchList: watchLists.find,
    readWithinLimits: (what, client, read) =>
      readWithinLimits(what, client, (reads) => timeStoreRead('searches', () => read(reads))),
    toCompanyUrl: createToCompanyUrl(companyUrl),
    answerCacheBytes: dependencies.answerCacheMib * 2 ** 20,
  });
  const { findCompany, toCompanyUrl, readDataDate } = answers;
  metrics.watchCaches(answers.cacheUse);
  registerApi(app, dependencies, answers);
  if (hasCompanyPages) {
    const hasSession = (request: FastifyRequest) => cookies.read(request, 'session') !== null;
    registerCompanyPages(app, dependencies, answers, { languageOf, hasSession, offer });
  }
  const readAnswer = async (idno: string) => String((await findCompany(idno))?.body);
  app.register(docs, {
    baseUrl,
    offer,
    dataLicense: dependencies.dataLicense,
    elapsedMs,
    busyMs,
    toCompanyUrl,
    readAnswer,
    companies,
    sendError,
    widget: hasCompanyPages ? toWidgetFacts(baseUrl) : null,
  });
  app.register(site, {
    baseUrl,
    offer,
    offersSearch: hasCompanyPages,
    sitemapPath: hasCompanyPages && dependencies.indexCompanies ? SITEMAP_PATH : null,
    languageOf,
    sendError,
    readAnswer,
    status: {
      readReadiness,
      readAccounts: () =>
        Promise.all([store.accounts.findKeyAccess(['']), store.accountReads.listUsage('', '', '')]),
      readDataDate,
      findLastImportMs: () => companies.findLastImportMs(),
      readLookupLatencies: metrics.readLookupLatencies,
      listRecentFaults: metrics.listRecentFaults,
      parts: listParts(dependencies, hasCompanyPages),
      nowMs,
      elapsedMs,
    },
  });
  app.register(page, {
    baseUrl,
    offer,
    linkDelivery,
    confirmations,
    keys,
    sessions,
    signIn,
    watchLists,
    webhooks,
    nowMs,
    elapsedMs,
    sendNotFound,
    setPreferences: accounts.setPreferences,
    toCompanyUrl,
    toErrorAdvice,
    findCompanies: (idnos) =>
      Promise.all(idnos.map((idno) => answers.loaders.companyByIdno.load(idno))),
    readUsage: readUsageWithWaiting(dependencies),
    async listFailedRequests(accountId) {
      const fromMs = nowMs() - FAILED_REQUESTS_KEPT_MS;
      const [stored = []] = await store.accountReads.listFailedRequests([accountId], fromMs);
      return dependencies.failedRequests.addWaiting(accountId, stored);
    },
    findWatchListSize: createFindWatchListSize(store),
    listAudit: (accountId) => store.audit.listByAccount(accountId, MAX_SHOWN_ENTRIES),
    countRecent: createPeek(limiter),
  });
  app.register(staff, {
    baseUrl,
    companyUrl,
    supportUrl,
    oidc: dependencies.oidc,
    accounts,
    audit: store.audit,
    keys,
    sessions,
    staffSignIn: dependencies.staffSignIn,
    openStaffReads: dependencies.openStaffReads,
    operationTimeoutMs: dependencies.operationTimeoutMs,
    nowMs,
  });
  const { webhookSecrets, applySubscriptionEvent } = dependencies;
  if (webhookSecrets.length > 0) {
    app.register(subscriptionEvents, { webhookSecrets, applySubscriptionEvent, nowMs });
  }
  return app;
}

/** With the counts that this process has not written yet. */
function readUsageWithWaiting({
  readUsage,
  usageCounter,
}: Pick<AppDependencies, 'readUsage' | 'usageCounter'>): ReadUsage {
  return async (accountId) => usageCounter.addWaiting(accountId, await readUsage(accountId));
}

function createFindWatchListSize({ accountReads }: Pick<Store, 'accountReads'>) {
  return async (accountId: string): Promise<number> => {
    const [size = 0] = await accountReads.findWatchListSizes([accountId]);
    return size;
  };
}

function listParts(
  { sendsWebhooks, linkDelivery }: Pick<AppDependencies, 'sendsWebhooks' | 'linkDelivery'>,
  hasCompanyPages: boolean,
): ServicePart[] {
  const isThere: Partial<Record<ServicePart, boolean>> = {
    webhooks: sendsWebhooks,
    companyPages: hasCompanyPages,
    mail: linkDelivery === 'mail',
  };
  return SERVICE_PARTS.filter((part) => isThere[part] ?? true);
}

function registerApi(app: FastifyInstance, dependencies: AppDependencies, answers: Answers): void {
  const { baseUrl, limiter, keyUses, usageCounter, failedRequests, watchLists } = dependencies;
  const { nowMs, elapsedMs, store, metrics } = dependencies;
  const keyAccess = createKeyAccessLoader((hashes) =>
    metrics.timeStoreRead('keys', () => store.accounts.findKeyAccess(hashes)),
  );
  const api: RestDependencies = {
    ...answers,
    baseUrl,
    watchLists,
    readAccountUsage: createReadAccountUsage({
      accounts: store.accounts,
      readUsage: readUsageWithWaiting(dependencies),
      findWatchListSize: createFindWatchListSize(store),
      findWebhook: dependencies.webhooks.find,
      nowMs,
    }),
    findKeyAccess: (keyHash) => keyAccess.load(keyHash),
    limiter,
    admitTestKey: createTestKeyLimit(elapsedMs),
    nowMs,
    noteKeyUse: keyUses.note,
    noteUsage: usageCounter.note,
    noteFailure(accountId, request, status) {
      failedRequests.note(accountId, request, toLoggableUrl(request.originalUrl), status);
    },
  };
  app.register(rest, { prefix: REST_PREFIX, ...api });
  app.register(mcp, api);
}

function registerCompanyPages(
  app: FastifyInstance,
  dependencies: AppDependencies,
  { loaders, readDataDate, findPage, countFound, findPast }: Answers,
  page: Pick<CompanyPageDependencies, 'languageOf' | 'hasSession' | 'offer'>,
): void {
  const { store, baseUrl, elapsedMs, busyMs, openRecordReads, searchTimeoutMs } = dependencies;
  const { companies } = store;
  const common = {
    baseUrl,
    elapsedMs,
    busyMs,
    findCompany: (idno: string) => loaders.companyByIdno.load(idno),
    findDelisting: (idno: string) => companies.findDelisting(idno),
    readDataDate,
  };
  app.register(companyPage, {
    ...common,
    ...page,
    indexCompanies: dependencies.indexCompanies,
    findLiquidationDay: createFindLiquidationDay(openRecordReads, searchTimeoutMs),
    hasChanged: (idno: string) => companies.hasChanged(idno),
    findPast,
    listIdnos: (after: string | null, first: number) => companies.listIdnos(after, first),
    findPage,
    countFound,
  });
  app.register(widget, common);
}

import { performance } from 'node:perf_hooks';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { createMail, notifyWith } from './accounts/mail/mail.ts';
import type { Notification, Notify } from './accounts/mail/notification.ts';
import type { Mail } from './accounts/mail/outbox.ts';
import { RANDOM_SECRETS, type SecretGenerator } from './accounts/secrets.ts';
import { type AccountServices, createAccountServices } from './accounts/services.ts';
import type { SendEvent } from './accounts/watching/webhooks.ts';
import type { AppDependencies } from './app.ts';
import type { Config } from './config/config.ts';
import { readOrCreateSecret, requireAppSecrets } from './config/secret-file.ts';
import type { WebhookFault } from './domain/account/webhook.ts';
import type { BackgroundPart } from './domain/background-part.ts';
import { type Jobs, startJobs } from './jobs/jobs.ts';
import { createMemoryLimiter } from './limit/memory-limiter.ts';
import type { LinkChange } from './limit/redis/redis-link.ts';
import type { Metrics } from './operation/metrics.ts';
import type { Resources } from './operation/resources.ts';
import { createQueryReading, openStore } from './store/open.ts';
import { IMPORT_KINDS, IMPORT_OUTCOMES } from './store/port/imports.ts';
import type { OpenChangeReads } from './store/port/query-reads.ts';
import { removeAddress, writeAddress } from './store/sqlite/address-file.ts';
import { readLastBackupMs } from './store/sqlite/backup-time.ts';
import { isOpenToOthers } from './store/sqlite/folder.ts';
import { acquireLock } from './store/sqlite/lock.ts';
import type { Store } from './store/store.ts';

/*
 * The composition root of server, commands, tests and benchmarks. Modules that only a server needs
 * are imported when it is opened, so that commands start faster.
 */

/** How long a stopping server waits for mails and for sign-in links. */
const MAIL_WAIT_MS = 1_000;
/** Time for what is left to close after that wait. */
const CLOSE_MARGIN_MS = 500;

/** Time as an argument: tests pass a clock that they move. */
export interface Clock {
  /** Wall-clock milliseconds since the epoch; may jump. */
  nowMs: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
  /** Milliseconds in which this thread was busy. */
  busyMs: () => number;
}

const SYSTEM_CLOCK: Clock = {
  nowMs: () => Date.now(),
  elapsedMs: () => performance.now(),
  busyMs: () => performance.eventLoopUtilization().active,
};

/** The configured store and the account services on it: all that a command needs. */
export type Services = AccountServices & { store: Store; notify: Notify };

interface OpenedServices extends Services {
  /** Null where nothing is sent to webhooks. */
  openWebhookReads: OpenChangeReads | null;
  mail: Pick<Mail, 'count' | 'drain'>;
}

export interface OpenServicesOptions {
  /** Receives each part as soon as it is open, so that a failed start closes it too. */
  resources: Pick<Resources, 'add'>;
  /** How long closing waits for mails and for sign-in links. */
  mailWaitMs: number;
  /** Shows a text to the person at the terminal. */
  print: (text: string) => void;
  /** Called when work outside a request fails. */
  onFault: (part: BackgroundPart, error: unknown) => void;
  clock?: Clock;
  secrets?: SecretGenerator;
  /** Sends events to webhooks; left out or null: none are sent. */
  sendEvent?: SendEvent | null;
  /** Replaces the reads for webhooks. */
  openWebhookReads?: OpenChangeReads;
  /** Called for each mail that is not sent. */
  onMailDropped?: (notification: Notification) => void;
  /** Replaces mail. */
  notify?: Notify;
  /** Replaces the configured store; its opener closes it. */
  store?: Store;
}

export interface OpenServerOptions
  extends Pick<OpenServicesOptions, 'resources' | 'print' | 'clock'> {
  logger: Logger;
  /** Log lines lost since the start. */
  countLostLines: () => number;
  isStopping: () => boolean;
}

interface OpenDeliveryOptions extends Pick<OpenServicesOptions, 'resources' | 'onFault'>, Clock {
  metrics: Metrics;
  sendEvent: SendEvent;
  openReads: OpenChangeReads;
}

export interface Server {
  /** Throws an Error of one line when the address cannot be used. */
  listen(): Promise<void>;
}

/** Opens all parts of the server, which then can listen. Throws an Error of one line. */
export async function openServer(config: Config, options: OpenServerOptions): Promise<Server> {
  const { resources, print } = options;
  const { buildApp } = await import('./app.ts');
  const demo = config.demo ? await import('./demo.ts') : null;
  const dependencies = await openAppDependencies(config, options);
  const app = buildApp(dependencies);
  resources.add('requests', () => closeApp(app), CLOSE_APP_LIMIT_MS);
  await demo?.prepareDemo(dependencies, config);
  return {
    async listen() {
      await listen(app, config);
      if (config.mongodbUri === null) announce(config, options.logger);
      await warnIfEmpty(dependencies, options.logger);
      await demo?.presentDemo(dependencies, config, print);
    },
  };
}

/** Opens the dependencies of the application in order. Throws an Error of one line. */
export async function openAppDependencies(
  config: Config,
  options: OpenServerOptions & Partial<OpenServicesOptions>,
): Promise<AppDependencies & Jobs> {
  const { resources, logger, countLostLines, isStopping, clock = SYSTEM_CLOCK } = options;
  const { nowMs, elapsedMs } = clock;
  const { createMetrics } = await import('./operation/metrics.ts');
  const { watchStore } = await import('./operation/store-metrics.ts');
  const { oncePerTick } = await import('./answers/caches.ts');
  const { logLimiterChange, openLimiter } = await import('./limit/open.ts');
  // Any number of servers may share a database; a data folder belongs to one.
  if (config.mongodbUri === null) {
    const lock = acquireLock(config.dataDir, 'server');
    // Of a server that was killed.
    removeAddress(config.dataDir);
    resources.add('lock', () => {
      removeAddress(config.dataDir);
      lock.release();
    });
    if (isOpenToOthers(config.dataDir)) {
      logger.warn(
        { dataDir: config.dataDir },
        'other users may enter DATA_DIR: chmod 700 prevents it',
      );
    }
  }
  const { limiter, known } = await openLimiter(config, {
    elapsedMs,
    onChange: onLimiterChange,
    onBeat: (ms) => metrics.observeHeartbeat(ms / 1_000),
  });
  resources.add('limiter', () => limiter.close());
  if (config.mongodbUri !== null && config.redisUrl === null) {
    logger.warn('without REDIS_URL each process enforces the limits alone: several admit more');
  }
  const metrics = createMetrics(limiter, countLostLines, elapsedMs);
  function onFault(part: BackgroundPart, error: unknown): void {
    metrics.countFault(part);
    logger.error({ err: error, part }, 'work outside a request failed');
  }
  function onLimiterChange(change: LinkChange): void {
    metrics.countLimiterChange(change.to);
    logLimiterChange(logger, change);
  }
  const { sendEvent = await openSendEvent(config, clock, metrics) } = options;
  const services = await openServices(config, {
    mailWaitMs: MAIL_WAIT_MS,
    onFault,
    ...options,
    sendEvent,
  });
  const { store, notify, openWebhookReads: openReads, mail } = services;
  watchStore(metrics.registry, {
    findDataDate: () => store.companies.findDataDate(),
    // A scrape reads all of its metrics in one turn.
    listLastImports: oncePerTick(() => store.companies.listLastImports()),
    kinds: IMPORT_KINDS,
    outcomes: IMPORT_OUTCOMES,
    countWebhooks: oncePerTick(() => store.webhooks.countWorking()),
    countMails: mail.count,
    dataDir: config.mongodbUri === null ? config.dataDir : null,
    readLastBackupMs,
  });
  const jobs = startJobs(store, { notify, nowMs, onFault, resources });
  const staffReading = await createQueryReading(config, 'staff', (error) =>
    onFault('staff_reads', error),
  );
  resources.add('staff_reads', staffReading.close);
  const searching = await createQueryReading(config, 'search', (error) =>
    onFault('search_reads', error),
  );
  resources.add('search_reads', searching.close);
  if (sendEvent !== null && openReads !== null) {
    await openDelivery(services, { resources, metrics, sendEvent, openReads, ...clock, onFault });
  }
  await known;
  return {
    ...config,
    ...services,
    ...jobs,
    openStaffReads: staffReading.open,
    openSearchReads: searching.open,
    openRecordReads: searching.open,
    limiter,
    metrics,
    logger,
    nowMs,
    elapsedMs,
    busyMs: clock.busyMs,
    linkDelivery: config.smtp !== null ? 'mail' : config.demo ? 'terminal' : 'none',
    isStopping,
  };
}

/** The store may be away: then nothing is known, and other lines say so. */
async function warnIfEmpty({ store }: Pick<Services, 'store'>, logger: Logger): Promise<void> {
  const dataDate = await store.companies.findDataDate().catch(() => undefined);
  if (dataDate === null) logger.warn('no dump was imported yet: no company can be found');
}

/** Tells commands that have no BASE_URL where this server is. */
function announce({ dataDir, baseUrl }: Config, logger: Logger): void {
  try {
    writeAddress(dataDir, baseUrl);
  } catch (error) {
    logger.warn({ err: error }, 'commands print the address of PORT, as this one cannot be stored');
  }
}

/** Null where the operator has switched webhooks off. */
async function openSendEvent(
  { sendsWebhooks, demo }: Config,
  clock: Clock,
  metrics: Metrics,
): Promise<SendEvent | null> {
  if (!sendsWebhooks) return null;
  const { createSendEvent } = await import('./webhooks/send-event.ts');
  const onAttempt = (fault: WebhookFault | null) =>
    metrics.countWebhookAttempt(fault ?? 'delivered');
  return createSendEvent({ ...clock, allowsLocal: demo, onAttempt });
}

/** Starts deliveries to webhooks. */
async function openDelivery(
  { store, notify, webhooks: { readSecrets } }: Services,
  options: OpenDeliveryOptions,
): Promise<void> {
  const { MAX_DELIVERIES, startDelivery } = await import('./webhooks/delivery.ts');
  const { createPace, watchLoopDelay } = await import('./webhooks/delivery-pace.ts');
  const { resources, metrics, sendEvent, openReads, nowMs, elapsedMs } = options;
  const onFault = (error: unknown) => options.onFault('webhooks', error);
  const delay = watchLoopDelay();
  resources.add('webhook_pace', delay.close);
  const countSlots = createPace({ max: MAX_DELIVERIES, readDelayMs: delay.readMs, elapsedMs });
  const common = { store, notify, readSecrets, openReads, countSlots };
  const { readClockMs } = store;
  const delivery = startDelivery({ ...common, sendEvent, nowMs, readClockMs, onFault });
  resources.add('webhooks', delivery.close);
  metrics.watchWebhooks(delivery.countWaiting);
}

/** Opens the configured store and the account services on it. Throws an Error of one line. */
export async function openServices(
  config: Config,
  options: OpenServicesOptions,
): Promise<OpenedServices> {
  const {
    resources,
    mailWaitMs,
    onFault,
    clock = SYSTEM_CLOCK,
    secrets = RANDOM_SECRETS,
    sendEvent = null,
  } = options;
  const { nowMs, elapsedMs } = clock;
  if (config.mongodbUri !== null) requireAppSecrets(config);
  const store = options.store ?? (await openStore(config, (error) => onFault('store', error)));
  if (options.store === undefined) resources.add('store', store.close);
  const appSecrets = config.appSecrets ?? [await readStoredSecret(config, store)];
  const openWebhookReads =
    options.openWebhookReads ?? (sendEvent === null ? null : await openReads(config, options));
  const mail =
    options.notify === undefined ? openMail(config, options) : notifyWith(options.notify);
  const { notify } = mail;
  const services = createAccountServices({
    store,
    appSecrets,
    baseUrl: config.baseUrl,
    staffIssuer: config.oidc?.issuer ?? null,
    sendEvent,
    openWebhookReads,
    allowsLocalWebhooks: config.demo,
    notify,
    secrets,
    nowMs,
    createAttemptLimiter: (limits) =>
      createMemoryLimiter({ ...limits, whenFull: 'evict', nowMs: elapsedMs }),
    onFault: (error) => onFault('sign_in', error),
  });
  async function closeSignIn(): Promise<void> {
    const dropped = await services.signIn.close(mailWaitMs);
    if (dropped > 0) throw new Error(`requests for sign-in links were dropped: ${dropped}`);
  }
  resources.add('sign_in', closeSignIn, mailWaitMs + CLOSE_MARGIN_MS);
  return { store, notify, openWebhookReads, mail, ...services };
}

async function readStoredSecret({ dataDir }: Config, { accountReads }: Store): Promise<string> {
  const hasAccounts = (await accountReads.countAccounts({}, 0, 0)) === null;
  return readOrCreateSecret(dataDir, hasAccounts);
}

/** Readers of the store that nothing but webhooks uses. */
async function openReads(
  config: Config,
  { resources, onFault }: OpenServicesOptions,
): Promise<OpenChangeReads> {
  const reading = await createQueryReading(config, 'webhooks', (e) => onFault('webhooks', e));
  resources.add('webhook_reads', reading.close);
  return reading.open;
}

function openMail(config: Config, options: OpenServicesOptions): Mail {
  const { resources, mailWaitMs, print, onFault, onMailDropped, clock = SYSTEM_CLOCK } = options;
  const mail = createMail({
    smtp: config.smtp,
    pageUrl: `${config.baseUrl}/cont/api`,
    renewUrl: config.upgradeUrl ?? config.supportUrl,
    // Not the logger: a sign-in link must not be stored in logs.
    print: config.demo ? print : null,
    nowMs: clock.nowMs,
    onFault: (error) => onFault('mail', error),
    ...(onMailDropped && { onDropped: onMailDropped }),
  });
  async function closeMail(): Promise<void> {
    if ((await mail.close(mailWaitMs)) > 0) throw new Error('mails were not sent');
  }
  resources.add('mail', closeMail, mailWaitMs + CLOSE_MARGIN_MS);
  return mail;
}

/** Running requests are cut after this time, which is longer than a staff operation may take. */
const REQUESTS_LIMIT_MS = 5_500;
/** Time for closing the connections of cut requests. */
const CUT_MARGIN_MS = 500;
/** The maximum duration of `closeApp`. */
const CLOSE_APP_LIMIT_MS = REQUESTS_LIMIT_MS + CUT_MARGIN_MS;

/** Throws an Error of one line when the address cannot be used. */
async function listen(
  app: FastifyInstance,
  { host, port }: { host: string; port: number },
): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE') {
      throw new Error(
        `port ${port} of ${host} is in use; stop the program that uses it, or set another PORT, ` +
          `for example PORT=${port === 65_535 ? port - 1 : port + 1}`,
        { cause: error },
      );
    }
    throw new Error(`cannot listen on HOST ${host}, PORT ${port}: ${message}`, { cause: error });
  }
}

/** Stops accepting connections and waits for running requests. */
async function closeApp(app: FastifyInstance): Promise<void> {
  const cut = setTimeout(() => app.server.closeAllConnections(), REQUESTS_LIMIT_MS);
  await app.close();
  clearTimeout(cut);
}

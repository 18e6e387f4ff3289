import { renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALERT_RULES, HAS_PROMTOOL } from '../../support/alert-rules.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { send } from '../../support/http.ts';
import { killGroup } from '../../support/process.ts';
import { HAS_REDIS, openTestRedis } from '../../support/redis.ts';
import { startService } from '../../support/service.ts';
import { ACTOR, openTestServices } from '../../support/services.ts';
import { openShared } from '../../support/shared.ts';
import { canMount, fillDisk, mountSmallDisk } from '../../support/small-disk.ts';
import { openSmtpServer } from '../../support/smtp.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';
import { accept, openReceiver } from '../../webhooks/receiver.ts';
import { findDifferences, type Phase } from './course.ts';
import { readValue, type Scrape, scrape, scrapeUntil } from './scrape.ts';
import { makeDump, makeHealthyFolder, serveCopy } from './served-copy.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;
/** Longer than the range of a rate. */
const QUIET_MINUTES = 10;
/** Before and after what takes hours. */
const MARGIN_MINUTES = 5;
/** Longer than a busy machine makes Redis silent. */
const REDIS_TIMEOUT_MS = '900';
const DELAY_MS = 300;
const BEATS = 'registru_redis_heartbeat_duration_seconds_bucket{le="+Inf"}';
/** Look-ups: one that is slow on a busy machine is less than one of a hundred. */
const MANY = 200;
/** More than fail for reasons of their holders, according to the rule. */
const WEBHOOKS = 4;
/** More than may wait, according to the rule. */
const MAILS = 12;
const FIRING = 'alertstate="firing"';
/** The disk is this machine's, where a server has none of its own. */
const NOT_DISK = 'alertname!="RegistruDiskFull"';

interface Fault {
  name: string;
  /** Left out: true. */
  isPossible?: boolean;
  /** Other alerts that it fires; left out: none. */
  alsoFires?: readonly string[];
  /** Causes it on a server of its own. */
  cause(): Promise<Course>;
}

/** What Prometheus reads, first from a quiet server and last during the fault. */
interface Course {
  phases: readonly Phase[];
  /** For how long the alert must not fire in the last phase; left out: it may fire at once. */
  silentMinutes?: number;
}

const readHealthy = openShared(makeHealthyFolder);
const serve = (options?: Parameters<typeof serveCopy>[1]) => serveCopy(readHealthy(), options);

const FAULTS: Readonly<Record<string, Fault>> = {
  RegistruDown: {
    name: 'the server is killed',
    async cause() {
      const { service } = await serve();
      const quiet = await scrape(service);
      service.child.kill('SIGKILL');
      await service.exit;
      return { phases: [toQuiet(quiet), { scrape: await scrape(service), minutes: 3 }] };
    },
  },

  RegistruErrors: {
    name: 'the file of the companies is gone',
    async cause() {
      const { dataDir, service, lookUp, lookUpOften } = await serve();
      const quiet = await scrape(service);
      expect(await lookUpOften(20)).toEqual([200]);
      const served = await scrape(service);
      renameSync(join(dataDir, 'companies.db'), join(dataDir, 'elsewhere.db'));
      await expect.poll(lookUp).toBe(503);
      expect(await lookUpOften(MANY)).toEqual([503]);
      return toTraffic(quiet, served, { scrape: await scrape(service), minutes: 15 });
    },
  },

  RegistruSlow: {
    name: 'look-ups wait for Redis',
    isPossible: HAS_REDIS,
    alsoFires: ['RegistruRedisSlow'],
    async cause() {
      const { service, lookUpOften, redis } = await serveWithRedis();
      const quiet = await scrape(service);
      expect(await lookUpOften(MANY)).toEqual([200]);
      const served = await scrape(service);
      await redis.proxy.set({ delayMs: DELAY_MS });
      expect(await lookUpOften(30)).toEqual([200]);
      const slow = await scrapeUntil(service, BEATS, readValue(served, BEATS) + 2);
      return toTraffic(quiet, served, { scrape: slow, minutes: 20 });
    },
  },

  RegistruDataOld: {
    name: 'there is no newer dump for ten days',
    async cause() {
      const { service, run } = await serve();
      const quiet = await scrape(service);
      const file = await makeDump(9);
      expect(await run('import', file, '--allow-older')).toMatchObject({ code: 0 });
      const old = await scrape(service);
      const ageSeconds = old.atSeconds - readValue(old, 'registru_data_date_seconds');
      const ageMinutes = Math.ceil(ageSeconds / 60);
      return toAged(quiet, old, 10 * DAY_MINUTES - ageMinutes);
    },
  },

  RegistruImportFailed: {
    name: 'an import refuses its file',
    async cause() {
      const { service, run } = await serve();
      const quiet = await scrape(service);
      const file = join(makeTestFolder(), 'company.csv');
      writeFileSync(file, 'this,is\nno,dump\n');
      expect(await run('import', file)).toMatchObject({ code: 1 });
      return { phases: [toQuiet(quiet), { scrape: await scrape(service), minutes: 2 }] };
    },
  },

  RegistruImportStuck: {
    name: 'an import is killed',
    async cause() {
      const { service, start } = await serve();
      const quiet = await scrape(service);
      const file = await makeDump(0, { rows: 20_000 });
      const { child, exit } = start('import', file);
      const running = 'registru_last_import_timestamp_seconds{kind="full",outcome="running"}';
      await scrapeUntil(service, running, 1);
      killGroup(child);
      expect(await exit).toBe('SIGKILL');
      const silentMinutes = 6 * HOUR_MINUTES - 1;
      const minutes = silentMinutes + MARGIN_MINUTES;
      const killed = { scrape: await scrape(service), minutes };
      return { phases: [toQuiet(quiet), killed], silentMinutes };
    },
  },

  RegistruBackgroundFaults: {
    name: 'counts of requests cannot be written',
    async cause() {
      const { dataDir, service, lookUp } = await serve();
      const quiet = await scrape(service);
      renameSync(join(dataDir, 'usage.db'), join(dataDir, 'elsewhere.db'));
      expect(await lookUp()).toBe(200);
      const faults = 'registru_background_faults_total{part="usage"}';
      const faulty = await scrapeUntil(service, faults, 1);
      return { phases: [toQuiet(quiet), { scrape: faulty, minutes: 2 }] };
    },
  },

  RegistruLimiterAlone: {
    name: 'Redis is killed',
    isPossible: HAS_REDIS,
    async cause() {
      const { service, redis } = await serveWithRedis();
      const quiet = await scrape(service);
      await redis.kill();
      const alone = await scrapeUntil(service, 'registru_limiter_degraded', 1);
      return { phases: [toQuiet(quiet), { scrape: alone, minutes: 3 }] };
    },
  },

  RegistruRedisSlow: {
    name: 'Redis answers late',
    isPossible: HAS_REDIS,
    async cause() {
      const { service, redis } = await serveWithRedis();
      const quiet = await scrape(service);
      await redis.proxy.set({ delayMs: DELAY_MS });
      const slow = await scrapeUntil(service, BEATS, readValue(quiet, BEATS) + 4);
      return { phases: [toQuiet(quiet), { scrape: slow, minutes: 12, repeats: true }] };
    },
  },

  RegistruRedisUnsteady: {
    name: 'Redis is lost several times',
    isPossible: HAS_REDIS,
    async cause() {
      const { service, redis } = await serveWithRedis();
      const quiet = await scrape(service);
      const toChanges = (to: string) => `registru_limiter_changes_total{to="${to}"}`;
      /** Loses Redis once and finds it again. */
      async function lose(before: Scrape): Promise<Scrape> {
        redis.pause();
        await scrapeUntil(service, toChanges('alone'), readValue(before, toChanges('alone')) + 1);
        redis.resume();
        const shared = readValue(before, toChanges('shared')) + 1;
        return await scrapeUntil(service, toChanges('shared'), shared);
      }
      const once = await lose(quiet);
      const often = await lose(await lose(once));
      return {
        phases: [
          toQuiet(quiet),
          { scrape: once, minutes: QUIET_MINUTES },
          { scrape: often, minutes: 2 },
        ],
      };
    },
  },

  RegistruWebhooksFailing: {
    name: 'the receivers of webhooks answer 500',
    async cause() {
      let isFailing = false;
      const receiver = await openReceiver((response, event) => {
        if (isFailing) response.writeHead(500).end();
        else accept(response, event);
      });
      const { service, run } = await serve({
        env: DEMO,
        prepare: (folder) => addWebhooks(folder, receiver.url),
      });
      const deliveries = 'registru_webhook_attempts_total{outcome="delivered"}';
      const quiet = await scrape(service);
      // One page for each webhook.
      const changed = await makeDump(0, { changed: 0.2 });
      expect(await run('import', changed)).toMatchObject({ code: 0 });
      const delivered = await scrapeUntil(service, deliveries, WEBHOOKS);
      isFailing = true;
      expect(await run('import', await makeDump(0))).toMatchObject({ code: 0 });
      const failing = await scrapeUntil(service, 'registru_webhooks_failing', WEBHOOKS);
      return {
        phases: [
          toQuiet(quiet),
          { scrape: delivered, minutes: QUIET_MINUTES },
          { scrape: failing, minutes: 17 },
        ],
        silentMinutes: 14,
      };
    },
  },

  RegistruMailsWaiting: {
    name: 'the mail server refuses connections',
    async cause() {
      const smtp = await openSmtpServer();
      const proxy = await openTcpProxy(Number(new URL(smtp.url).port));
      const env = { SMTP_URL: `smtp://127.0.0.1:${proxy.port}`, MAIL_FROM: 'a@registru.example' };
      const { service } = await serve({ env, prepare: (dataDir) => addAccounts(dataDir, MAILS) });
      const quiet = await scrape(service);
      await askForLink(service.port, 0);
      await smtp.receive(1);
      const sent = { scrape: await scrape(service), minutes: QUIET_MINUTES };
      await proxy.set('refuse');
      for (let number = 0; number < MAILS; number++) await askForLink(service.port, number);
      const waiting = await scrapeUntil(service, 'registru_mails_waiting', MAILS);
      return {
        phases: [toQuiet(quiet), sent, { scrape: waiting, minutes: 17 }],
        silentMinutes: 14,
      };
    },
  },

  RegistruDiskFull: {
    name: 'the disk is full',
    isPossible: canMount,
    async cause() {
      const folder = mountSmallDisk('64m');
      const { service } = await serve({ folder });
      const quiet = await scrape(service);
      fillDisk(folder);
      const full = { scrape: await scrape(service), minutes: 12 };
      return { phases: [toQuiet(quiet), full], silentMinutes: 9 };
    },
  },

  RegistruBackupOld: {
    name: 'there is no newer backup for two days',
    async cause() {
      const { service, run } = await serve();
      const quiet = await scrape(service);
      const folder = join(makeTestFolder(), 'backup');
      expect(await run('backup', folder)).toMatchObject({ code: 0 });
      return toAged(quiet, await scrape(service), 2 * DAY_MINUTES - 1);
    },
  },
};

/** In the demo, receivers may be on this machine. */
const DEMO = { DEMO: 'on' };

const toQuiet = (scraped: Scrape): Phase => ({ scrape: scraped, minutes: QUIET_MINUTES });

/** Requests go on, first without and then with the fault, at the same rate. */
function toTraffic(quiet: Scrape, served: Scrape, faulty: Phase): Course {
  const before = { scrape: served, minutes: QUIET_MINUTES, repeats: true };
  return { phases: [toQuiet(quiet), before, { ...faulty, repeats: true }] };
}

/** Nothing happens after the last scrape until something is too old, and for an hour more. */
function toAged(quiet: Scrape, last: Scrape, minutesLeft: number): Course {
  const silentMinutes = MARGIN_MINUTES + HOUR_MINUTES;
  const waitedMinutes = minutesLeft - MARGIN_MINUTES;
  const aged = { scrape: last, minutes: silentMinutes + MARGIN_MINUTES, waitedMinutes };
  return { phases: [toQuiet(quiet), aged], silentMinutes };
}

/** A server whose Redis is behind a network, which may be slow without Redis being lost. */
async function serveWithRedis() {
  const redis = await openTestRedis();
  const proxy = await openTcpProxy(redis.port);
  const env = { REDIS_URL: `redis://127.0.0.1:${proxy.port}`, REDIS_TIMEOUT_MS };
  return { ...(await serve({ env })), redis: { ...redis, proxy } };
}

const toEmail = (number: number) => `${number}@test.example`;

async function addAccounts(dataDir: string, count: number): Promise<void> {
  const { accounts, close } = await openTestServices({ dataDir });
  for (let number = 0; number < count; number++) {
    await accounts.create(toEmail(number), { plan: 'business', endsAtMs: null }, ACTOR);
  }
  await close();
}

/** Of an account each, which watches all companies. */
async function addWebhooks(dataDir: string, url: string): Promise<void> {
  await addAccounts(dataDir, WEBHOOKS);
  const services = await openTestServices({ dataDir, env: DEMO });
  const { accounts, store, webhooks, close } = services;
  const add = await store.companies.listIdnos(null, 1_000);
  for (let number = 0; number < WEBHOOKS; number++) {
    const account = await accounts.find(toEmail(number));
    await store.watchLists.change(account.id, { add, remove: [] }, add.length);
    await webhooks.set(account, url, ACTOR);
  }
  await close();
}

async function askForLink(port: number, number: number): Promise<void> {
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    'sec-fetch-site': 'same-origin',
  };
  const body = new URLSearchParams({ email: toEmail(number) }).toString();
  const { status } = await send(port, '/cont/api/sign-in', { method: 'POST', headers, body });
  expect(status).toBe(303);
}

it('each alert has its fault here', () => {
  const alerts = ALERT_RULES.map(({ alert }) => alert);
  expect(Object.keys(FAULTS).toSorted()).toEqual(alerts.toSorted());
});

describe.skipIf(!HAS_PROMTOOL)('an alert fires by its fault, and not before', () => {
  for (const [alert, { name, isPossible = true, alsoFires = [], cause }] of Object.entries(
    FAULTS,
  )) {
    it.skipIf(!isPossible)(`${alert}: ${name}`, async () => {
      const { phases, silentMinutes = 0 } = await cause();
      const fault = phases.at(-1)?.minutes ?? 0;
      const end = phases.reduce((sum, { minutes }) => sum + minutes, -1);
      const all = alert === 'RegistruDiskFull' ? [] : [NOT_DISK];
      const own = [FIRING, `alertname="${alert}"`];
      const differences = findDifferences(phases, [
        { minute: QUIET_MINUTES - 1, matchers: all, alerts: [] },
        { minute: end - fault, matchers: own, alerts: [] },
        { minute: end - fault + silentMinutes, matchers: own, alerts: [] },
        { minute: end, matchers: [FIRING, ...all], alerts: [alert, ...alsoFires] },
      ]);
      expect(differences).toBe('');
    });
  }

  it('RegistruDataOld and RegistruBackupOld: there never was a dump or a backup', async () => {
    const service = await startService({ dataDir: makeTestFolder() });
    const phases = [{ scrape: await scrape(service), minutes: HOUR_MINUTES + 5 }];
    const matchers = [FIRING, NOT_DISK];
    const alerts = ['RegistruBackupOld', 'RegistruDataOld'];
    const differences = findDifferences(phases, [
      { minute: HOUR_MINUTES - 1, matchers, alerts: [] },
      { minute: HOUR_MINUTES + 4, matchers, alerts },
    ]);
    expect(differences).toBe('');
  });
});

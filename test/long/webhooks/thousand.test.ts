import { expect, it, onTestFinished } from 'vitest';
import { WEBHOOK_TIMEOUT_MS } from '../../../src/domain/account/webhook.ts';
import { createQueryReading } from '../../../src/store/open.ts';
import type { Webhook } from '../../../src/store/port/webhooks.ts';
import { MAX_DELIVERIES, startDelivery } from '../../../src/webhooks/delivery.ts';
import { createSendEvent } from '../../../src/webhooks/send-event.ts';
import { COMPANY, toIdno, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { makeRun } from '../../support/imports.ts';
import { ACTOR, openTestServices } from '../../support/services.ts';
import { openTestStore, toTestPlace } from '../../support/stores.ts';
import { openReceiver } from '../../webhooks/receiver.ts';

const ENDPOINTS = 1_000;
/** Every fifth never answers. */
const SILENT = 5;
const COMPANIES = 26_000;
const WATCHED = 150;
/** Half of what the silent ones take, 20 at once. */
const BOUND_MS = ((ENDPOINTS / SILENT) * WEBHOOK_TIMEOUT_MS) / 20 / 2;
const MIB = 2 ** 20;

const serials = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => 1 + ((from + place) % COMPANIES));

it(`of ${ENDPOINTS} endpoints those that never answer do not hold up the others`, async () => {
  const folder = makeTestFolder();
  const store = await openTestStore(folder);
  const clock = { nowMs: () => Date.now(), elapsedMs: () => performance.now() };
  const receiver = await openReceiver((response, { path }) => {
    if (Number(/\d+$/.exec(path)?.[0]) % SILENT !== 0) response.writeHead(204).end();
  });
  const sendEvent = createSendEvent({
    ...clock,
    allowsLocal: true,
    onAttempt: () => {},
  });
  const { accounts, webhooks, close } = await openTestServices({ store, env: { DEMO: 'on' } });
  const ids: string[] = [];
  await store.imports.record(makeRun({ id: 'first', startedAtMs: 1, recordsChanges: true }));
  for (let number = 0; number < ENDPOINTS; number++) {
    const email = `${number}@test.example`;
    const account = await accounts.create(email, { plan: 'business', endsAtMs: null }, ACTOR);
    const add = serials(number * 26, WATCHED).map(toIdno);
    await store.watchLists.change(account.id, { add, remove: [] }, WATCHED);
    await webhooks.set(account, `http://127.0.0.1:${receiver.port}/${number}`, ACTOR);
    ids.push(account.id);
  }
  const importMs = Date.now();
  for (let from = 0; from < COMPANIES; from += 1_000) {
    const changes = serials(from, 1_000).map((serial) => ({
      importMs,
      idno: toIdno(serial),
      revision: 1,
      kind: 'updated' as const,
      fields: ['name' as const],
      cause: 'register' as const,
      dataDate: '2026-09-21',
    }));
    const companies = changes.map(({ idno }) => toStored({ ...COMPANY, idno }));
    await store.companies.write(companies, [], [], changes);
  }
  await store.companies.flush();
  const run = { id: 'second', startedAtMs: importMs, finishedAtMs: importMs + 1 };
  await store.imports.record(makeRun({ ...run, recordsChanges: true }));

  const place = toTestPlace(store, folder);
  const reading = await createQueryReading(place, 'webhooks', () => {});
  const faults: unknown[] = [];
  const beforeRss = process.memoryUsage().rss;
  const startMs = performance.now();
  const delivery = startDelivery({
    store,
    openReads: reading.open,
    readSecrets: webhooks.readSecrets,
    sendEvent,
    notify: () => {},
    nowMs: clock.nowMs,
    readClockMs: async () => null,
    countSlots: () => MAX_DELIVERIES,
    onFault: (error) => faults.push(error),
  });
  onTestFinished(async () => {
    await delivery.close();
    await reading.close();
    await close();
  });

  const answering = ids.filter((_, number) => number % SILENT !== 0);
  let peakRss = 0;
  /** Those that have got everything, and how attempts on the others failed. */
  const look = async () => {
    peakRss = Math.max(peakRss, process.memoryUsage().rss);
    const found: (Webhook | null)[] = [];
    for (let from = 0; from < answering.length; from += 100) {
      const page = answering.slice(from, from + 100);
      found.push(...(await store.accountReads.findWebhooks(page)));
    }
    const isDone = (webhook: Webhook | null) => webhook?.cursor.importMs === importMs;
    const failed = found.flatMap((webhook) => webhook?.attempts.filter(({ fault }) => fault) ?? []);
    return { done: found.filter(isDone).length, failed, faults };
  };
  const all = { done: answering.length, failed: [], faults: [] };
  await expect.poll(look, { interval: 500, timeout: BOUND_MS }).toEqual(all);
  const seconds = ((performance.now() - startMs) / 1_000).toFixed(1);
  const peakMib = ((peakRss - beforeRss) / MIB).toFixed(0);
  console.log(`${answering.length} of ${ENDPOINTS} in ${seconds} s, ${peakMib} MiB more`);
  expect(peakRss - beforeRss).toBeLessThan(200 * MIB);
  // Nothing counts as delivered to the others.
  const silent = await store.accountReads.findWebhooks(
    ids.filter((_, number) => number % SILENT === 0),
  );
  for (const webhook of silent) expect(webhook).toMatchObject({ cursor: { importMs: 1 } });
});

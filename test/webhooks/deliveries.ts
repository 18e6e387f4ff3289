import { expect, onTestFinished } from 'vitest';
import { readChangesCursor } from '../../src/answers/changes.ts';
import type { PublicChange, RecordedChange } from '../../src/store/port/public-changes.ts';
import type { Webhook } from '../../src/store/port/webhooks.ts';
import { type Delivery, MAX_DELIVERIES, startDelivery } from '../../src/webhooks/delivery.ts';
import { createSendEvent } from '../../src/webhooks/send-event.ts';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';
import { COMPANY, toIdno, toStored } from '../support/companies.ts';
import { makeRun } from '../support/imports.ts';
import {
  type Answer,
  accept,
  expectDocumented,
  isSigned,
  openReceiver,
  type ReceivedEvent,
  type Receiver,
} from './receiver.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;

/** The event of changes, as a receiver reads it. */
export interface ChangesEvent {
  type: string;
  timestamp: string;
  data: { changes: { idno: string }[]; next: string };
}

export interface DeliveryOptions {
  /** Companies on the watch list, by serial number. */
  watched?: readonly number[];
  answer?: Answer;
  timeoutMs?: number;
  /** How many servers share the work. */
  servers?: number;
  /** Whether only the sample was imported before the webhook was set. */
  hasOnlySample?: boolean;
}

/** An account with a webhook on a real receiver, behind a first dump; servers deliver when told. */
export async function openDeliveries(options: DeliveryOptions = {}) {
  const { watched = [1, 2, 3], answer = accept, timeoutMs = 2_000, servers = 1 } = options;
  const { hasOnlySample: sample = false } = options;
  const clock = { nowMs: () => opened.clock.nowMs(), elapsedMs: () => performance.now() };
  const outcomes: (string | null)[] = [];
  const sendEvent = createSendEvent({
    ...clock,
    allowsLocal: true,
    timeoutMs,
    onAttempt: (fault) => outcomes.push(fault),
  });
  const opened = await openAccounts('business', sendEvent);
  const { store, webhooks, account, notifications } = opened;
  const receiver = await openReceiver(answer);
  await store.imports.record({ ...toRun(opened.clock.nowMs()), sample });
  const { id } = await account();
  await store.watchLists.change(id, { add: watched.map(toIdno), remove: [] }, 10_000);
  const { secret, webhook } = await webhooks.set(await account(), 'https://a.example/', ACTOR);
  await store.webhooks.replace({ ...webhook, url: receiver.url });
  const faults: unknown[] = [];
  notifications.length = 0;

  /** A server whose own clock is ahead by this much. */
  function openServer(aheadMs = 0): Delivery {
    const delivery = startDelivery({
      store,
      openReads: () => store.changes,
      readSecrets: webhooks.readSecrets,
      sendEvent,
      notify: (notification) => notifications.push(notification),
      nowMs: () => clock.nowMs() + aheadMs,
      readClockMs: async () => clock.nowMs(),
      countSlots: () => MAX_DELIVERIES,
      onFault: (error) => faults.push(error),
    });
    onTestFinished(delivery.close);
    return delivery;
  }

  const deliveries = Array.from({ length: servers }, () => openServer());
  const found = async (): Promise<Webhook> => {
    const stored = await webhooks.find(id);
    if (stored === null) throw new Error('there is no webhook');
    return stored;
  };
  return {
    ...opened,
    id,
    secret: String(secret),
    receiver,
    outcomes,
    faults,
    deliveries,
    openServer,
    found,
    write: async (change: Partial<Webhook>) =>
      store.webhooks.replace({ ...(await found()), ...change }),
    endPlan: () => opened.accounts.cancel(EMAIL, ACTOR),
    /** All servers deliver what is due, until nobody has a lease. */
    async deliver() {
      // A look of the timer may have begun earlier, before what the test has done.
      for (let look = 0; look < 2; look++) {
        await Promise.all(deliveries.map((delivery) => delivery.run()));
      }
      await expect.poll(async () => (await found()).lease, { interval: 5 }).toBeNull();
    },
    /** An import that begins now and changes these companies; the clock goes on. */
    async importChanges(serials: readonly number[], change: Partial<RecordedChange> = {}) {
      opened.clock.advance(1_000);
      const atMs = clock.nowMs();
      const changes = serials.map((serial) => toChange(atMs, serial, change));
      const companies = changes.map(({ idno }) => toStored({ ...COMPANY, idno }));
      await store.companies.write(companies, [], [], changes);
      await store.companies.flush();
      await store.imports.record(toRun(atMs));
      return atMs;
    },
    /** The serial numbers of the changes in each event, whose signatures are right. */
    readEvents: () => readSerials(receiver, String(secret)),
  };
}

function toRun(startedAtMs: number) {
  const finishedAtMs = startedAtMs + 1;
  return makeRun({ id: `run ${startedAtMs}`, startedAtMs, finishedAtMs, recordsChanges: true });
}

function toChange(importMs: number, serial: number, change: Partial<RecordedChange>) {
  const made: PublicChange = {
    idno: toIdno(serial),
    kind: 'updated',
    fields: ['name'],
    cause: 'register',
    dataDate: '2026-09-14',
  };
  return { ...made, importMs, revision: 1, ...change };
}

/** The event of changes, once its signature is found to be right. */
export function readEvent(event: ReceivedEvent, secret: string): ChangesEvent {
  expect(isSigned(event, secret)).toBe(true);
  const parsed: ChangesEvent = JSON.parse(event.body);
  expectDocumented('companies.changed', event);
  expect(readChangesCursor(parsed.data.next)).not.toBeNull();
  return parsed;
}

function readSerials({ events }: Receiver, secret: string): number[][] {
  return events.map((event) =>
    readEvent(event, secret).data.changes.map(({ idno }) => Number(idno.slice(-4))),
  );
}

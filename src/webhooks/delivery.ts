import { hash, randomUUID } from 'node:crypto';
import { toAuditEntry } from '../accounts/actor.ts';
import { type Notify, toWebhookNotification } from '../accounts/mail/notification.ts';
import {
  endPlanPause,
  type SendEvent,
  toUnsentAttempt,
  type Webhooks,
  withAttempt,
} from '../accounts/watching/webhooks.ts';
import { toChangesJson } from '../answers/changes.ts';
import type { Account } from '../domain/account/account.ts';
import { toTierAt } from '../domain/account/plan.ts';
import {
  MAX_EVENT_CHANGES,
  MAX_STORED_CHANGES,
  NOT_FAILING,
  WEBHOOK_STOPS,
} from '../domain/account/webhook.ts';
import { CHANGES_KEPT_MS } from '../domain/company/public-changes.ts';
import { Unavailable } from '../domain/errors.ts';
import { MAX_CLOCK_SKEW_MS } from '../domain/time/clock-skew.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';
import { withTimeLimit } from '../domain/time-limit.ts';
import type { ChangePage, ChangePosition } from '../store/port/public-changes.ts';
import type { OpenChangeReads } from '../store/port/query-reads.ts';
import type { Webhook } from '../store/port/webhooks.ts';
import type { Store } from '../store/store.ts';
import { afterAttempt, afterPage, afterStop, MAX_PAUSE_MS } from './outcome.ts';

const INTERVAL_MS = 1_000;
/** The most webhooks delivered to at once, each of another account; fewer while requests wait. */
export const MAX_DELIVERIES = 20;
/**
 * Further ones whose receivers have not answered after SLOW_AFTER_MS. They only wait, and receivers
 * that never answer would hold up the others for ten seconds each.
 */
const MAX_SLOW_DELIVERIES = 180;
const SLOW_AFTER_MS = 500;
/**
 * For one page: longer than reading it and the attempt may take together. After a crash another
 * server continues once it has ended.
 */
const LEASE_MS = 20_000;
const READ_TIMEOUT_MS = 5_000;
/** The pause of a webhook whose account has no active plan. */
const NO_PLAN_PAUSE_MS = 600_000;
/** The most attempts at a write, which fails if the holder changed the webhook meanwhile. */
const MAX_WRITES = 10;
/** How long attempts may go on when the server stops. */
const CLOSE_WAIT_MS = 1_000;

/** Who stops a webhook, for the audit log. */
const ACTOR = { name: 'webhooks', address: null };

export interface Delivery {
  /** Starts the deliveries that are due, up to MAX_DELIVERIES at once. Rejects with Unavailable. */
  run(): Promise<void>;
  /** How many were due and could not be started at the last poll. */
  countWaiting(): number;
  /** Ends the running deliveries within CLOSE_WAIT_MS; another server continues them. */
  close(): Promise<void>;
}

/** The slot of a running delivery. */
interface Slot {
  /** Whether it is one of MAX_SLOW_DELIVERIES. */
  isSlow: boolean;
}

export interface DeliveryDependencies {
  store: Pick<Store, 'accounts' | 'companies' | 'watchLists' | 'webhooks'>;
  openReads: OpenChangeReads;
  readSecrets: Webhooks['readSecrets'];
  sendEvent: SendEvent;
  notify: Notify;
  nowMs: () => number;
  /** See `Store.readClockMs`. Servers whose own clocks differ then agree when a lease ends. */
  readClockMs: Store['readClockMs'];
  /** How many deliveries may run at once besides slow ones, at most MAX_DELIVERIES. */
  countSlots: () => number;
  /** Called for each poll or delivery that failed; it is repeated. */
  onFault: (error: unknown) => void;
}

/**
 * Delivers changes to webhooks, each page after the one before. A lease in the store decides which
 * of several servers delivers to a webhook. Polls the store every second until it is closed.
 */
export function startDelivery(dependencies: DeliveryDependencies): Delivery {
  const { store, openReads, readSecrets, sendEvent, notify, countSlots, onFault } = dependencies;
  const { accounts, companies, watchLists, webhooks } = store;
  const running = new Map<Promise<void>, Slot>();
  const closing = new AbortController();
  let isClosed = false;
  let polling: Promise<void> | null = null;
  let waiting = 0;
  /** By how much the shared clock was ahead of this server's at the last poll. */
  let aheadMs = 0;
  const nowMs = () => dependencies.nowMs() + aheadMs;

  async function compareClocks(): Promise<void> {
    const askedMs = dependencies.nowMs();
    const sharedMs = await dependencies.readClockMs();
    const answeredMs = dependencies.nowMs();
    aheadMs = sharedMs === null ? 0 : Math.round(sharedMs - (askedMs + answeredMs) / 2);
  }

  /** One poll at a time, so that a failed one is reported once. */
  function runUnlessPolling(): void {
    if (polling === null) run().catch(onFault);
  }

  function run(): Promise<void> {
    polling ??= pollUntilFull().finally(() => {
      polling = null;
    });
    return polling;
  }

  /** Slots that become free during a poll are not given to anyone by it. */
  async function pollUntilFull(): Promise<void> {
    let started: number;
    do started = await poll();
    while (started > 0 && waiting > 0 && countRoom() > 0);
  }

  function countSlow(): number {
    return [...running.values()].filter(({ isSlow }) => isSlow).length;
  }

  function countRoom(): number {
    return Math.max(0, countSlots() - (running.size - countSlow()));
  }

  /** Starts as many as there is room for; returns how many. */
  async function poll(): Promise<number> {
    if (isClosed) return 0;
    await compareClocks();
    const atMs = nowMs();
    const latestMs = atMs + MAX_PAUSE_MS + MAX_CLOCK_SKEW_MS;
    const due = { nowMs: atMs, latestMs, endMs: await companies.findChangesEndMs() };
    const lease = { owner: randomUUID(), untilMs: atMs + LEASE_MS };
    const room = countRoom();
    const claimed = room === 0 ? [] : await webhooks.claimDue({ ...due, ...lease, first: room });
    for (const webhook of claimed) start(webhook);
    // Counted also without room: running deliveries make room for others after each page.
    waiting = await webhooks.countDue(due);
    return claimed.length;
  }

  function start(webhook: Webhook): void {
    const slot: Slot = { isSlow: false };
    const delivery = deliver(webhook, slot)
      .catch(onFault)
      .finally(() => {
        running.delete(delivery);
        startWaiting();
      });
    running.set(delivery, slot);
  }

  function startWaiting(): void {
    if (waiting > 0) runUnlessPolling();
  }

  async function deliver(claimed: Webhook, slot: Slot): Promise<void> {
    let webhook: Webhook | null = claimed;
    while (webhook !== null && webhook.lease !== null) {
      webhook = await deliverNext(webhook, slot);
    }
  }

  /**
   * The webhook after its next page, without a lease if this server does not continue with it; null
   * if it or its account was deleted, or its lease is lost.
   */
  async function deliverNext(webhook: Webhook, slot: Slot): Promise<Webhook | null> {
    const atMs = nowMs();
    const account = await accounts.findById(webhook.accountId);
    if (account === null) {
      // Its deletion has not ended.
      await webhooks.delete(webhook.accountId, webhook.secret.id);
      return null;
    }
    const write = (toNext: (read: Webhook) => Webhook) => writeNext(webhook, account, slot, toNext);
    if (toTierAt(account.subscription, atMs) === null) {
      const nextAttemptMs = atMs + NO_PLAN_PAUSE_MS;
      const paused = await write((read) => ({ ...read, ...NOT_FAILING, nextAttemptMs }));
      // Where a plan has begun since the account was read, there was no pause to end yet.
      const current = await accounts.findById(webhook.accountId);
      const tier = toTierAt(current?.subscription ?? null, atMs);
      if (tier !== null) await endPlanPause(webhooks, webhook.accountId, atMs);
      return paused;
    }
    const { noticeMs, failingSinceMs } = webhook;
    if (noticeMs !== null && noticeMs <= atMs) {
      const noticed = await write((read) => ({ ...read, noticeMs: null }));
      if (noticed !== null) notify(toWebhookNotification(account, noticed, failingSinceMs ?? atMs));
      return noticed;
    }
    const page = await readNextPage(webhook, atMs);
    /** The holder has set it back to another day meanwhile, from which it goes on. */
    const unlessMoved = (toNext: (read: Webhook) => Webhook) =>
      write((read) =>
        isSamePosition(read.cursor, webhook.cursor)
          ? toNext(read)
          : { ...read, nextAttemptMs: nowMs() },
      );
    if (page === null) return await unlessMoved((read) => afterStop(read, 'changes_not_kept'));
    const { length } = page.changes;
    if (length === 0) return await unlessMoved((read) => afterPage(read, page, nowMs()));
    const { retryAfterMs, ...sent } = await sendFrom(slot, webhook, page);
    // Aborted by this server, which says nothing about the receiver.
    if (closing.signal.aborted && sent.fault !== null) return await write((read) => read);
    const firstChanges = page.changes
      .slice(0, MAX_STORED_CHANGES)
      .map(({ idno, kind }) => ({ idno, kind }));
    const attempt = { ...sent, changes: length, firstChanges };
    return await write((read) =>
      // The holder has set another address meanwhile, about which the failure says nothing, or has
      // set it back to another day, from which it goes on.
      (attempt.fault !== null && read.url !== webhook.url) ||
      !isSamePosition(read.cursor, webhook.cursor)
        ? { ...withAttempt(read, attempt), nextAttemptMs: nowMs() }
        : afterAttempt(read, attempt, { ...page, retryAfterMs }, nowMs()),
    );
  }

  /** Gives the slot to another delivery where the receiver is slow, once a slow one is free. */
  async function sendFrom(slot: Slot, ...sent: Parameters<typeof send>): ReturnType<SendEvent> {
    const slow = setInterval(() => {
      if (slot.isSlow || countSlow() >= MAX_SLOW_DELIVERIES) return;
      slot.isSlow = true;
      startWaiting();
    }, SLOW_AFTER_MS);
    try {
      return await send(...sent);
    } finally {
      clearInterval(slow);
    }
  }

  async function send(webhook: Webhook, page: ChangePage): ReturnType<SendEvent> {
    const secrets = readSecrets(webhook);
    if (secrets === null) {
      const { accountId } = webhook;
      onFault(new Error(`APP_SECRET does not decrypt the webhook of ${accountId}: add its secret`));
      return { ...toUnsentAttempt(nowMs()), retryAfterMs: 0 };
    }
    return await sendEvent(
      { ...toEvent(webhook, page), url: webhook.url, secrets },
      closing.signal,
    );
  }

  async function readNextPage(
    { accountId, cursor }: Webhook,
    atMs: number,
  ): Promise<ChangePage | null> {
    // Before the first dump nothing is a change, and a position from then is not known after it.
    if (cursor.importMs === 0 && (await companies.findChangesEndMs()) === 0) {
      return { changes: [], start: cursor, next: cursor, more: false };
    }
    const watched = await watchLists.find(accountId);
    // A webhook that was set before the first dump begins after that dump.
    const start = cursor.importMs === 0 ? { from: '' } : cursor;
    const keptFromMs = atMs - CHANGES_KEPT_MS;
    return await withTimeLimit(
      READ_TIMEOUT_MS,
      (signal) =>
        openReads(signal).readChanges({ start, first: MAX_EVENT_CHANGES, keptFromMs, watched }),
      () => new Unavailable(`a page of changes took over ${READ_TIMEOUT_MS} ms`),
    );
  }

  /**
   * Repeats the write on top of changes by the holder. Null if the lease is lost: the server that
   * holds it now continues.
   */
  async function writeNext(
    claimed: Webhook,
    account: Account,
    slot: Slot,
    toNext: (read: Webhook) => Webhook,
  ): Promise<Webhook | null> {
    let read: Webhook | null = claimed;
    for (let write = 0; write < MAX_WRITES && read !== null; write++) {
      const owner = read.lease?.owner;
      if (owner === undefined || owner !== claimed.lease?.owner) return null;
      const atMs = nowMs();
      const next = toNext(read);
      const isDue = next.state === 'working' && (next.nextAttemptMs ?? atMs + 1) <= atMs;
      // Where others wait, the next page waits after them, so that a slow receiver of many pages
      // does not delay the others. A slow slot is for one page: it is not paced.
      const continues = isDue && waiting === 0 && !isClosed && !slot.isSlow;
      const lease = continues ? { owner, untilMs: atMs + LEASE_MS } : null;
      const stop = read.stop === null ? next.stop : null;
      const detail = stop && WEBHOOK_STOPS[stop];
      const entry = toAuditEntry(ACTOR, account, { action: 'webhook_stopped', detail }, atMs);
      // What a power cut undoes is delivered again. What the holder is told by a mail stays.
      const isDurable = stop !== null || next.noticeMs !== read.noticeMs;
      const entries = stop === null ? [] : [entry];
      const written = await webhooks.replace({ ...next, lease }, entries, { isDurable });
      if (written !== null) {
        if (stop !== null) notify(toWebhookNotification(account, written, atMs));
        return written;
      }
      read = await webhooks.find(claimed.accountId);
    }
    return null;
  }

  const timer = setInterval(runUnlessPolling, INTERVAL_MS).unref();
  return {
    run,
    countWaiting: () => waiting,
    async close() {
      isClosed = true;
      clearInterval(timer);
      const cut = setTimeout(() => closing.abort(), CLOSE_WAIT_MS);
      await polling?.catch(() => {});
      await Promise.all(running.keys());
      clearTimeout(cut);
    },
  };
}

function isSamePosition(one: ChangePosition, other: ChangePosition): boolean {
  return one.importMs === other.importMs && one.idno === other.idno;
}

/**
 * The event of a page. The id depends on the content, because receivers ignore an id that they
 * know: the page may change with the watch list or with another import.
 */
function toEvent({ accountId, cursor }: Webhook, page: ChangePage): { id: string; body: string } {
  const body = JSON.stringify({
    type: 'companies.changed',
    // The same in each repetition: when the last import began whose changes the page contains.
    timestamp: toTimestamp(page.next.importMs),
    data: toChangesJson(page),
  });
  return { id: `msg_${hash('sha256', JSON.stringify([accountId, cursor, body]))}`, body };
}

import { describe, expect, it } from 'vitest';
import { MAX_EVENT_CHANGES } from '../../src/domain/account/webhook.ts';
import { ACTOR, EMAIL } from '../support/accounts.ts';
import { HOUR_MS, MINUTE_MS, openDeliveries, readEvent } from './deliveries.ts';
import { type Answer, openReceiver } from './receiver.ts';

const fail: Answer = (response) => response.writeHead(500).end();
const list = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, place) => from + place);

describe('after an import', () => {
  it('the changes of watched companies are posted, as the feed answers them', async () => {
    const { importChanges, deliver, receiver, secret, found } = await openDeliveries();
    const importMs = await importChanges([1, 2, 9]);
    await deliver();
    const [event, ...others] = receiver.events;
    if (event === undefined) throw new Error('nothing was received');
    expect(others).toEqual([]);
    const { data, ...rest } = readEvent(event, secret);
    expect(rest).toEqual({
      type: 'companies.changed',
      timestamp: new Date(importMs).toISOString(),
    });
    expect(data.changes).toEqual(
      ['1000000000001', '1000000000002'].map((idno) => ({
        idno,
        kind: 'updated',
        fields: ['name'],
        cause: 'register',
        data_date: '2026-09-14',
      })),
    );
    expect(await found()).toMatchObject({
      cursor: { importMs, idno: null },
      nextAttemptMs: null,
      attempts: [{ status: 204, fault: null, changes: 2 }],
    });
  });

  it('nothing is sent twice, and nothing where nothing watched has changed', async () => {
    const { importChanges, deliver, readEvents, found, receiver } = await openDeliveries();
    await deliver();
    await importChanges([1]);
    await deliver();
    await deliver();
    const importMs = await importChanges([8, 9]);
    await deliver();
    expect(readEvents()).toEqual([[1]]);
    expect(receiver.countConnections()).toBe(1);
    expect((await found()).cursor).toEqual({ importMs, idno: null });
  });

  it('of an empty watch list nothing is sent', async () => {
    const { importChanges, deliver, receiver, found } = await openDeliveries({ watched: [] });
    const importMs = await importChanges([1]);
    await deliver();
    expect(receiver.countConnections()).toBe(0);
    expect((await found()).cursor).toEqual({ importMs, idno: null });
  });

  it(`pages of ${MAX_EVENT_CHANGES} follow each other in order, without waiting`, async () => {
    const watched = list(1, 250);
    const { importChanges, deliver, readEvents, receiver } = await openDeliveries({ watched });
    await importChanges(list(1, 300));
    await importChanges([5]);
    await deliver();
    expect(readEvents()).toEqual([list(1, 100), list(101, 200), [...list(201, 250), 5]]);
    expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(3);
  });

  it('a webhook from before the first dump begins behind it', async () => {
    const { importChanges, write, deliver, readEvents } = await openDeliveries();
    await write({ cursor: { importMs: 0, idno: null } });
    await importChanges([1]);
    await importChanges([2]);
    await deliver();
    expect(readEvents()).toEqual([[1, 2]]);
  });

  it('a webhook that was resumed before the first dump begins behind it too', async () => {
    const { importChanges, deliver, webhooks, account, readEvents, found } = await openDeliveries({
      hasOnlySample: true,
    });
    await webhooks.pause(await account(), ACTOR);
    await webhooks.resume(await account(), ACTOR);
    await deliver();
    expect(await found()).toMatchObject({ cursor: { importMs: 0 }, nextAttemptMs: null });
    await importChanges([]);
    await deliver();
    await importChanges([2]);
    await deliver();
    expect(readEvents()).toEqual([[2]]);
    expect(await found()).toMatchObject({ state: 'working', stop: null });
  });

  it.each([1, 2])('all secrets sign after rotations: %d', async (rotations) => {
    const { importChanges, deliver, webhooks, account, found, receiver, ...opened } =
      await openDeliveries();
    const secrets = [opened.secret];
    for (let count = 0; count < rotations; count++) {
      const { secret } = await webhooks.rotate(await account(), (await found()).secret.id, ACTOR);
      secrets.push(String(secret));
    }
    await importChanges([1]);
    await deliver();
    const [event] = receiver.events;
    if (event === undefined) throw new Error('nothing was received');
    for (const secret of secrets) readEvent(event, secret);
  });
});

describe('a failed attempt', () => {
  it('is repeated with the same id and body after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 10 h', async () => {
    const { importChanges, deliver, receiver, clock, found } = await openDeliveries({
      answer: fail,
    });
    await importChanges([1]);
    const pauses = [
      5_000,
      5 * MINUTE_MS,
      30 * MINUTE_MS,
      ...[2, 5, 10, 10, 10].map((h) => h * HOUR_MS),
    ];
    await deliver();
    for (const [place, pauseMs] of pauses.entries()) {
      const { nextAttemptMs, failures } = await found();
      expect([failures, (nextAttemptMs ?? 0) - clock.nowMs()]).toEqual([place + 1, pauseMs]);
      clock.advance(pauseMs - 1);
      await deliver();
      expect(receiver.events).toHaveLength(place + 1);
      clock.advance(1);
      await deliver();
      expect(receiver.events).toHaveLength(place + 2);
    }
    const [first] = receiver.events;
    for (const { id, body } of receiver.events)
      expect({ id, body }).toEqual({ id: first?.id, body: first?.body });
  });

  it('that is followed by a delivery ends the failing, and no change is lost', async () => {
    let isFailing = true;
    const answer: Answer = (response) => response.writeHead(isFailing ? 503 : 200).end();
    const { importChanges, deliver, clock, found, readEvents } = await openDeliveries({ answer });
    await importChanges([1]);
    await deliver();
    await importChanges([2, 3]);
    isFailing = false;
    clock.advance(5_000);
    await deliver();
    expect(readEvents()).toEqual([[1], [1, 2, 3]]);
    const { failures, failingSinceMs, noticeMs, nextAttemptMs } = await found();
    expect([failures, failingSinceMs, noticeMs, nextAttemptMs]).toEqual([0, null, null, null]);
  });

  it('with other content is repeated with another id, which receivers must not ignore', async () => {
    const { importChanges, deliver, clock, receiver } = await openDeliveries({ answer: fail });
    await importChanges([1]);
    await deliver();
    await importChanges([2]);
    clock.advance(5_000);
    await deliver();
    expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(2);
  });

  it('is repeated no earlier than its Retry-After says, and no earlier than usual', async () => {
    let retryAfter = '3600';
    const answer: Answer = (response) =>
      response.writeHead(503, { 'retry-after': retryAfter }).end();
    const { importChanges, deliver, clock, found, receiver } = await openDeliveries({ answer });
    await importChanges([1]);
    await deliver();
    expect((await found()).nextAttemptMs).toBe(clock.nowMs() + HOUR_MS);
    clock.advance(HOUR_MS - 1);
    await deliver();
    expect(receiver.events).toHaveLength(1);
    retryAfter = '1';
    clock.advance(1);
    await deliver();
    expect(receiver.events).toHaveLength(2);
    const { nextAttemptMs, attempts } = await found();
    expect(nextAttemptMs).toBe(clock.nowMs() + 5 * MINUTE_MS);
    expect(attempts[0]).not.toHaveProperty('retryAfterMs');
  });

  it('that was asked for does not restart the pauses', async () => {
    const { importChanges, deliver, clock, found, webhooks, account, receiver } =
      await openDeliveries({ answer: fail });
    await importChanges([1]);
    await deliver();
    clock.advance(5_000);
    await deliver();
    await webhooks.resume(await account(), ACTOR);
    await deliver();
    const { nextAttemptMs, failingSinceMs } = await found();
    expect(nextAttemptMs).toBe(clock.nowMs() + 30 * MINUTE_MS);
    expect(failingSinceMs).toBe(clock.nowMs());
    expect(receiver.events).toHaveLength(3);
  });

  it('with 410 stops the webhook at once, with a mail', async () => {
    const { importChanges, deliver, found, notifications, readAudit } = await openWithAudit({
      answer: (response) => response.writeHead(410).end(),
    });
    await importChanges([1]);
    await deliver();
    expect(await found()).toMatchObject({ state: 'stopped', stop: 'gone', nextAttemptMs: null });
    const mail = { kind: 'webhook_stopped', stop: 'gone', to: EMAIL, language: 'ro' };
    await expect.poll(() => notifications).toEqual([expect.objectContaining(mail)]);
    expect(await readAudit()).toContainEqual(['webhooks', 'webhook_stopped']);
    await importChanges([2]);
    await deliver();
    expect((await found()).attempts).toHaveLength(1);
  });

  it('is told to the holder once, when attempts have failed for an hour', async () => {
    const { importChanges, deliver, clock, found, notifications, receiver } = await openDeliveries({
      answer: fail,
    });
    await importChanges([1]);
    await deliver();
    const { failingSinceMs } = await found();
    for (const pauseMs of [5_000, 5 * MINUTE_MS, 30 * MINUTE_MS]) {
      clock.advance(pauseMs);
      await deliver();
    }
    const sent = receiver.events.length;
    clock.advance((failingSinceMs ?? 0) + HOUR_MS - 1 - clock.nowMs());
    await deliver();
    expect(notifications).toEqual([]);
    clock.advance(1);
    await deliver();
    await deliver();
    await expect
      .poll(() => notifications)
      .toEqual([
        {
          kind: 'webhook_failing',
          to: EMAIL,
          language: 'ro',
          host: `127.0.0.1:${receiver.port}`,
          atMs: failingSinceMs,
          stop: null,
        },
      ]);
    // The mail is no attempt, and the next attempt keeps its time.
    expect(receiver.events).toHaveLength(sent);
    clock.advance(2 * HOUR_MS);
    await deliver();
    expect([receiver.events.length, notifications.length]).toEqual([sent + 1, 1]);
  });

  it('is on the disk before the holder is told; other progress does not wait for it', async () => {
    let status = 204;
    const { importChanges, deliver, clock, store } = await openDeliveries({
      answer: (response) => response.writeHead(status).end(),
    });
    const { replace } = store.webhooks;
    const written: (boolean | undefined)[] = [];
    store.webhooks.replace = (webhook, entries, options) => {
      written.push(options?.isDurable);
      return replace(webhook, entries, options);
    };
    const deliverWith = async (next: number) => {
      status = next;
      written.length = 0;
      await deliver();
      return new Set(written);
    };
    await importChanges([1]);
    expect(await deliverWith(204)).toEqual(new Set([false]));
    await importChanges([2]);
    expect(await deliverWith(500)).toEqual(new Set([true]));
    clock.advance(5_000);
    expect(await deliverWith(500)).toEqual(new Set([false]));
    clock.advance(HOUR_MS);
    expect(await deliverWith(500)).toEqual(new Set([true, false]));
    clock.advance(HOUR_MS);
    expect(await deliverWith(410)).toEqual(new Set([true]));
  });

  it('after three days of failing stops the webhook with a mail; resuming goes on', async () => {
    let isFailing = true;
    const answer: Answer = (response) => response.writeHead(isFailing ? 500 : 200).end();
    const { importChanges, deliver, clock, found, notifications, webhooks, account, ...opened } =
      await openDeliveries({ answer });
    await importChanges([1]);
    const sinceMs = clock.nowMs();
    for (let look = 0; (await found()).state === 'working' && look < 20; look++) {
      await deliver();
      const { nextAttemptMs } = await found();
      if (nextAttemptMs !== null) clock.advance(nextAttemptMs - clock.nowMs());
    }
    expect(clock.nowMs() - sinceMs).toBe(72 * HOUR_MS);
    expect(await found()).toMatchObject({ state: 'stopped', stop: 'failing' });
    await expect
      .poll(() => notifications.map(({ kind }) => kind))
      .toEqual(['webhook_failing', 'webhook_stopped']);
    isFailing = false;
    await importChanges([2]);
    await webhooks.resume(await account(), ACTOR);
    await deliver();
    expect(opened.readEvents().at(-1)).toEqual([1, 2]);
    expect(await found()).toMatchObject({ state: 'working', failures: 0 });
  });

  it('does not stop the webhook after days in which nothing was tried', async () => {
    const { importChanges, deliver, clock, found } = await openDeliveries({ answer: fail });
    await importChanges([1]);
    await deliver();
    clock.advance(100 * HOUR_MS);
    await deliver();
    expect(await found()).toMatchObject({
      state: 'working',
      failures: 2,
      nextAttemptMs: clock.nowMs() + 5 * MINUTE_MS,
    });
  });

  it('of each kind is listed with its reason, the last twenty', async () => {
    let status = 500;
    const answer: Answer = (response) => {
      if (status === 0) response.destroy();
      else if (status > 0) response.writeHead(status, { location: 'https://b.example/' }).end();
    };
    const { importChanges, deliver, found, webhooks, account, clock } = await openDeliveries({
      answer,
      timeoutMs: 200,
    });
    await importChanges([1]);
    for (let time = 0; time < 19; time++) {
      clock.advance(HOUR_MS);
      await webhooks.resume(await account(), ACTOR);
      await deliver();
    }
    for (const next of [302, 0, -1]) {
      status = next;
      await webhooks.resume(await account(), ACTOR);
      await deliver();
    }
    const { attempts } = await found();
    expect(attempts).toHaveLength(20);
    expect(attempts.slice(-4).map(({ fault }) => fault)).toEqual([
      'status',
      'redirect',
      'not_connected',
      'timeout',
    ]);
  });
});

describe('sent again from a day', () => {
  it('is what has changed with the dumps since, with the same ids', async () => {
    const { importChanges, deliver, webhooks, account, readEvents, receiver, found } =
      await openDeliveries();
    await importChanges([1]);
    await importChanges([2], { dataDate: '2026-09-21' });
    await deliver();
    expect(readEvents()).toEqual([[1, 2]]);
    await webhooks.resend(await account(), '2000-01-01', ACTOR);
    await deliver();
    expect(readEvents()).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(receiver.events[1]?.id).toBe(receiver.events[0]?.id);
    const { attempts } = await found();
    expect(attempts).toMatchObject([
      { changes: 2, eventId: receiver.events[0]?.id },
      {
        changes: 2,
        bodyBytes: Buffer.byteLength(receiver.events[0]?.body ?? ''),
        firstChanges: [
          { idno: '1000000000001', kind: 'updated' },
          { idno: '1000000000002', kind: 'updated' },
        ],
        answer: '',
      },
    ]);
    // A later day skips nothing that has not been delivered.
    await webhooks.pause(await account(), ACTOR);
    await importChanges([3]);
    await webhooks.resend(await account(), '2099-01-01', ACTOR);
    await deliver();
    expect(readEvents().at(-1)).toEqual([3]);
  });

  it('needs changes that are kept, and a day', async () => {
    const { importChanges, deliver, clock, webhooks, account, found } = await openDeliveries();
    await importChanges([1]);
    clock.advance(398 * 24 * HOUR_MS);
    await importChanges([2]);
    await deliver();
    const stopped = await found();
    expect(stopped).toMatchObject({ stop: 'changes_not_kept' });
    for (const [from, code] of [
      ['2000-01-01', 'CHANGES_NOT_KEPT'],
      ['2026-02-30', 'INVALID_DATE'],
      ['yesterday', 'INVALID_DATE'],
      ['', 'INVALID_DATE'],
    ] as const) {
      await expect(webhooks.resend(await account(), from, ACTOR)).rejects.toMatchObject({ code });
    }
    expect(await found()).toEqual(stopped);
  });
});

describe('nothing is sent', () => {
  it('while it is paused; resuming goes on from there', async () => {
    const { importChanges, deliver, webhooks, account, readEvents } = await openDeliveries();
    await webhooks.pause(await account(), ACTOR);
    await importChanges([1]);
    await deliver();
    expect(readEvents()).toEqual([]);
    await importChanges([2]);
    await webhooks.resume(await account(), ACTOR);
    await deliver();
    expect(readEvents()).toEqual([[1, 2]]);
  });

  it('without an active plan, at which it looks every ten minutes', async () => {
    const { importChanges, deliver, endPlan, accounts, clock, readEvents, found } =
      await openDeliveries();
    await endPlan();
    await importChanges([1]);
    await deliver();
    const { revision, nextAttemptMs } = await found();
    expect(nextAttemptMs).toBe(clock.nowMs() + 10 * MINUTE_MS);
    await deliver();
    clock.advance(10 * MINUTE_MS - 1);
    await deliver();
    expect((await found()).revision).toBe(revision);
    clock.advance(1);
    await deliver();
    expect((await found()).nextAttemptMs).toBe(clock.nowMs() + 10 * MINUTE_MS);
    expect(readEvents()).toEqual([]);
    // Not after ten more.
    await accounts.setPlan(EMAIL, { plan: 'agency' }, ACTOR);
    await deliver();
    expect(readEvents()).toEqual([[1]]);
  });

  it('without an active plan, also where one begins while that is found out', async () => {
    const { importChanges, deliver, endPlan, accounts, store, readEvents } = await openDeliveries();
    await endPlan();
    await importChanges([1]);
    const { replace } = store.webhooks;
    let isBegun = false;
    // After the account was read, and before the pause is written.
    store.webhooks.replace = async (...written) => {
      if (!isBegun) {
        isBegun = true;
        await accounts.setPlan(EMAIL, { plan: 'agency' }, ACTOR);
      }
      return await replace(...written);
    };
    await deliver();
    await deliver();
    expect(readEvents()).toEqual([[1]]);
  });

  it('without an active plan, until an event of the seller gives one', async () => {
    const { importChanges, deliver, endPlan, applySubscriptionEvent, clock, readEvents } =
      await openDeliveries();
    await endPlan();
    await importChanges([1]);
    await deliver();
    clock.advance(1);
    const event = { id: 'a', atMs: clock.nowMs(), type: 'activated', email: EMAIL } as const;
    await applySubscriptionEvent({ ...event, plan: 'business' }, ACTOR);
    await deliver();
    expect(readEvents()).toEqual([[1]]);
  });

  it('again after a resumption so late that the changes are no longer kept', async () => {
    const { importChanges, deliver, clock, found, notifications, webhooks, account, ...opened } =
      await openDeliveries();
    await webhooks.pause(await account(), ACTOR);
    await importChanges([1]);
    clock.advance(398 * 24 * HOUR_MS);
    const importMs = await importChanges([2]);
    expect(await webhooks.resume(await account(), ACTOR)).toMatchObject({
      skipsChanges: true,
      webhook: { state: 'working', cursor: { importMs, idno: null } },
    });
    await deliver();
    await importChanges([3]);
    await deliver();
    expect(opened.readEvents()).toEqual([[3]]);
    expect(await found()).toMatchObject({ state: 'working', stop: null });
    expect(notifications).toEqual([]);
  });

  it('once the changes are no longer kept; the holder is told and may start again', async () => {
    const { importChanges, deliver, clock, found, notifications, webhooks, account, ...opened } =
      await openDeliveries();
    await importChanges([1]);
    clock.advance(398 * 24 * HOUR_MS);
    await importChanges([2]);
    await deliver();
    expect(opened.readEvents()).toEqual([]);
    expect(await found()).toMatchObject({ state: 'stopped', stop: 'changes_not_kept' });
    const mail = { kind: 'webhook_stopped', stop: 'changes_not_kept' };
    await expect.poll(() => notifications).toMatchObject([mail]);
    expect(await webhooks.resume(await account(), ACTOR)).toMatchObject({ skipsChanges: true });
    await importChanges([3]);
    await deliver();
    expect(opened.readEvents()).toEqual([[3]]);
  });

  it('with a secret that cannot be decrypted, until there is another', async () => {
    const { importChanges, deliver, found, write, webhooks, account, receiver, faults } =
      await openDeliveries();
    const { secret } = await found();
    await write({ secret: { ...secret, encrypted: 'AAAA' } });
    await importChanges([1]);
    await deliver();
    expect(await found()).toMatchObject({ state: 'working', failures: 1 });
    expect(receiver.events).toEqual([]);
    expect(faults).toMatchObject([{ message: expect.stringContaining('APP_SECRET does not') }]);
    expect(await webhooks.test(await account(), ACTOR)).toMatchObject({
      attempt: { fault: 'secret_unreadable', status: null },
    });
    const { secret: next } = await webhooks.rotate(await account(), secret.id, ACTOR);
    await webhooks.resume(await account(), ACTOR);
    await deliver();
    const [event] = receiver.events;
    if (event === undefined) throw new Error('nothing was received');
    readEvent(event, String(next));
  });
});

describe('changes by the holder during an attempt', () => {
  /** The receiver answers once `act` has changed the webhook. */
  async function deliverDuring(
    act: (opened: Awaited<ReturnType<typeof openDeliveries>>) => Promise<unknown>,
    status = 200,
  ) {
    const acted = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const opened = await openDeliveries({
      answer: async (response) => {
        begun.resolve();
        await acted.promise;
        response.writeHead(status).end();
      },
      watched: list(1, 150),
    });
    const importMs = await opened.importChanges(list(1, 150));
    await Promise.all(opened.deliveries.map((delivery) => delivery.run()));
    await begun.promise;
    await act(opened);
    acted.resolve();
    return { ...opened, importMs };
  }

  it('a pause keeps what was delivered and sends no more', async () => {
    const { deliver, found, readEvents } = await deliverDuring(async ({ webhooks, account }) =>
      webhooks.pause(await account(), ACTOR),
    );
    await deliver();
    expect(readEvents()).toEqual([list(1, 100)]);
    expect(await found()).toMatchObject({ state: 'paused', cursor: { idno: '1000000000100' } });
  });

  it.each([200, 410, 500])('set back to a day it goes on from there: %i', async (status) => {
    const [begun, acted] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let isHeld = false;
    const { importChanges, deliver, deliveries, webhooks, account, found, readEvents } =
      await openDeliveries({
        answer: async (response) => {
          if (!isHeld) return void response.writeHead(200).end();
          isHeld = false;
          begun.resolve();
          await acted.promise;
          response.writeHead(status).end();
        },
      });
    await importChanges([1]);
    await deliver();
    isHeld = true;
    await importChanges([2]);
    await Promise.all(deliveries.map((delivery) => delivery.run()));
    await begun.promise;
    await webhooks.resend(await account(), '2000-01-01', ACTOR);
    acted.resolve();
    await deliver();
    expect(readEvents()).toEqual([[1], [2], [1, 2]]);
    expect((await found()).attempts.map((attempt) => attempt.status)).toEqual([200, status, 200]);
  });

  it('a failed attempt does not stop what is paused', async () => {
    const { deliver, found } = await deliverDuring(
      async ({ webhooks, account }) => webhooks.pause(await account(), ACTOR),
      410,
    );
    await deliver();
    expect(await found()).toMatchObject({ state: 'paused', stop: null, cursor: { idno: null } });
  });

  it('a rotation and another address lose nothing', async () => {
    const other = await openReceiver();
    const { deliver, found, readEvents, importMs } = await deliverDuring(
      async ({ webhooks, account, found, write }) => {
        await webhooks.rotate(await account(), (await found()).secret.id, ACTOR);
        await write({ url: other.url });
      },
    );
    await deliver();
    expect(readEvents()).toEqual([list(1, 100)]);
    expect(other.events).toHaveLength(1);
    expect(await found()).toMatchObject({
      cursor: { importMs, idno: null },
      attempts: [{ changes: 100 }, { changes: 50 }],
    });
  });

  it.each([500, 410])(
    'a failure of the old address, %i, tells nothing of the new one',
    async (status) => {
      const other = await openReceiver();
      const { deliver, found, importMs } = await deliverDuring(
        async ({ write }) => write({ url: other.url }),
        status,
      );
      await deliver();
      expect(other.events).toHaveLength(2);
      expect(await found()).toMatchObject({
        state: 'working',
        cursor: { importMs, idno: null },
        attempts: [{ status }, { status: 204 }, { status: 204 }],
      });
    },
  );

  it('a removed webhook gets nothing more', async () => {
    const opened = await deliverDuring(async ({ webhooks, account, found }) =>
      webhooks.remove(await account(), (await found()).secret.id, ACTOR),
    );
    const { webhooks, id, deliveries, readEvents, faults } = opened;
    await Promise.all(deliveries.map((delivery) => delivery.close()));
    expect(await webhooks.find(id)).toBeNull();
    expect([readEvents().length, faults]).toEqual([1, []]);
  });
});

describe('several servers', () => {
  it('deliver each page once', async () => {
    const { importChanges, deliver, readEvents } = await openDeliveries({
      servers: 4,
      watched: list(1, 300),
    });
    await importChanges(list(1, 300));
    await deliver();
    await importChanges([7]);
    await deliver();
    expect(readEvents()).toEqual([list(1, 100), list(101, 200), list(201, 300), [7]]);
  });

  it('go on when one of them closes during an attempt', async () => {
    let isHanging = true;
    const answer: Answer = (response) => {
      if (!isHanging) response.writeHead(200).end();
    };
    const { importChanges, deliveries, openServer, found, receiver, readEvents, faults } =
      await openDeliveries({ answer, timeoutMs: 10_000 });
    await importChanges([1]);
    await deliveries[0]?.run();
    await expect.poll(() => receiver.events.length, { interval: 5 }).toBe(1);
    const startMs = performance.now();
    await deliveries[0]?.close();
    expect(performance.now() - startMs).toBeLessThan(2_400);
    expect(await found()).toMatchObject({ lease: null, failures: 0, attempts: [] });
    isHanging = false;
    await openServer().run();
    await expect.poll(async () => (await found()).attempts.length, { interval: 5 }).toBe(1);
    expect(readEvents()).toEqual([[1], [1]]);
    expect(new Set(receiver.events.map(({ id }) => id)).size).toBe(1);
    expect(faults).toEqual([]);
  });

  it('go on when one of them has vanished, once its lease has ended', async () => {
    const { importChanges, deliver, write, clock, readEvents, deliveries } = await openDeliveries();
    await importChanges([1]);
    const untilMs = clock.nowMs() + 20_000;
    await write({ lease: { owner: 'vanished', untilMs } });
    for (const delivery of deliveries) await delivery.run();
    expect(readEvents()).toEqual([]);
    clock.advance(20_000);
    await deliver();
    expect(readEvents()).toEqual([[1]]);
  });

  it('leave alone what one of them may still deliver, with clocks four seconds apart', async () => {
    const acted = Promise.withResolvers<void>();
    const answer: Answer = async (response) => {
      await acted.promise;
      response.writeHead(200).end();
    };
    const { importChanges, deliveries, clock, found, receiver, readEvents } = await openDeliveries({
      answer,
      servers: 2,
    });
    await importChanges([1]);
    await deliveries[0]?.run();
    await expect.poll(() => receiver.events.length, { interval: 5 }).toBe(1);
    // The page was read and the attempt was made, both just within their limits.
    clock.advance(5_000 + 10_000 + 4_000);
    await deliveries[1]?.run();
    acted.resolve();
    await Promise.all(deliveries.map((delivery) => delivery.close()));
    expect(readEvents()).toEqual([[1]]);
    expect(await found()).toMatchObject({ lease: null, attempts: [{ fault: null }] });
  });

  it('deliver each page once, with clocks 90 seconds apart', async () => {
    const acted = Promise.withResolvers<void>();
    const answer: Answer = async (response) => {
      await acted.promise;
      response.writeHead(200).end();
    };
    const { importChanges, deliveries, openServer, found, receiver, readEvents, clock } =
      await openDeliveries({ answer });
    const others = [openServer(90_000), openServer(-90_000)];
    await importChanges([1]);
    await deliveries[0]?.run();
    await expect.poll(() => receiver.events.length, { interval: 5 }).toBe(1);
    for (const other of others) await other.run();
    acted.resolve();
    await Promise.all([...deliveries, ...others].map((delivery) => delivery.close()));
    expect(readEvents()).toEqual([[1]]);
    await importChanges([2]);
    const last = openServer(-90_000);
    await last.run();
    await expect.poll(async () => (await found()).attempts.length, { interval: 5 }).toBe(2);
    await last.close();
    expect(readEvents()).toEqual([[1], [2]]);
    expect((await found()).nextAttemptMs ?? 0).toBeLessThanOrEqual(clock.nowMs());
  });

  it('continue with a slow receiver like with any that is due', async () => {
    const { importChanges, deliveries, found, receiver } = await openDeliveries({
      // Its slot is then one of the slow, which are not paced.
      answer: (response) => setTimeout(() => response.writeHead(200).end(), 600),
      watched: list(1, 200),
    });
    await importChanges(list(1, 200));
    const owners: unknown[] = [];
    for (let events = 1; events <= 2; events++) {
      const count = async () => {
        await deliveries[0]?.run();
        return receiver.events.length;
      };
      await expect.poll(count, { interval: 5 }).toBe(events);
      owners.push((await found()).lease?.owner);
    }
    expect(owners[1]).not.toBe(owners[0]);
  });

  it('one whose lease was taken over leaves the webhook alone', async () => {
    const acted = Promise.withResolvers<void>();
    const { importChanges, deliveries, write, found, receiver } = await openDeliveries({
      answer: async (response) => {
        await acted.promise;
        response.writeHead(200).end();
      },
    });
    await importChanges([1]);
    await deliveries[0]?.run();
    await expect.poll(() => receiver.events.length, { interval: 5 }).toBe(1);
    const lease = { owner: 'other', untilMs: 9e15 };
    const taken = await write({ lease });
    acted.resolve();
    await deliveries[0]?.close();
    expect(await found()).toEqual(taken);
  });
});

/** With the audit entries of the webhook by actor and action. */
async function openWithAudit(options: Parameters<typeof openDeliveries>[0]) {
  const opened = await openDeliveries(options);
  return {
    ...opened,
    readAudit: async () =>
      (await opened.store.audit.listByAccount(opened.id, 9)).map(({ actor, action }) => [
        actor,
        action,
      ]),
  };
}

import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { Notification } from '../../../src/accounts/mail/notification.ts';
import { createMailOutbox, RefusedMail } from '../../../src/accounts/mail/outbox.ts';
import { createClock } from '../../support/clock.ts';

const NOTICE: Notification = {
  kind: 'key_revoked',
  origin: null,
  to: 'a@b.md',
  language: 'ro',
  keyStart: 'reg_abcd',
  isWaiting: false,
  atMs: 1,
};

/** An outbox in which the first attempts of each mail fail. */
function openOutbox(failures: number, pausesMs: readonly number[] = [1, 2, 3]) {
  const clock = createClock();
  const faults: string[] = [];
  const attempts: Notification[] = [];
  const outbox = createMailOutbox({
    async send({ notification }) {
      attempts.push(notification);
      const made = attempts.filter(({ to }) => to === notification.to).length;
      if (made <= failures) throw new Error('the server is away');
    },
    nowMs: clock.nowMs,
    onFault: (error) => faults.push(String(error)),
    pausesMs,
  });
  return { clock, faults, attempts, outbox };
}

it('sends after the one who puts it in has gone on', async () => {
  const { outbox, attempts } = openOutbox(0);
  outbox.notify(NOTICE);
  await Promise.resolve();
  expect(attempts).toEqual([]);
  await outbox.close(1_000);
  expect(attempts).toEqual([NOTICE]);
});

it('tries again after each pause until it is taken', async () => {
  const { outbox, attempts, faults } = openOutbox(3);
  outbox.notify(NOTICE);
  await outbox.close(5_000);
  expect(attempts).toHaveLength(4);
  expect(faults).toEqual(Array(3).fill('Error: the server is away'));
});

it('gives up after the last pause, and says so', async () => {
  const { outbox, attempts, faults } = openOutbox(99);
  outbox.notify(NOTICE);
  await outbox.close(5_000);
  expect(attempts).toHaveLength(4);
  expect(faults.at(-1)).toMatch(/given up after 4 attempts/);
});

it('sends no expired link', async () => {
  const { outbox, attempts, faults, clock } = openOutbox(0);
  const endsAtMs = clock.nowMs() + 5;
  const link: Notification = {
    kind: 'sign_in_link',
    to: 'a@b.md',
    language: 'ro',
    url: 'x',
    endsAtMs,
  };
  outbox.notify(link);
  clock.advance(5);
  await outbox.close(1_000);
  expect(attempts).toEqual([]);
  expect(faults).toEqual([expect.stringMatching(/expired/)]);
});

it('holds its maximum and no more', async () => {
  const { outbox, attempts, faults } = openOutbox(0);
  for (let n = 0; n < 10_003; n++) outbox.notify({ ...NOTICE, to: `a${n}@b.md` });
  expect(faults).toHaveLength(3);
  await outbox.close(10_000);
  expect(attempts).toHaveLength(10_000);
});

it('waits no longer than its limit when it closes, and accepts nothing afterwards', async () => {
  const { outbox, faults, attempts } = openOutbox(1, [3_600_000]);
  outbox.notify(NOTICE);
  const startMs = performance.now();
  await outbox.close(50);
  expect(performance.now() - startMs).toBeLessThan(1_000);
  outbox.notify(NOTICE);
  expect(attempts).toHaveLength(1);
  expect(faults.slice(1)).toEqual([
    expect.stringMatching(/given up at the stop: 1/),
    expect.stringMatching(/closed/),
  ]);
});

it('goes on while some are on their way for long, four at a time', async () => {
  let running = 0;
  let most = 0;
  const outbox = createMailOutbox({
    async send() {
      running++;
      most = Math.max(most, running);
      await new Promise((resume) => setImmediate(resume));
      running--;
    },
    nowMs: () => 0,
    onFault: (error) => expect.unreachable(String(error)),
  });
  for (let n = 0; n < 100; n++) outbox.notify(NOTICE);
  await outbox.close(5_000);
  expect(most).toBe(4);
  expect(running).toBe(0);
});

it('names each that it drops', async () => {
  const dropped: string[] = [];
  const outbox = createMailOutbox({
    send: async ({ notification }) => {
      if (notification.to === 'refused@b.md') throw new RefusedMail('no such mailbox');
      throw new Error('the server is away');
    },
    nowMs: () => 0,
    onFault: () => {},
    onDropped: ({ to }) => dropped.push(to),
    pausesMs: [60_000],
    maxMails: 3,
  });
  for (const name of ['refused', 'paused', 'other', 'surplus']) {
    outbox.notify({ ...NOTICE, to: `${name}@b.md` });
  }
  await outbox.drain(0, 20);
  expect(await outbox.close(0)).toBe(2);
  outbox.notify({ ...NOTICE, to: 'late@b.md' });
  expect(dropped).toEqual(
    ['surplus', 'refused', 'paused', 'other', 'late'].map((n) => `${n}@b.md`),
  );
});

it('drains while mails are taken, and is idle until one is taken again', async () => {
  let isAway = false;
  const outbox = createMailOutbox({
    send: async () => {
      if (isAway) throw new Error('the server is away');
      await sleep(2);
    },
    nowMs: () => 0,
    onFault: () => {},
    pausesMs: [60_000],
  });
  for (let n = 0; n < 40; n++) outbox.notify(NOTICE);
  await outbox.drain(10, 1_000);
  expect(outbox.count()).toBe(10);
  await outbox.drain(0, 1_000);
  expect(outbox.count()).toBe(0);
  isAway = true;
  outbox.notify(NOTICE);
  await outbox.drain(0, 50);
  const startMs = performance.now();
  await outbox.drain(0, 60_000);
  expect(performance.now() - startMs).toBeLessThan(10_000);
  isAway = false;
  outbox.notify(NOTICE);
  while (outbox.count() > 1) await sleep(1);
  await outbox.drain(0, 1);
  expect(outbox.count()).toBe(1);
  await outbox.close(0);
});

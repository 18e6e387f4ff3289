import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it, onTestFinished } from 'vitest';
import type { SendEvent } from '../../../src/accounts/watching/webhooks.ts';
import type { RecordedChange } from '../../../src/store/port/public-changes.ts';
import { MAX_DELIVERIES, startDelivery } from '../../../src/webhooks/delivery.ts';
import { COMPANY, toIdno, toStored } from '../../support/companies.ts';
import { makeTestFolder } from '../../support/folder.ts';
import { makeRun } from '../../support/imports.ts';
import { ACTOR, openTestServices } from '../../support/services.ts';
import { openTestStore } from '../../support/stores.ts';

/** What 20 fast and 180 slow slots hold, and one more. */
const ACCOUNTS = 201;

it('a fast slot is free again soon after a slow one', async () => {
  const store = await openTestStore(makeTestFolder());
  const { accounts, webhooks } = await openTestServices({ store, env: { DEMO: 'on' } });
  await store.imports.record(makeRun({ id: 'first', startedAtMs: 1, recordsChanges: true }));
  for (let number = 0; number < ACCOUNTS; number++) {
    const email = `${number}@test.example`;
    const account = await accounts.create(email, { plan: 'business', endsAtMs: null }, ACTOR);
    await store.watchLists.change(account.id, { add: [toIdno(1)], remove: [] }, 1);
    await webhooks.set(account, `http://127.0.0.1:1/${number}`, ACTOR);
  }
  const importMs = Date.now();
  const idno = toIdno(1);
  const change: RecordedChange = {
    importMs,
    idno,
    revision: 1,
    kind: 'updated',
    fields: ['name'],
    cause: 'register',
    dataDate: '2026-09-21',
  };
  await store.companies.write([toStored({ ...COMPANY, idno })], [], [], [change]);
  await store.companies.flush();
  const run = { id: 'second', startedAtMs: importMs, finishedAtMs: importMs + 1 };
  await store.imports.record(makeRun({ ...run, recordsChanges: true }));

  const answers: (() => void)[] = [];
  const sendEvent: SendEvent = async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    answers.push(resolve);
    await promise;
    const sent = { eventId: 'msg_1', bodyBytes: 1, answer: '' };
    return { ...sent, atMs: 0, status: 204, fault: null, durationMs: 1, retryAfterMs: 0 };
  };
  const delivery = startDelivery({
    store,
    openReads: () => store.changes,
    readSecrets: webhooks.readSecrets,
    sendEvent,
    notify: () => {},
    nowMs: Date.now,
    readClockMs: async () => null,
    countSlots: () => MAX_DELIVERIES,
    onFault: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(async () => {
    for (const answer of answers) answer();
    await delivery.close();
  });
  await expect.poll(() => answers.length, { timeout: 20_000 }).toBe(ACCOUNTS - 1);
  await sleep(1_000);
  expect(answers).toHaveLength(ACCOUNTS - 1);
  answers[0]?.();
  await expect.poll(() => answers.length, { timeout: 3_000 }).toBe(ACCOUNTS);
});

import { onTestFinished } from 'vitest';
import type { Notification, Notify } from '../../src/accounts/mail/notification.ts';
import type { SendEvent } from '../../src/accounts/watching/webhooks.ts';
import type { Plan } from '../../src/domain/account/plan.ts';
import { createClock } from './clock.ts';
import { makeTestFolder } from './folder.ts';
import { watchSecrets } from './secrets.ts';
import { ACTOR, openTestServices } from './services.ts';
import { openTestStore } from './stores.ts';

export { ACTOR, APP_SECRET } from './services.ts';

export const EMAIL = 'Ana@test.example';

/** Accounts and keys on a real store with one account of this plan; closes with the test. */
export async function openAccounts(
  plan: Plan,
  sendEvent: SendEvent | null = null,
  notify?: Notify,
) {
  const folder = makeTestFolder();
  const store = await openTestStore(folder);
  const clock = createClock();
  const notifications: Notification[] = [];
  const faults: string[] = [];
  const { secrets, expectNoLeak } = watchSecrets();
  const services = await openTestServices({
    store,
    notify: notify ?? ((notification) => notifications.push(notification)),
    secrets,
    sendEvent,
    openWebhookReads: () => store.changes,
    clock: { nowMs: clock.nowMs, elapsedMs: clock.nowMs, busyMs: () => 0 },
    onFault: (part, error) => faults.push(`${part}: ${error}`),
  });
  onTestFinished(async () => {
    // Requests for links that no test waits for are dropped, which closing reports.
    await services.close().catch(() => {});
    expectNoLeak(folder);
    await store.close();
    expectNoLeak(folder);
  });
  await services.accounts.create(EMAIL, { plan, endsAtMs: null }, ACTOR);
  return {
    ...services,
    store,
    folder,
    notifications,
    secrets,
    faults,
    clock,
    nowMs: clock.nowMs,
    account: () => services.accounts.find(EMAIL),
  };
}

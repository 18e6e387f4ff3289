import { onTestFinished } from 'vitest';
import type { Notice } from '../../src/accounts/notice.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { createFoundation } from '../../src/foundation.ts';
import { createClock } from './clock.ts';
import { makeTestFolder } from './folder.ts';
import { watchTexts } from './secrets.ts';
import { openTestStore } from './stores.ts';

export const ACTOR = { name: 'test', address: null };
export const EMAIL = 'Ana@test.example';
export const APP_SECRET = 'a secret that is used in tests alone';

/** Accounts and keys on a real store with one account of this plan; closes with the test. */
export async function openAccounts(plan: Plan) {
  const folder = makeTestFolder();
  const store = await openTestStore(folder);
  const clock = createClock();
  const notices: Notice[] = [];
  const faults: string[] = [];
  const { texts, expectNoLeak } = watchTexts();
  const foundation = createFoundation({
    store,
    appSecrets: [APP_SECRET],
    baseUrl: 'https://registru.example',
    staffIssuer: null,
    notify: (notice) => notices.push(notice),
    texts,
    nowMs: clock.nowMs,
    elapsedMs: clock.nowMs,
    onFault: (part, error) => faults.push(`${part}: ${error}`),
  });
  onTestFinished(async () => {
    await foundation.signIn.close(0);
    expectNoLeak(folder);
    await store.close();
    expectNoLeak(folder);
  });
  await foundation.accounts.create(EMAIL, { plan, endsAtMs: null }, ACTOR);
  return {
    ...foundation,
    folder,
    notices,
    faults,
    clock,
    nowMs: clock.nowMs,
    account: () => foundation.accounts.find(EMAIL),
  };
}

import { onTestFinished } from 'vitest';
import { createAccounts } from '../../src/accounts/accounts.ts';
import { createKeys } from '../../src/accounts/keys.ts';
import type { Notice } from '../../src/accounts/notice.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { createSealer } from '../../src/domain/seal.ts';
import { openSqliteStore } from '../../src/store/sqlite/open.ts';
import { createClock } from './clock.ts';
import { makeTestFolder } from './folder.ts';
import { watchKeys } from './issued-keys.ts';

export const ACTOR = { name: 'test', address: null };
export const EMAIL = 'Ana@test.example';

/** Accounts and keys on a real store with one account of this plan; closes with the test. */
export async function openAccounts(plan: Plan) {
  const folder = makeTestFolder();
  const store = openSqliteStore(folder);
  const clock = createClock();
  const notices: Notice[] = [];
  const dependencies = {
    accounts: store.accounts,
    sealer: createSealer(['a secret that is used in tests alone']),
    notify: (notice: Notice) => notices.push(notice),
    nowMs: clock.nowMs,
  };
  const accounts = createAccounts(dependencies);
  const { keys, expectNoLeak } = watchKeys(createKeys(dependencies));
  onTestFinished(async () => {
    expectNoLeak(folder, []);
    await store.close();
    expectNoLeak(folder, []);
  });
  await accounts.create(EMAIL, { plan, endsAtMs: null }, ACTOR);
  return {
    folder,
    store,
    notices,
    clock,
    nowMs: clock.nowMs,
    accounts,
    keys,
    account: () => accounts.find(EMAIL),
  };
}

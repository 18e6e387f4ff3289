import { describe, expect, it } from 'vitest';
import type { Account } from '../../src/domain/account/account.ts';
import { ACTOR, EMAIL, openAccounts } from '../support/accounts.ts';

const DAY_MS = 86_400_000;

type Opened = Awaited<ReturnType<typeof openAccounts>>;

/** Makes a change between the first read of the account and the decision based on it. */
function changeAfterFirstRead({ store }: Opened, change: () => Promise<unknown>): void {
  const { findByEmail } = store.accounts;
  store.accounts.findByEmail = async (email): Promise<Account | null> => {
    store.accounts.findByEmail = findByEmail;
    const read = await findByEmail(email);
    await change();
    return read;
  };
}

describe('a cancellation by command', () => {
  it('leaves a plan that was bought meanwhile, and says that the account has changed', async () => {
    const opened = await openAccounts('business');
    const { accounts, account, clock } = opened;
    changeAfterFirstRead(opened, async () => {
      clock.advance(1_000);
      await accounts.setPlan(EMAIL, { plan: 'agency', endsAtMs: null }, ACTOR);
    });
    await expect(accounts.cancel(EMAIL, ACTOR)).rejects.toMatchObject({ code: 'CONFLICT' });
    expect((await account()).subscription).toMatchObject({ plan: 'agency', status: 'active' });
  });
});

describe.each(['command', 'event'] as const)('a cancellation by %s', (way) => {
  async function cancel({ accounts, applySubscriptionEvent, clock }: Opened): Promise<void> {
    if (way === 'command') {
      await accounts.cancel(EMAIL, ACTOR);
      return;
    }
    const event = { id: 'one', type: 'cancelled', email: EMAIL, plan: 'starter' } as const;
    const times = { atMs: clock.nowMs(), endsAtMs: null };
    expect(await applySubscriptionEvent({ ...event, ...times }, ACTOR)).toBe('applied');
  }

  it('ends the plan that the account has, now', async () => {
    const opened = await openAccounts('business');
    opened.clock.advance(DAY_MS);
    await cancel(opened);
    expect((await opened.account()).subscription).toEqual({
      plan: 'business',
      status: 'cancelled',
      endsAtMs: opened.nowMs(),
      changedAtMs: opened.nowMs(),
    });
  });

  it('keeps the end of a plan that ended long ago', async () => {
    const opened = await openAccounts('free');
    const { accounts, account, clock } = opened;
    const endsAtMs = clock.nowMs() + DAY_MS;
    await accounts.setPlan(EMAIL, { plan: 'business', endsAtMs }, ACTOR);
    clock.advance(100 * DAY_MS);
    await cancel(opened);
    expect((await account()).subscription).toEqual({
      plan: 'business',
      status: 'cancelled',
      endsAtMs,
      changedAtMs: clock.nowMs(),
    });
  });
});

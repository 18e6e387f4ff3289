import { type Account, isRevealable } from '../../src/domain/account/account.ts';
import { toStatusAt, toTierAt } from '../../src/domain/account/plan.ts';

export const COMMAND = 'npm run account --';

/** A line that ends an output. */
export function toNext(step: string): string {
  return `Next: ${step}`;
}

/** What the operator would do next with an account as it is; null where it needs nothing. */
export function toNextStep(account: Account, nowMs: number): string | null {
  const { email, subscription, apiKey, role } = account;
  if (toTierAt(subscription, nowMs) !== null) {
    if (apiKey === null) return toNext(`${COMMAND} key ${email} create (makes a key, shown once)`);
    return isRevealable(apiKey)
      ? toNext(`${COMMAND} key ${email} reveal (shows the key, once)`)
      : null;
  }
  if (role === 'staff') return null;
  const status = subscription === null ? null : toStatusAt(subscription, nowMs);
  if (status === 'expired') {
    return toNext(
      `${COMMAND} plan ${email} ${subscription?.plan} --until DAY (a day to come, or never)`,
    );
  }
  return status === 'cancelled'
    ? toNext(`${COMMAND} plan ${email} PLAN (gives it a plan again)`)
    : toNext(`${COMMAND} plan ${email} business (or agency: gives it API access and a key)`);
}

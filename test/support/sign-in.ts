import { vi } from 'vitest';
import type { Notification } from '../../src/accounts/mail/notification.ts';
import type { SignedIn, Visitor } from '../../src/accounts/sign-in/sessions.ts';
import type { Plan } from '../../src/domain/account/plan.ts';
import { EMAIL, openAccounts } from './accounts.ts';

export const VISITOR: Visitor = {
  language: 'en',
  address: '192.0.2.7',
  userAgent: null,
  deviceToken: null,
};

/** The token of a sign-in link's address. */
export function toToken(url: string): string {
  return new URL(url).searchParams.get('token') ?? '';
}

/** The links that were sent, once there are `count` of them. */
export function receiveLinks(notifications: readonly Notification[], count: number) {
  return vi.waitFor(() => {
    const links = notifications.filter((notification) => notification.kind === 'sign_in_link');
    if (links.length < count) throw new Error(`${links.length} of ${count} links were sent`);
    return links;
  }, WAIT);
}

const WAIT = { timeout: 20_000, interval: 10 };

/** Sign-in and sessions on a real store with one account. */
export async function openSignIn(plan: Plan = 'business') {
  const opened = await openAccounts(plan);
  const { signIn, notifications } = opened;

  /** The token of the link that the account's holder is sent. */
  async function receiveToken(email = EMAIL): Promise<string> {
    const known = notifications.filter(({ kind }) => kind === 'sign_in_link').length;
    signIn.requestLink({ email, language: 'en', address: '192.0.2.7' });
    const links = await receiveLinks(notifications, known + 1);
    return toToken(links.at(-1)?.url ?? '');
  }

  async function enter(visitor: Partial<Visitor> = {}): Promise<SignedIn> {
    return signIn.signIn(await receiveToken(), { ...VISITOR, ...visitor });
  }

  return { ...opened, receiveToken, enter };
}

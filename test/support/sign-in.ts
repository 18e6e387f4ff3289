import type { SignedIn, Visitor } from '../../src/accounts/new-session.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { EMAIL, openAccounts } from './accounts.ts';

export const VISITOR: Visitor = { language: 'en', address: '192.0.2.7', browserMark: null };

/** The token of a sign-in link's address. */
export function toToken(url: string): string {
  return new URL(url).searchParams.get('token') ?? '';
}

/** Sign-in and sessions on a real store with one account. */
export async function openSignIn(plan: Plan = 'business') {
  const opened = await openAccounts(plan);
  const { signIn, notices } = opened;

  /** The token of the link that the account's holder is sent. */
  async function receiveToken(email = EMAIL): Promise<string> {
    await signIn.requestLink({ email, language: 'en', address: '192.0.2.7' });
    const notice = notices.findLast(({ kind }) => kind === 'sign_in_link');
    return notice?.kind === 'sign_in_link' ? toToken(notice.url) : '';
  }

  async function enter(visitor: Partial<Visitor> = {}): Promise<SignedIn> {
    return signIn.signIn(await receiveToken(), { ...VISITOR, ...visitor });
  }

  return { ...opened, receiveToken, enter };
}

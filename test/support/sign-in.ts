import { expect, onTestFinished } from 'vitest';
import type { Notice } from '../../src/accounts/notice.ts';
import { createSessions } from '../../src/accounts/sessions.ts';
import { createSignIn, type SignedIn, type Visitor } from '../../src/accounts/sign-in.ts';
import {
  ATTEMPT_WINDOW_MS,
  createSignInAttempts,
  MAX_ATTEMPTS_PER_WINDOW,
} from '../../src/accounts/sign-in-attempts.ts';
import type { Plan } from '../../src/domain/plan.ts';
import { createRing } from '../../src/limit/ring.ts';
import { EMAIL, openAccounts } from './accounts.ts';
import { findLeaks } from './leaks.ts';

export const VISITOR: Visitor = { language: 'en', address: '192.0.2.7', browserMark: null };

/** The token of a sign-in link's address. */
export function toToken(url: string): string {
  return new URL(url).searchParams.get('token') ?? '';
}

/** Sign-in and sessions on a real store with one account; no token or id stays in its files. */
export async function openSignIn(plan: Plan = 'business') {
  const opened = await openAccounts(plan);
  const { store, nowMs, notices, folder } = opened;
  const secrets: string[] = [];
  const attempts = createRing({
    windowMs: ATTEMPT_WINDOW_MS,
    maxLimit: MAX_ATTEMPTS_PER_WINDOW,
    maxKeys: 1_000,
    nowMs,
  });
  const signIn = createSignIn({
    accounts: store.accounts,
    links: store.signInLinks,
    sessions: store.sessions,
    attempts: createSignInAttempts(attempts),
    notify: (notice: Notice) => notices.push(notice),
    nowMs,
    baseUrl: 'https://registru.example',
  });
  const sessions = createSessions({ sessions: store.sessions, accounts: store.accounts, nowMs });
  onTestFinished(() => expect(findLeaks(folder, secrets)).toEqual([]));

  /** The token of the link that the account's holder is sent. */
  async function receiveToken(email = EMAIL): Promise<string> {
    await signIn.requestLink({ email, language: 'en', address: '192.0.2.7' });
    const notice = notices.findLast(({ kind }) => kind === 'sign_in_link');
    const token = notice?.kind === 'sign_in_link' ? toToken(notice.url) : '';
    secrets.push(token);
    return token;
  }

  async function enter(visitor: Partial<Visitor> = {}): Promise<SignedIn> {
    const signedIn = await signIn.signIn(await receiveToken(), { ...VISITOR, ...visitor });
    secrets.push(signedIn.sessionId, signedIn.browserMark);
    return signedIn;
  }

  return { ...opened, signIn, sessions, receiveToken, enter };
}

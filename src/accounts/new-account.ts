import { randomUUID } from 'node:crypto';
import type { Account } from '../domain/account/account.ts';
import { isEmail } from '../domain/account/email.ts';
import { DEFAULT_LANGUAGE } from '../domain/account/language.ts';
import { Refusal } from './refusal.ts';

/** An account without a subscription yet. Throws Refusal INVALID_EMAIL. */
export function toNewAccount(email: string, createdAtMs: number): Account {
  return {
    id: randomUUID(),
    email: requireEmail(email),
    createdAtMs,
    language: DEFAULT_LANGUAGE,
    role: 'holder',
    identity: null,
    subscription: null,
    apiKey: null,
    lastKeyId: null,
  };
}

/** The text itself, if it is one plain address. Throws Refusal INVALID_EMAIL. */
export function requireEmail(email: string): string {
  if (isEmail(email)) return email;
  throw new Refusal(
    'INVALID_EMAIL',
    `not one plain e-mail address: ${JSON.stringify(email.slice(0, 100))}; ` +
      'write it as name@example.md',
  );
}

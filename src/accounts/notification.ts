import type { Account, ApiKey } from '../domain/account/account.ts';
import type { Language } from '../domain/account/language.ts';

/** A mail to an account's holder. Never contains a key, only its start. */
export type Notification = SignInNotification | KeyNotification | BrowserNotification;

export interface SignInNotification extends Addressee {
  kind: 'sign_in_link';
  url: string;
  endsAtMs: number;
}

export interface KeyNotification extends Addressee {
  kind: 'key_created' | 'key_regenerated' | 'key_revoked';
  keyStart: string;
  atMs: number;
}

export interface BrowserNotification extends Addressee {
  kind: 'new_browser';
  atMs: number;
  /** The network address of the sign-in; null when unknown. */
  address: string | null;
}

interface Addressee {
  /** The address as stored. */
  to: string;
  language: Language;
}

/** Queues a notification for delivery; never waits and never throws. */
export type Notify = (notification: Notification) => void;

export function toKeyNotification(
  { email: to, language }: Account,
  kind: KeyNotification['kind'],
  { start: keyStart }: ApiKey,
  atMs: number,
): KeyNotification {
  return { kind, to, language, keyStart, atMs };
}

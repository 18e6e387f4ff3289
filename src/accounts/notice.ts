import type { Account, ApiKey } from '../domain/account/account.ts';
import type { Language } from '../domain/account/language.ts';

/** What an account's holder is told by mail. Never holds a key, only its start. */
export type Notice = SignInNotice | KeyNotice | BrowserNotice;

export interface SignInNotice extends Addressee {
  kind: 'sign_in_link';
  url: string;
  endsAtMs: number;
}

export interface KeyNotice extends Addressee {
  kind: 'key_created' | 'key_regenerated' | 'key_revoked';
  keyStart: string;
  atMs: number;
}

export interface BrowserNotice extends Addressee {
  kind: 'new_browser';
  atMs: number;
  /** The network address that signed in; null where there is none. */
  address: string | null;
}

interface Addressee {
  /** The address as stored. */
  to: string;
  language: Language;
}

/** Takes a notice at once and delivers it later: it never waits and never throws. */
export type Notify = (notice: Notice) => void;

export function toKeyNotice(
  { email: to, language }: Account,
  kind: KeyNotice['kind'],
  { start: keyStart }: ApiKey,
  atMs: number,
): KeyNotice {
  return { kind, to, language, keyStart, atMs };
}

import type { Language } from '../domain/language.ts';

/** What an account's holder is told by mail. Never holds a key, only its start. */
export type Notice = {
  /** The address as stored. */
  to: string;
  language: Language;
} & (
  | { kind: 'sign_in_link'; url: string; endsAtMs: number }
  | {
      kind: 'key_created' | 'key_regenerated' | 'key_revoked';
      keyStart: string;
      atMs: number;
    }
  | { kind: 'new_browser'; atMs: number; address: string | null }
);

/** Takes a notice at once and delivers it later: it never waits, never throws. */
export type Notify = (notice: Notice) => void;

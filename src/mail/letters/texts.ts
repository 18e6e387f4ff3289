import type { Notification } from '../../accounts/notification.ts';

/** What a letter can speak of; each takes what it needs. */
export interface Values {
  /** The link to sign in by, or the page of the account. */
  url: string;
  /** When it happened, or until when the link works. */
  time: string;
  /** The first characters of the key. */
  keyStart: string;
  /** The network address of a sign-in. */
  address: string;
}

export interface LetterText {
  subject: string;
  paragraphs: (values: Values) => string[];
  signature: string;
}

export type LetterTexts = Readonly<Record<Notification['kind'], LetterText>>;

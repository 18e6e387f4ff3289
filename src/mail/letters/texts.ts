import type { Notification } from '../../accounts/notification.ts';

/** The values that a letter can contain. */
export interface Values {
  /** The sign-in link, or the account page. */
  url: string;
  /** When it happened, or when the link expires. */
  time: string;
  /** The first characters of the key. */
  keyStart: string;
  planName: string;
  /** Of the plan, in a minute. */
  limit: string;
  /** The network address of a sign-in. */
  address: string;
}

export interface LetterText {
  subject: string;
  paragraphs: (values: Values) => string[];
  signature: string;
}

export type LetterTexts = Readonly<Record<Notification['kind'], LetterText>>;

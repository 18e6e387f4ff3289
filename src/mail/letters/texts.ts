import type { Notification } from '../../accounts/notification.ts';
import { LIMIT_WINDOW_MS } from '../../domain/account/plan.ts';

/** Of the rolling limit. */
export const WINDOW_SECONDS = LIMIT_WINDOW_MS / 1_000;

/** The values that a letter can contain. */
export interface Values {
  /** The sign-in link, or the account page. */
  url: string;
  /** When it happened, or when the link expires. */
  time: string;
  /** The first characters of the key. */
  keyStart: string;
  planName: string;
  /** Of the plan, in any WINDOW_SECONDS. */
  limit: string;
  /** Where the holder was, `192.0.2.7 (Firefox, Windows)`; empty where it was not the holder. */
  origin: string;
}

export interface LetterText {
  subject: string;
  paragraphs: (values: Values) => string[];
  signature: string;
}

export type LetterTexts = Readonly<Record<Notification['kind'], LetterText>>;

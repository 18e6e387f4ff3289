import type { Language } from '../../../domain/account/language.ts';
import { LIMIT_WINDOW_MS } from '../../../domain/account/plan.ts';
import { createTimeFormat, toLastDayText } from '../../../domain/time/time-format.ts';
import type { KeyNotification, Notification } from '../notification.ts';
import { ENGLISH, type LetterTexts, type Values } from './en.ts';
import { ROMANIAN } from './ro.ts';
import { RUSSIAN } from './ru.ts';

/** A mail to one person, in plain text. */
export interface Letter {
  to: string;
  subject: string;
  text: string;
}

const TEXTS: Readonly<Record<Language, LetterTexts>> = {
  ro: ROMANIAN,
  ru: RUSSIAN,
  en: ENGLISH,
};
const SIGNATURE = 'Registru';

/** The links in letters. */
export interface LetterLinks {
  /** The account page. */
  pageUrl: string;
  /** Where plans are renewed; null if that is not configured. */
  renewUrl: string | null;
}

/** A notification in its reader's language. */
export function toLetter(notification: Notification, { pageUrl, renewUrl }: LetterLinks): Letter {
  const { to, language, kind } = notification;
  const { greeting, letters, webhookStops } = TEXTS[language];
  const { subject, paragraphs } = letters[kind];
  const values: Values = {
    url: 'url' in notification ? notification.url : pageUrl,
    time: toTime(notification),
    keyStart: 'keyStart' in notification ? notification.keyStart : '',
    planName: 'planName' in notification ? notification.planName : '',
    renewUrl: renewUrl ?? '',
    limit: 'limit' in notification ? String(notification.limit) : '',
    windowSeconds: LIMIT_WINDOW_MS / 1_000,
    origin: 'origin' in notification ? toOriginText(notification.origin) : '',
    isByOperator:
      'isWaiting' in notification &&
      notification.kind !== 'key_revoked' &&
      notification.origin === null &&
      !notification.isWaiting,
    newEmail: 'newEmail' in notification ? notification.newEmail : '',
    host: 'host' in notification ? notification.host : '',
    webhookStop: 'stop' in notification && notification.stop ? webhookStops[notification.stop] : '',
  };
  const given = paragraphs(values).filter((paragraph) => paragraph !== '');
  return { to, subject, text: `${[greeting, ...given, SIGNATURE].join('\n\n')}\n` };
}

function toTime(notification: Notification): string {
  const { language } = notification;
  if ('planEndsAtMs' in notification) return toLastDayText(notification.planEndsAtMs, language);
  const atMs = 'endsAtMs' in notification ? notification.endsAtMs : notification.atMs;
  return createTimeFormat(language, 'long')(atMs);
}

function toOriginText(origin: KeyNotification['origin']): string {
  if (origin === null) return '';
  const { address, browser } = origin;
  return `${address ?? '–'}${browser === null ? '' : ` (${browser})`}`;
}

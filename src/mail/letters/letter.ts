import type { KeyNotification, Notification } from '../../accounts/notification.ts';
import type { Language } from '../../domain/account/language.ts';
import { LIMIT_WINDOW_MS } from '../../domain/account/plan.ts';
import { createTimeFormat } from '../../domain/time/time-format.ts';
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

/** A notification in its reader's language; `pageUrl` is the account page. */
export function toLetter(notification: Notification, pageUrl: string): Letter {
  const { to, language, kind } = notification;
  const { greeting, letters } = TEXTS[language];
  const { subject, paragraphs } = letters[kind];
  const isLink = kind === 'sign_in_link';
  const values: Values = {
    url: isLink ? notification.url : pageUrl,
    time: createTimeFormat(language, 'long')(isLink ? notification.endsAtMs : notification.atMs),
    keyStart: 'keyStart' in notification ? notification.keyStart : '',
    planName: 'planName' in notification ? notification.planName : '',
    limit: 'limit' in notification ? String(notification.limit) : '',
    windowSeconds: LIMIT_WINDOW_MS / 1_000,
    origin: 'origin' in notification ? toOriginText(notification.origin) : '',
  };
  const given = paragraphs(values).filter((paragraph) => paragraph !== '');
  return { to, subject, text: `${[greeting, ...given, SIGNATURE].join('\n\n')}\n` };
}

function toOriginText(origin: KeyNotification['origin']): string {
  if (origin === null) return '';
  const { address, browser } = origin;
  return `${address ?? '–'}${browser === null ? '' : ` (${browser})`}`;
}

import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../domain/account/language.ts';
import type { Company } from '../domain/company/company.ts';
import type { Listing } from './listing.ts';
import { PAGES, TEXTS, toCompanyWords, toMessage } from './view.ts';

/** In pixels. A name and a status of two lines fit in, also in the narrowest frame of 320. */
export const CARD_WIDTH = 480;
export const CARD_HEIGHT = 264;

/** Values of CSS's `color-scheme`; `auto`: as the visitor's system has it. */
const THEMES = { auto: 'light dark', light: 'light', dark: 'dark' } as const;
type Theme = keyof typeof THEMES;

export interface CardLook {
  language: Language;
  theme: Theme;
}

export function isTheme(text: string): text is Theme {
  return Object.hasOwn(THEMES, text);
}

const STYLE = readFileSync(join(import.meta.dirname, 'assets/card.css'), 'utf8');

/** Any site may frame a card, which has its own style and nothing else. */
export const CARD_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
    "form-action 'none'",
    "base-uri 'none'",
    'frame-ancestors *',
  ].join('; '),
  // Pages that are isolated show only frames that are, too.
  'cross-origin-embedder-policy': 'require-corp',
  vary: 'accept-language',
};

interface CardView extends Listing {
  company: Company;
  /** The address of its page. */
  url: string;
}

export function renderCard({ company, url, ...listing }: CardView, look: CardLook): string {
  const words = toCompanyWords(company, listing, look.language);
  return render(look, { ...words, ...listing, company, url, title: company.name });
}

/** A card that says why it shows no company. */
export function renderCardFault(status: number, look: CardLook): string {
  const { language } = look;
  const { heading, text } = TEXTS[language].cardFaults[status] ?? toMessage(language, status);
  return render(look, { company: null, title: heading, text });
}

function render({ language, theme }: CardLook, values: { title: string; [name: string]: unknown }) {
  const frame = { language, title: values.title, supportUrl: null };
  return PAGES.render('card', {
    ...values,
    frame,
    colorScheme: THEMES[theme],
    t: TEXTS[language],
    style: STYLE,
  });
}

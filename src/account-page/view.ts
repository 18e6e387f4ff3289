import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/language.ts';
import { createCookies } from '../web/cookies.ts';
import { createPages, type Offer } from '../web/frame/frame.ts';
import { readLanguage } from '../web/language.ts';
import type { Texts } from './locales/en.ts';
import { en } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';

const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
const PAGES = createPages({ folder: import.meta.dirname, style: 'page.css' });

export const { serveAssets } = PAGES;

type Template =
  | 'account'
  | 'confirm'
  | 'failed-requests'
  | 'link'
  | 'sent'
  | 'sign-in'
  | 'watch-list'
  | '@message';

/** A template leaves a part out whose value is undefined. */
export interface PageValues {
  heading: string;
  /** Of the signed-in holder. */
  email?: string;
  /** A key's text, in this answer only. */
  newKey?: string;
  /** The text of a webhook's secret, in this answer only. */
  newSecret?: string;
  narrow?: boolean;
  /** Where a choice of the language leads; left out: to the account. */
  next?: string;
  alert?: string;
  success?: string;
  [name: string]: unknown;
}

export type PageView = ReturnType<typeof createPageView>;

export function createPageView(baseUrl: string, offer: Offer) {
  const cookies = createCookies(baseUrl);
  return {
    cookies,
    languageOf: (request: FastifyRequest) => readLanguage(request, cookies),
    /** Sends one of the templates in a language. */
    render(reply: FastifyReply, language: Language, template: Template, values: PageValues) {
      const frame = {
        language,
        title: values.heading,
        supportUrl: offer.supportUrl,
        legal: offer,
        current: 'account',
        // Another language is another page, and a key or secret would be gone with this one.
        languageChoice:
          (values.newKey ?? values.newSecret) === undefined ? { next: values.next } : undefined,
        signedInAs: values.email,
      } as const;
      const html = PAGES.render(template, { ...values, frame, t: TEXTS[language] });
      return reply.type('text/html; charset=utf-8').send(html);
    },
  };
}

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

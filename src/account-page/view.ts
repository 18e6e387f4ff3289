import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/language.ts';
import { type Cookies, createCookies } from '../web/cookies.ts';
import { createPages, type Message } from '../web/frame/frame.ts';
import { readLanguage } from '../web/language.ts';
import type { Texts } from './locales/en.ts';
import { en } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';

const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
const PAGES = createPages({ folder: import.meta.dirname, style: 'page.css' });

export const { serveAssets } = PAGES;

export interface PageView {
  cookies: Cookies;
  render: Render;
  /** Sends a page of a heading, a text and a link. */
  renderMessage: (reply: FastifyReply, language: Language, message: Message) => FastifyReply;
  languageOf: (request: FastifyRequest) => Language;
}

/** Sends one of the templates in a language. */
type Render = (
  reply: FastifyReply,
  language: Language,
  template: 'account' | 'confirm' | 'link' | 'sign-in',
  values: PageValues,
) => FastifyReply;

/** A template leaves a part out whose value is undefined. */
export interface PageValues {
  heading: string;
  /** Of the signed-in holder. */
  email?: string;
  /** A key's text, in this answer only. */
  newKey?: string;
  narrow?: boolean;
  alert?: string;
  success?: string;
  [name: string]: unknown;
}

export function createPageView(baseUrl: string, supportUrl: string | null): PageView {
  const cookies = createCookies(baseUrl);

  function send(
    reply: FastifyReply,
    language: Language,
    template: string,
    values: PageValues,
  ): FastifyReply {
    const frame = {
      language,
      title: values.heading,
      supportUrl,
      current: 'account',
      // Another language is another page, and a key would be gone with this one.
      languageChoice: values.newKey === undefined ? {} : undefined,
      signedInAs: values.email,
    } as const;
    const html = PAGES.render(template, { ...values, frame, t: TEXTS[language] });
    return reply.type('text/html; charset=utf-8').send(html);
  }

  return {
    cookies,
    render: send,
    renderMessage: (reply, language, message) => send(reply, language, '@message', { ...message }),
    languageOf: (request) => readLanguage(request, cookies),
  };
}

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

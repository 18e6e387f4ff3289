import type { FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '../domain/account/language.ts';
import { type Cookies, createCookies } from '../web/cookies.ts';
import { createHtmlPages } from '../web/html-pages.ts';
import { readLanguage } from '../web/language.ts';
import { en } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';
import type { Texts } from './locales/texts.ts';

const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
const LANGUAGE_CHOICES = LANGUAGES.map((code) => ({ code, name: TEXTS[code].languageName }));
const PAGES = createHtmlPages({
  folder: import.meta.dirname,
  style: 'page.css',
  assetPrefix: '/cont/assets',
});

export const { serveAssets } = PAGES;

/** The data of every page, including the error page of an unknown address. */
export interface PageView {
  cookies: Cookies;
  render: Render;
  languageOf: (request: FastifyRequest) => Language;
}

/** Sends one of the templates in a language. */
type Render = (
  reply: FastifyReply,
  language: Language,
  template: 'account' | 'confirm' | 'link' | 'message' | 'sign-in',
  values: PageValues,
) => FastifyReply;

/** A template leaves a part out whose value is undefined. */
export interface PageValues {
  heading: string;
  narrow?: boolean;
  alert?: string;
  success?: string;
  [name: string]: unknown;
}

export function createPageView(baseUrl: string): PageView {
  const cookies = createCookies(baseUrl);
  return {
    cookies,
    render(reply, language, template, values) {
      const common = { language, languages: LANGUAGE_CHOICES, t: TEXTS[language] };
      const html = PAGES.render(template, { ...common, ...values });
      return reply.type('text/html; charset=utf-8').send(html);
    },
    languageOf: (request) => readLanguage(request, cookies),
  };
}

export function textsOf(language: Language): Texts {
  return TEXTS[language];
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/language.ts';
import { createErrorPage, type ErrorPageOptions, type ToMessage } from '../web/error-page.ts';
import { HTTP_ERRORS, toErrorAnswer } from '../web/errors.ts';
import { createPages, type Frame, MESSAGE_PAGES, type Offer } from '../web/frame/frame.ts';
import { type TaggedAnswer, toPage } from '../web/tagged-answer.ts';
import { en, type Fault, type Texts } from './locales/en.ts';
import { ro } from './locales/ro.ts';
import { ru } from './locales/ru.ts';

export const TEXTS: Readonly<Record<Language, Texts>> = { ro, ru, en };
const PAGES = createPages({ folder: import.meta.dirname, style: 'site.css' });

export const { serveAssets } = PAGES;

/** One of the two pages, ready to be sent any number of times. */
export function render(
  template: 'start' | 'status',
  language: Language,
  offer: Offer,
  values: object,
): TaggedAnswer {
  const t = TEXTS[language][template];
  const isStatus = template === 'status';
  const frame: Frame = {
    language,
    title: t.title,
    description: t.description,
    supportUrl: offer.supportUrl,
    legal: offer,
    current: isStatus ? 'status' : undefined,
    languageChoice: { next: isStatus ? '/status' : '/' },
  };
  return toPage(PAGES.render(template, { ...values, frame, t }));
}

/** Memoizes a page by its language for the facts of the last call: other facts clear the pages. */
export function makeInEachLanguage<Facts>(
  make: (facts: Facts, language: Language) => TaggedAnswer,
): (facts: Facts, language: Language) => TaggedAnswer {
  let shown: Facts | undefined;
  const pages = new Map<Language, TaggedAnswer>();
  return (facts, language) => {
    if (facts !== shown) pages.clear();
    shown = facts;
    const page = pages.get(language) ?? make(facts, language);
    pages.set(language, page);
    return page;
  };
}

/** The text for each status; others say that the request could not be read. */
const FAULTS: Readonly<Record<number, Fault>> = {
  403: 'crossSite',
  404: 'notFound',
  413: 'tooLarge',
  429: 'tooMany',
  500: 'internal',
  503: 'unavailable',
};
const ACCOUNT = /^\/cont(?:[/?]|$)/;

/** Errors outside the interfaces for programs: a page if the client prefers one, else JSON. */
export function createErrorPages(options: Omit<ErrorPageOptions, 'pages' | 'toMessage'>) {
  const send = createErrorPage({ ...options, pages: MESSAGE_PAGES, toMessage });
  return {
    sendError: send,
    sendFault: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      send(toErrorAnswer(error, request), request, reply),
    sendNotFound: (request: FastifyRequest, reply: FastifyReply) =>
      send(HTTP_ERRORS.not_found, request, reply),
  };
}

const toMessage: ToMessage = (language, status, { url }) => {
  const { errors: t } = TEXTS[language];
  const account = { href: '/cont/api', label: t.account };
  return {
    ...t.faults[FAULTS[status] ?? 'badRequest'],
    actions: ACCOUNT.test(url) ? [account] : undefined,
  };
};

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/language.ts';
import { type ErrorAnswer, isTemporary, sendError } from './errors.ts';
import type { LegalLinks, Message, Pages } from './frame/frame.ts';
import { readAskedLanguage, toPagePath } from './language.ts';
import { asksForPage } from './request.ts';
import { SECURITY_HEADERS } from './scope.ts';
import { HTML_TYPE } from './tagged-answer.ts';

/** The message of an error's page. */
export type ToMessage = (language: Language, status: number, request: FastifyRequest) => Message;

export interface ErrorPageOptions {
  pages: Pages;
  /** Where people get help; null: pages have no such link. */
  supportUrl: string | null;
  legal: LegalLinks;
  languageOf: (request: FastifyRequest) => Language;
  toMessage: ToMessage;
  /** Whether 404 pages have the search for companies. */
  offersSearch: boolean;
}

/** Sends errors as a page if the client prefers one, else as JSON. */
export function createErrorPage({ pages, supportUrl, languageOf, ...options }: ErrorPageOptions) {
  return (
    answer: ErrorAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
    toMessage = options.toMessage,
  ): FastifyReply => {
    reply.headers(SECURITY_HEADERS);
    if (!asksForPage(request.headers.accept)) return sendError(reply, answer);
    const { status, headers = {} } = answer;
    const language = languageOf(request);
    const next = toPagePath(request);
    const retry = isTemporary(status) ? next : undefined;
    const message = toMessage(language, status, request);
    const { legal } = options;
    const { heading: title } = message;
    const hasLanguage = readAskedLanguage(request) !== null;
    const languageChoice = { next };
    const frame = { language, hasLanguage, title, supportUrl, legal, languageChoice };
    const offersSearch = options.offersSearch && status === 404;
    const html = pages.render('@message', { retry, ...message, offersSearch, frame });
    return reply.code(status).headers(headers).type(HTML_TYPE).send(html);
  };
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Language } from '../domain/account/language.ts';
import { type ErrorAnswer, isTemporary, sendError } from './errors.ts';
import type { Message, Pages } from './frame/frame.ts';
import { toPagePath } from './language.ts';
import { asksForPage } from './request.ts';
import { SECURITY_HEADERS } from './scope.ts';
import { HTML_TYPE } from './tagged-answer.ts';

/** The message of an error's page. */
export type ToMessage = (language: Language, status: number, request: FastifyRequest) => Message;

export interface ErrorPageOptions {
  pages: Pages;
  /** Where people get help; null: pages have no such link. */
  supportUrl: string | null;
  languageOf: (request: FastifyRequest) => Language;
  toMessage: ToMessage;
  /** Whether 404 pages have the search for companies. */
  offersSearch: boolean;
}

/** Addresses for programs: their errors are JSON whatever a request accepts. */
const FOR_PROGRAMS = /^\/(?:mcp|metrics|events\/subscription|cont\/api\/graphql)(?:[?#]|$)/;

/** Sends errors as a page if the client prefers one, else as JSON. */
export function createErrorPage({ pages, supportUrl, languageOf, ...options }: ErrorPageOptions) {
  return (
    answer: ErrorAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
    toMessage = options.toMessage,
  ): FastifyReply => {
    reply.headers(SECURITY_HEADERS);
    if (!takesPage(request)) return sendError(reply, answer);
    const { status, headers = {} } = answer;
    const language = languageOf(request);
    const next = toPagePath(request);
    const retry = isTemporary(status) ? next : undefined;
    const message = toMessage(language, status, request);
    const frame = { language, title: message.heading, supportUrl, languageChoice: { next } };
    const offersSearch = options.offersSearch && status === 404;
    const html = pages.render('@message', { retry, ...message, offersSearch, frame });
    return reply.code(status).headers(headers).type(HTML_TYPE).send(html);
  };
}

function takesPage({ url, routeOptions, headers }: FastifyRequest): boolean {
  // The router has decoded escapes, but has no route of its own for methods that are refused.
  const isForProgram = [routeOptions.url ?? '', url].some((path) => FOR_PROGRAMS.test(path));
  return !isForProgram && asksForPage(headers.accept);
}

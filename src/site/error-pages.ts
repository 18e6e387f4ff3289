import type { FastifyReply, FastifyRequest } from 'fastify';
import { createCookies } from '../web/cookies.ts';
import {
  type ErrorAnswer,
  HTTP_ERRORS,
  isTemporary,
  sendError,
  toErrorAnswer,
} from '../web/errors.ts';
import { renderMessage } from '../web/frame/frame.ts';
import { readLanguage, toPagePath } from '../web/language.ts';
import { asksForPage } from '../web/request-headers.ts';
import { SECURITY_HEADERS } from '../web/security-headers.ts';
import { HTML_TYPE } from '../web/tagged-answer.ts';
import type { Fault } from './locales/en.ts';
import { TEXTS } from './view.ts';

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

export interface ErrorPagesOptions {
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  supportUrl: string | null;
}

/** Errors outside the interfaces for programs: a page if the client prefers one, else JSON. */
export function createErrorPages({ baseUrl, supportUrl }: ErrorPagesOptions) {
  const cookies = createCookies(baseUrl);

  function send(answer: ErrorAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.headers(SECURITY_HEADERS);
    if (!asksForPage(request.headers.accept)) return sendError(reply, answer);
    const { status, headers = {} } = answer;
    const language = readLanguage(request, cookies);
    const { errors: t } = TEXTS[language];
    const { heading, text } = t.faults[FAULTS[status] ?? 'badRequest'];
    const next = toPagePath(request);
    const frame = { language, title: heading, supportUrl, languageChoice: { next } };
    const retry = isTemporary(status) ? next : undefined;
    const isAccount = retry === undefined && ACCOUNT.test(request.url);
    const actions = isAccount ? [{ href: '/cont/api', label: t.account }] : undefined;
    const html = renderMessage(frame, { heading, text, retry, actions });
    return reply.code(status).headers(headers).type(HTML_TYPE).send(html);
  }

  return {
    sendError: send,
    sendFault: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      send(toErrorAnswer(error, request), request, reply),
    sendNotFound: (request: FastifyRequest, reply: FastifyReply) =>
      send(HTTP_ERRORS.not_found, request, reply),
  };
}

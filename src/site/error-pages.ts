import type { FastifyReply, FastifyRequest } from 'fastify';
import { createErrorPage, type ErrorPageOptions, type ToMessage } from '../web/error-page.ts';
import { HTTP_ERRORS, toErrorAnswer } from '../web/errors.ts';
import { MESSAGE_PAGES } from '../web/frame/frame.ts';
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

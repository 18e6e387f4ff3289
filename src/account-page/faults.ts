import type { FastifyReply, FastifyRequest } from 'fastify';
import { asksForPage } from '../web/accept.ts';
import { type ErrorAnswer, HTTP_ERRORS, sendError, toErrorAnswer } from '../web/errors.ts';
import { SECURITY_HEADERS } from '../web/security-headers.ts';
import type { PageFault } from './locales/texts.ts';
import { ACCOUNT_PATH } from './tools.ts';
import { type PageView, textsOf } from './view.ts';

/** The text for each status; others say that the request could not be read. */
const FAULTS: Readonly<Record<number, PageFault>> = {
  403: 'crossSite',
  404: 'notFound',
  413: 'tooLarge',
  500: 'internal',
  503: 'unavailable',
};

/** Errors outside the interfaces for programs: a page if the client prefers one, else JSON. */
export function createFaultAnswers({ render, languageOf }: PageView) {
  function send(answer: ErrorAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.headers(SECURITY_HEADERS);
    if (!asksForPage(request.headers.accept)) return sendError(reply, answer);
    const { status, headers = {} } = answer;
    const language = languageOf(request);
    const t = textsOf(language);
    const fault = FAULTS[status] ?? 'badRequest';
    return render(reply.code(status).headers(headers), language, 'message', {
      heading: fault === 'notFound' ? t.notFoundTitle : t.faultTitle,
      message: t.faults[fault],
      next: ACCOUNT_PATH,
      nextLabel: t.back,
      narrow: true,
    });
  }

  return {
    sendFault: (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
      send(toErrorAnswer(error, request), request, reply),
    sendNotFound: (request: FastifyRequest, reply: FastifyReply) =>
      send(HTTP_ERRORS.not_found, request, reply),
  };
}

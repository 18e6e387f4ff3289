import type { FastifyReply, FastifyRequest } from 'fastify';
import { asksForPage } from '../web/accept.ts';
import { type ErrorAnswer, HTTP_ERRORS, sendError, toErrorAnswer } from '../web/errors.ts';
import { SECURITY_HEADERS } from '../web/security-headers.ts';
import type { PageFault } from './locales/texts.ts';
import type { PageView } from './page-view.ts';
import { ACCOUNT_PATH } from './paths.ts';
import { textsOf } from './view.ts';

/** What is told of each status; of the others, that the request could not be read. */
const FAULTS: Readonly<Record<number, PageFault>> = {
  403: 'crossSite',
  404: 'notFound',
  413: 'tooLarge',
  500: 'internal',
  503: 'unavailable',
};

export interface FaultAnswers {
  sendFault: (error: unknown, request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
}

/** Every error outside the interfaces for programs: a page where a browser asks, else JSON. */
export function createFaultAnswers({
  render,
  languageOf,
}: Pick<PageView, 'render' | 'languageOf'>): FaultAnswers {
  function send(answer: ErrorAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply {
    reply.headers(SECURITY_HEADERS);
    if (!asksForPage(request.headers.accept)) return sendError(reply, answer);
    const { status, headers = {} } = answer;
    const language = languageOf(request);
    const t = textsOf(language);
    return render(reply.code(status).headers(headers), language, 'message', {
      heading: t.faultTitle,
      message: t.faults[FAULTS[status] ?? 'badRequest'],
      next: ACCOUNT_PATH,
      nextLabel: t.back,
      narrow: true,
    });
  }

  return {
    sendFault: (error, request, reply) => send(toErrorAnswer(error, request), request, reply),
    sendNotFound: (request, reply) => send(HTTP_ERRORS.not_found, request, reply),
  };
}

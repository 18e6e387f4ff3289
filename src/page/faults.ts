import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/unavailable.ts';
import { CrossSite } from '../web/same-origin.ts';
import type { PageFault } from './locales/texts.ts';
import { ACCOUNT_PATH } from './paths.ts';
import type { PageTools } from './tools.ts';
import { textsOf } from './view.ts';

const FAULT_STATUS = {
  badRequest: 400,
  crossSite: 403,
  notFound: 404,
  tooLarge: 413,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<PageFault, number>;

/** How soon to try again after a failure of ours, in seconds. */
const RETRY_AFTER = '5';

export type SendFault = (
  fault: PageFault,
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply;

export function createSendFault({
  render,
  languageOf,
}: Pick<PageTools, 'render' | 'languageOf'>): SendFault {
  return (fault, request, reply) => {
    const language = languageOf(request);
    const t = textsOf(language);
    if (fault === 'unavailable') reply.header('retry-after', RETRY_AFTER);
    return render(reply.code(FAULT_STATUS[fault]), language, 'message', {
      heading: t.faultTitle,
      message: t.faults[fault],
      next: ACCOUNT_PATH,
      nextLabel: t.back,
      narrow: true,
    });
  };
}

/** What was thrown becomes a page; the unexpected is logged whole and shown masked. */
export function answerPageFault(sendFault: SendFault) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const fault = toFault(error);
    if (FAULT_STATUS[fault] >= 500) request.log.error({ err: error }, 'the account page failed');
    return sendFault(fault, request, reply);
  };
}

function toFault(error: unknown): PageFault {
  if (error instanceof CrossSite) return 'crossSite';
  if (error instanceof Unavailable) return 'unavailable';
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return 'tooLarge';
  return typeof status === 'number' && status < 500 ? 'badRequest' : 'internal';
}

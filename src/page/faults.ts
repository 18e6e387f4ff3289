import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/unavailable.ts';
import type { PageFault } from './locales/texts.ts';
import type { PageTools } from './page.ts';
import { textsOf } from './view.ts';

/** An unsafe request that does not come from a page of this service. */
export class CrossSite extends Error {
  override name = 'CrossSite';
}

const FAULT_STATUS = {
  crossSite: 403,
  tooLarge: 413,
  badRequest: 400,
  unavailable: 503,
  internal: 500,
} as const satisfies Partial<Record<PageFault, number>>;

/** How soon a browser is told to try again, in seconds. */
const RETRY_AFTER = '5';

/** What was thrown becomes a page; the unexpected is logged whole and shown masked. */
export function answerPageFault({ render, languageOf }: Pick<PageTools, 'render' | 'languageOf'>) {
  return (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const fault = toFault(error);
    const status = FAULT_STATUS[fault];
    if (status >= 500) request.log.error({ err: error }, 'the account page failed');
    if (fault === 'unavailable') reply.header('retry-after', RETRY_AFTER);
    const language = languageOf(request);
    const t = textsOf(language);
    return render(reply.code(status), language, 'message', {
      heading: t.faults.title,
      message: t.faults[fault],
      next: '/cont/api',
      nextLabel: t.back,
      narrow: true,
    });
  };
}

function toFault(error: unknown): keyof typeof FAULT_STATUS {
  if (error instanceof CrossSite) return 'crossSite';
  if (error instanceof Unavailable) return 'unavailable';
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : 500;
  if (status === 413) return 'tooLarge';
  return typeof status === 'number' && status < 500 ? 'badRequest' : 'internal';
}

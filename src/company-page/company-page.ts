import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLanguage, type Language } from '../domain/account/language.ts';
import type { Delisting, ServedCompany } from '../domain/company/company.ts';
import { isStoredIdno } from '../domain/company/idno.ts';
import { createCookies } from '../web/cookies.ts';
import {
  type ErrorAnswer,
  HTTP_ERRORS,
  isTemporary,
  sendError,
  toErrorAnswer,
} from '../web/errors.ts';
import { readLanguage, toPagePath } from '../web/language.ts';
import { allowReadsOnly } from '../web/read-only.ts';
import { asksForPage } from '../web/request-headers.ts';
import { PAGE_HEADERS } from '../web/security-headers.ts';
import { HTML_TYPE, sendPage, toPage } from '../web/tagged-answer.ts';
import { createVisitorLimit, VISITOR_REFUSALS } from '../web/visitor-limit.ts';
import type { MessageName } from './locales/en.ts';
import { COMPANY_PAGE_PATH, renderCompany, renderMessage, serveAssets } from './view.ts';

export interface CompanyPageDependencies {
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  /** Where people get help; null: there is no such place. */
  supportUrl: string | null;
  /** Null if the register has no such company. Rejects with Unavailable. */
  findCompany: (idno: string) => Promise<ServedCompany | null>;
  /** Null while the register lists the company. Rejects with Unavailable. */
  findDelisting: (idno: string) => Promise<Delisting | null>;
  /** Date of the dump that is served, `YYYY-MM-DD`; null before the first import. */
  readDataDate: () => string | null | Promise<string | null>;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

/** What is said of a company that the register does not have. */
interface Missing {
  name: MessageName;
  dataDate: string | null;
}

const HEADERS = {
  // JSON-LD is a data block, to which script-src does not apply.
  ...PAGE_HEADERS,
  'x-robots-tag': 'noindex',
};

/** Other statuses say that the request could not be read. */
const MESSAGES: Readonly<Record<number, MessageName>> = {
  404: 'notFound',
  429: 'tooMany',
  500: 'internal',
  503: 'unavailable',
};

/** `/companie/{idno}`: what the register says about a company, without people. No key is needed. */
export function companyPage(
  scope: FastifyInstance,
  dependencies: CompanyPageDependencies,
  done: () => void,
) {
  const { baseUrl, supportUrl, findCompany, findDelisting, readDataDate, elapsedMs } = dependencies;
  const cookies = createCookies(baseUrl);
  const findRefusal = createVisitorLimit(elapsedMs);

  /** As a page if the client prefers one, else as JSON. */
  function sendFault(
    answer: ErrorAnswer,
    request: FastifyRequest,
    reply: FastifyReply,
    { name = MESSAGES[answer.status] ?? 'badRequest', dataDate = null }: Partial<Missing> = {},
  ) {
    reply.header('cache-control', 'no-store');
    if (!asksForPage(request.headers.accept)) return sendError(reply, answer);
    const { status, headers = {} } = answer;
    const path = toPagePath(request);
    const view = { name, dataDate, path, canRetry: isTemporary(status), supportUrl };
    const html = renderMessage(view, chooseLanguage(request));
    return reply.code(status).headers(headers).type(HTML_TYPE).send(html);
  }

  /** The address names a language where the visitor has chosen one on the page. */
  function chooseLanguage(request: FastifyRequest): Language {
    const { lang } = Object(request.query);
    return typeof lang === 'string' && isLanguage(lang) ? lang : readLanguage(request, cookies);
  }

  scope.addHook('onRequest', (_request, reply, next) => {
    reply.headers(HEADERS);
    next();
  });
  scope.setErrorHandler((error, request, reply) =>
    sendFault(toErrorAnswer(error, request), request, reply),
  );

  allowReadsOnly(scope, sendFault);
  serveAssets(scope);
  scope.get<{ Params: { idno: string } }>(`${COMPANY_PAGE_PATH}/:idno`, async (request, reply) => {
    const refusal = findRefusal(request.ip);
    if (refusal !== null) return sendFault(VISITOR_REFUSALS[refusal], request, reply);
    const { idno } = request.params;
    const company = isStoredIdno(idno) ? await findCompany(idno) : null;
    if (company === null) {
      const missing = isStoredIdno(idno)
        ? ({ name: 'missing', dataDate: await readDataDate() } as const)
        : {};
      return sendFault(HTTP_ERRORS.not_found, request, reply, missing);
    }
    const delisting = company.delistedSince === undefined ? null : await findDelisting(idno);
    const dataDate = delisting === null ? await readDataDate() : delisting.dataDate;
    const view = {
      company,
      delistedSince: delisting?.since ?? null,
      dataDate,
      baseUrl,
      supportUrl,
    };
    return sendPage(request, reply, toPage(renderCompany(view, chooseLanguage(request))));
  });
  done();
}

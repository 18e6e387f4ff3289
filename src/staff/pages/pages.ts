import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Account } from '../../domain/account/account.ts';
import { API_KEY_PREFIX, KEY_START_LENGTH } from '../../domain/account/api-key.ts';
import type { Language } from '../../domain/account/language.ts';
import { cutSecrets } from '../../domain/account/secret-texts.ts';
import { isStoredIdno } from '../../domain/company/idno.ts';
import { createTimeFormat, toDayText } from '../../domain/time/time-format.ts';
import { toDay } from '../../domain/time/time-zone.ts';
import type { StaffContext } from '../../schema/staff/context.ts';
import { HTTP_ERRORS, RefusedRequest } from '../../web/errors.ts';
import { createPages } from '../../web/frame/frame.ts';
import { toRichHtml } from '../../web/frame/markup.ts';
import { toHref } from '../../web/href.ts';
import { isPageAddress } from '../../web/language.ts';
import { allowReadsOnly } from '../../web/scope.ts';
import { PAGES_PATH, STAFF_PATH } from '../refusals.ts';
import { listOtherFlags, toCompanyFields } from './company-fields.ts';
import { runOperation } from './operations.ts';
import { toVerdict } from './verdict.ts';

const PAGES = createPages({ folder: import.meta.dirname, style: 'pages.css' });
const DAY_MS = 86_400_000;
const USAGE_DAYS = 30;
const MAX_QUERY_LENGTH = 200;
/** Further ones are only compared with. */
const LISTED_IMPORTS = 50;

const formatTime = createTimeFormat('en', 'short');
const formatTimeToSecond = createTimeFormat('en', 'short', '2-digit');
/** What all templates use. */
const TOOLS = {
  path: PAGES_PATH,
  keyPrefix: API_KEY_PREFIX,
  time: (at: string) => formatTime(Date.parse(at)),
  timeToSecond: (at: string) => formatTimeToSecond(Date.parse(at)),
  day: (day: string) => toDayText(day, 'en'),
  count: (value: number) => value.toLocaleString('en'),
  href: (path: string, parameters: Readonly<Record<string, string | null>>) =>
    toHref(PAGES_PATH + path, parameters),
};

export interface StaffPagesDependencies {
  /** Throws a RefusedRequest without the role. */
  requireStaff: (request: FastifyRequest) => Promise<Account>;
  /** Runs an operation as `/graphql` does: with its context and its time limit. */
  run: <Result>(
    request: FastifyRequest,
    account: Account,
    work: (context: StaffContext) => Promise<Result>,
  ) => Promise<Result>;
  /** Where people get help; null: pages have no such link. */
  supportUrl: string | null;
  /** The language of the frame; the pages themselves are in English. */
  languageOf: (request: FastifyRequest) => Language;
  nowMs: () => number;
}

interface PageValues {
  title: string;
  [name: string]: unknown;
}
type Query = Readonly<Record<string, unknown>>;
type Asked = { query: Query; params: Readonly<Record<string, string>> };

/** Reads for a page: its template's values, or the path to go to instead. */
type ReadPage = (asked: Asked, context: StaffContext) => Promise<PageValues | string>;

/** Read-only pages over the staff view, for what staff look up most. */
export function staffPages(scope: FastifyInstance, dependencies: StaffPagesDependencies): void {
  const { requireStaff, run, supportUrl, languageOf, nowMs } = dependencies;
  scope.register((pages, _options, done) => {
    allowReadsOnly(pages, () => {
      throw new RefusedRequest(HTTP_ERRORS.method_not_allowed);
    });
    PAGES.serveAssets(pages);
    const serve = (path: string, template: string, read: ReadPage) =>
      pages.get(`${PAGES_PATH}${path}`, async (request, reply) => {
        const account = await requireStaff(request);
        const { query, params } = request as Asked;
        const values = await run(request, account, (context) => read({ query, params }, context));
        if (typeof values === 'string') return reply.redirect(PAGES_PATH + values, 303);
        return send(request, reply, template, account, values);
      });
    serve('', 'search', readSearch);
    serve('/account', 'account', (asked, context) => readAccount(asked, context, nowMs()));
    serve('/company/:idno', 'company', readCompany);
    serve('/imports', 'imports', readImports);
    done();
  });

  function send(
    request: FastifyRequest,
    reply: FastifyReply,
    template: string,
    { email }: Account,
    values: PageValues,
  ) {
    const { title } = values;
    // A key that somebody pasted is not shown again.
    const address = cutSecrets(request.url);
    const frame = {
      language: languageOf(request),
      title: `${title} · Staff`,
      supportUrl,
      languageChoice: { next: isPageAddress(address) ? address : PAGES_PATH },
      signedInAs: email,
    };
    const html = PAGES.render(template, { ...TOOLS, ...values, template, frame });
    return reply.type('text/html; charset=utf-8').send(html);
  }
}

/** A parameter's text, of several the first; empty without one. */
function readText(query: Query, name: string): string {
  const { [name]: value } = query;
  const text: unknown = Array.isArray(value) ? value[0] : value;
  return typeof text === 'string' ? text.trim() : '';
}

/** What was typed may be the id of a request, which the service makes. */
const REQUEST_ID = /^[\w-]{1,64}$/;

/** Accounts, requests and companies by what was typed; an IDNO leads to its company. */
async function readSearch({ query }: Asked, context: StaffContext) {
  const text = readText(query, 'q').slice(0, MAX_QUERY_LENGTH);
  if (isStoredIdno(text)) return `/company/${text}`;
  const isKey = text.startsWith(API_KEY_PREFIX);
  // Of a whole key that somebody pasted nothing else is shown again.
  const shown = isKey ? text.slice(0, KEY_START_LENGTH) : cutSecrets(text);
  const values = { title: 'Search', text: shown, accounts: null, requests: [], companies: null };
  if (text === '') return values;
  const after = { accounts: readText(query, 'accounts'), companies: readText(query, 'companies') };
  const wanted = isKey ? { keyStart: shown } : { email: shown };
  const [{ accounts }, byRequest, companies] = await Promise.all([
    runOperation('FindAccounts', context, { ...wanted, after: after.accounts || null }),
    !isKey && REQUEST_ID.test(shown)
      ? runOperation('FindRequest', context, { requestId: shown })
      : null,
    // No company's name has the sign of an e-mail address.
    isKey || text.includes('@')
      ? null
      : runOperation('FindCompanies', context, { text: shown, after: after.companies || null }),
  ]);
  const requests = (byRequest?.accounts.edges ?? []).flatMap(({ node }) =>
    node.failedRequests
      .filter(({ requestId }) => requestId === shown)
      .map((request) => ({ ...request, email: node.email })),
  );
  return { ...values, isKey, after, accounts, requests, companies: companies?.search ?? null };
}

async function readAccount({ query }: Asked, context: StaffContext, nowMs: number) {
  const email = readText(query, 'email');
  const to = toDay(nowMs);
  const from = toDay(nowMs - (USAGE_DAYS - 1) * DAY_MS);
  const after = readText(query, 'after');
  const data = await runOperation('Account', context, { email, from, to, after: after || null });
  return { title: data.account.email, ...data, isFirst: after === '', days: USAGE_DAYS };
}

async function readCompany({ params }: Asked, context: StaffContext) {
  const { idno = '' } = params;
  const { company } = await runOperation('Company', context, { idno });
  const otherFlags = listOtherFlags(company);
  return {
    title: company.name,
    company,
    fields: toCompanyFields(company),
    otherFlags,
    rich: toRichHtml,
  };
}

/** The newest first, each with a verdict. */
async function readImports(_asked: Asked, context: StaffContext) {
  const { imports } = await runOperation('Imports', context, {});
  const listed = imports.slice(0, LISTED_IMPORTS).map((run, index) => {
    return {
      run,
      verdict: toVerdict(run, imports.slice(index + 1)),
      editor: toImportQuery(run.id),
    };
  });
  return { title: 'Imports', imports: listed };
}

/** The editor's address with a query for what an import rejected and changed. */
function toImportQuery(id: string): string {
  const importId = JSON.stringify(id);
  const query = `{
  rejects(importId: ${importId}) {
    totalCount
    edges { node { row column value reason } }
  }
  importChanges(importId: ${importId}) {
    totalCount
    edges { node { idno kind fields cause } }
  }
}`;
  return toHref(STAFF_PATH, { query });
}

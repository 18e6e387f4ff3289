import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GraphQLError } from 'graphql';
import { SIGN_IN_PATH } from '../accounts/sign-in/sign-in.ts';
import type { StaffSignIn } from '../accounts/sign-in/staff-sign-in.ts';
import type { Account } from '../domain/account/account.ts';
import { withTimeLimit } from '../domain/time-limit.ts';
import { staffSchema } from '../schema/index.ts';
import type { StaffContext } from '../schema/staff/context.ts';
import type { OpenQueryReads } from '../store/query-reads.ts';
import { createCookies } from '../web/cookies.ts';
import { RefusedRequest } from '../web/errors.ts';
import { createGraphqlEndpoint } from '../web/graphql-endpoint.ts';
import { readLanguage } from '../web/language.ts';
import { asksForPage, requireSameOrigin } from '../web/request.ts';
import { addHeaders, refuseOtherMethods, SECURITY_HEADERS } from '../web/scope.ts';
import { type ContextDependencies, toStaffContext } from './context.ts';
import { limitCost } from './cost.ts';
import { sendGraphiql, serveGraphiqlFiles } from './graphiql.ts';
import type { OidcConfig } from './oidc/provider.ts';
import { OIDC_SIGN_IN_PATH, oidcRoutes } from './oidc/routes.ts';
import { staffPages } from './pages/pages.ts';
import {
  createStaffErrorHandler,
  NOT_SIGNED_IN,
  NOT_STAFF,
  OTHER_METHOD,
  STAFF_PATH,
} from './refusals.ts';

const LIMITS = { maxBodyBytes: 262_144, maxAliases: 30 };
export const OPERATION_TIMEOUT_MS = 5_000;

export interface StaffDependencies extends ContextDependencies {
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  /** Where people get help; null: pages have no such link. */
  supportUrl: string | null;
  openStaffReads: OpenQueryReads;
  staffSignIn: StaffSignIn;
  /** Null: staff sign in like account holders. */
  oidc: OidcConfig | null;
  /** How long the reads of an operation may take. */
  operationTimeoutMs?: number | undefined;
}

/** `/graphql`, everything, and the pages at `/staff`, for signed-in staff alone. */
export function staff(scope: FastifyInstance, dependencies: StaffDependencies, done: () => void) {
  const { baseUrl, supportUrl, sessions, oidc, openStaffReads, nowMs } = dependencies;
  const { operationTimeoutMs = OPERATION_TIMEOUT_MS } = dependencies;
  const { origin } = new URL(baseUrl);
  const cookies = createCookies(baseUrl);
  const languageOf = (request: FastifyRequest) => readLanguage(request, cookies);
  scope.register(fastifyCookie);
  const { run, toAnswer } = createGraphqlEndpoint<StaffContext>(scope, {
    schema: staffSchema,
    path: STAFF_PATH,
    baseUrl,
    ...LIMITS,
    checkOperation: limitCost,
    faultsSetStatus: false,
  });
  const signInUrl = oidc === null ? SIGN_IN_PATH : OIDC_SIGN_IN_PATH;
  scope.setErrorHandler(createStaffErrorHandler(toAnswer, { signInUrl, supportUrl, cookies }));
  addHeaders(scope, SECURITY_HEADERS);
  serveGraphiqlFiles(scope);
  if (oidc !== null) oidcRoutes(scope, { ...dependencies, oidc, cookies });

  async function requireStaff(request: FastifyRequest): Promise<Account> {
    const signedIn = await sessions.findSignedIn(cookies.read(request, 'session') ?? '');
    if (signedIn === null) throw new RefusedRequest(NOT_SIGNED_IN);
    request.accountId = signedIn.account.id;
    if (signedIn.role !== 'staff') throw new RefusedRequest(NOT_STAFF);
    return signedIn.account;
  }

  refuseOtherMethods(scope, STAFF_PATH, ['GET', 'POST'], async () => {
    throw new RefusedRequest(OTHER_METHOD);
  });
  scope.route({
    method: ['GET', 'POST'],
    url: STAFF_PATH,
    // Before the body is read, so that a request without the right to ask costs little.
    preParsing: async (request) => {
      await requireStaff(request);
      if (!isNavigation(request)) requireSameOrigin(request, origin);
    },
    handler: async (request, reply) => {
      // Read again: the role at the moment of the operation counts.
      const account = await requireStaff(request);
      if (!isNavigation(request)) {
        return inTime(request, account, (context) => run(request, reply, context));
      }
      return sendGraphiql(reply, {
        email: account.email,
        language: languageOf(request),
        supportUrl,
        nowMs: nowMs(),
      });
    },
  });

  staffPages(scope, {
    requireStaff,
    supportUrl,
    languageOf,
    nowMs,
    run: inTime,
  });

  async function inTime<Result>(
    request: FastifyRequest,
    account: Account,
    work: (context: StaffContext) => Promise<Result>,
  ): Promise<Result> {
    return await withTimeLimit(
      operationTimeoutMs,
      (signal) => work(toStaffContext(dependencies, openStaffReads(signal), account, request)),
      () => toTimeout(operationTimeoutMs, request.id),
    );
  }
  done();
}

/** A browser's navigation never runs an operation, even with one in its address. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && asksForPage(headers.accept);
}

function toTimeout(timeoutMs: number, requestId: string): GraphQLError {
  const message = `The query was stopped after ${timeoutMs / 1_000} s; ask for less at once.`;
  return new GraphQLError(message, { extensions: { code: 'QUERY_TIMEOUT', requestId } });
}

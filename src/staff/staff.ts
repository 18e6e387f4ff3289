import fastifyCookie from '@fastify/cookie';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import type { StaffSignIn } from '../accounts/staff-sign-in.ts';
import type { OidcConfig } from '../config/oidc.ts';
import type { OpenStaffReads } from '../store/port/staff-reads.ts';
import { asksForPage } from '../web/accept.ts';
import { createCookies } from '../web/cookies.ts';
import { RefusedRequest } from '../web/errors.ts';
import { CrossSite, isSameOrigin } from '../web/same-origin.ts';
import { SECURITY_HEADERS } from '../web/security-headers.ts';
import { sendGraphiql, serveGraphiqlFiles } from './graphiql.ts';
import { QueryTimeout } from './masked-errors.ts';
import { serveMessageStyle } from './message.ts';
import { OIDC_SIGN_IN_PATH, oidcRoutes } from './oidc/routes.ts';
import { type OperationSources, toOperationContext } from './operation-context.ts';
import { createStaffOperations, STAFF_PATH } from './operations.ts';
import { createStaffFaults, NotStaff } from './refusals.ts';

const MAX_BODY_BYTES = 262_144;
export const OPERATION_TIMEOUT_MS = 5_000;

export interface StaffDependencies extends OperationSources {
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  openStaffReads: OpenStaffReads;
  staffSignIn: StaffSignIn;
  /** Null: staff sign in like account holders. */
  oidc: OidcConfig | null;
  /** After so long the reads of an operation are ended, and it with them. */
  operationTimeoutMs?: number;
}

/** `/graphql`: everything, for signed-in staff alone. */
export function staff(scope: FastifyInstance, dependencies: StaffDependencies, done: () => void) {
  const { baseUrl, sessions, oidc, openStaffReads } = dependencies;
  const { operationTimeoutMs = OPERATION_TIMEOUT_MS } = dependencies;
  const { origin } = new URL(baseUrl);
  const cookies = createCookies(baseUrl);
  const execute = createStaffOperations(baseUrl);
  scope.register(fastifyCookie);
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser(
    '*',
    { parseAs: 'buffer', bodyLimit: MAX_BODY_BYTES },
    (_request, body, parsed) => parsed(null, body),
  );
  scope.addHook('onRequest', (_request, reply, next) => {
    reply.headers(SECURITY_HEADERS);
    next();
  });
  scope.setErrorHandler(createStaffFaults(oidc === null ? SIGN_IN_PATH : OIDC_SIGN_IN_PATH));
  serveGraphiqlFiles(scope);
  serveMessageStyle(scope);
  if (oidc !== null) oidcRoutes(scope, { ...dependencies, oidc, cookies });

  async function requireStaff(request: FastifyRequest) {
    const signedIn = await sessions.findSignedIn(cookies.read(request, 'session') ?? '');
    if (signedIn === null) throw new NotStaff(401);
    if (signedIn.role !== 'staff') throw new NotStaff(403);
    return signedIn.account;
  }

  // Before the body is read: who may not ask is not listened to either.
  scope.route({
    method: ['GET', 'POST'],
    url: STAFF_PATH,
    preParsing: async (request) => {
      await requireStaff(request);
      if (!isNavigation(request) && !isSameOrigin(request.headers, origin)) throw new CrossSite();
    },
    handler: async (request, reply) => {
      if (isNavigation(request)) return sendGraphiql(reply);
      // Read again: the role of the moment at which it is carried out counts.
      return operate(request, reply);
    },
  });

  async function operate(request: FastifyRequest, reply: FastifyReply) {
    const account = await requireStaff(request);
    const controller = new AbortController();
    const timer = setTimeout(() => {
      controller.abort(timeout(operationTimeoutMs));
    }, operationTimeoutMs);
    try {
      const reads = openStaffReads(controller.signal);
      const context = toOperationContext(dependencies, reads, account, request);
      const answer = await execute(request, context);
      const { status, type, body, headers } = answer;
      // GraphQL over HTTP refuses some of the headers without a body.
      if (body === '') throw new RefusedRequest(status);
      return reply.code(status).headers(headers).type(type).send(body);
    } finally {
      clearTimeout(timer);
    }
  }
  done();
}

/** A browser's navigation, which never runs an operation, whatever stands in its address. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && asksForPage(headers.accept);
}

function timeout(afterMs: number): QueryTimeout {
  return new QueryTimeout(`The query was ended after ${afterMs / 1_000} s; ask for less at once.`);
}

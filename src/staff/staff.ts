import fastifyCookie from '@fastify/cookie';
import { createComplexityRule } from '@pothos/plugin-complexity';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { GraphQLError, validate } from 'graphql';
import { toStaffActor } from '../accounts/actor.ts';
import type { Sessions } from '../accounts/sessions.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import type { StaffSignIn } from '../accounts/staff-sign-in.ts';
import type { Account } from '../domain/account/account.ts';
import { createToCompanyUrl } from '../domain/company/company-url.ts';
import { withTimeLimit } from '../domain/time-limit.ts';
import { staffSchema } from '../schema/index.ts';
import type { CompanyListContext } from '../schema/loaders.ts';
import type { StaffContext } from '../schema/staff/context.ts';
import { createCompanyLists, createStaffLoaders } from '../schema/staff/loaders.ts';
import type { Context } from '../schema/types.ts';
import type { OpenQueryReads, QueryReads } from '../store/port/query-reads.ts';
import { createCookies } from '../web/cookies.ts';
import type { SentOperation } from '../web/document-limits.ts';
import { RefusedRequest } from '../web/errors.ts';
import { createGraphqlEndpoint } from '../web/graphql-endpoint.ts';
import { asksForPage, requireSameOrigin } from '../web/request.ts';
import { addHeaders, SECURITY_HEADERS } from '../web/scope.ts';
import { sendGraphiql, serveGraphiqlFiles } from './graphiql.ts';
import type { OidcConfig } from './oidc/provider.ts';
import { OIDC_SIGN_IN_PATH, oidcRoutes } from './oidc/routes.ts';
import { createStaffErrorHandler, NOT_SIGNED_IN, NOT_STAFF, STAFF_PATH } from './refusals.ts';

const LIMITS = { maxBodyBytes: 262_144, maxAliases: 30 };
export const OPERATION_TIMEOUT_MS = 5_000;

type OperationContext = StaffContext & Context & CompanyListContext;

export interface StaffDependencies
  extends Pick<StaffContext, 'accounts' | 'audit' | 'keys' | 'nowMs'> {
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  /** The address of a company's public page, with `{idno}` in it. */
  companyUrl: string;
  /** Where people get help; null: there is no such place. */
  supportUrl: string | null;
  sessions: Sessions;
  openStaffReads: OpenQueryReads;
  staffSignIn: StaffSignIn;
  /** Null: staff sign in like account holders. */
  oidc: OidcConfig | null;
  /** How long the reads of an operation may take. */
  operationTimeoutMs?: number | undefined;
}

/** `/graphql`: everything, for signed-in staff alone. */
export function staff(scope: FastifyInstance, dependencies: StaffDependencies, done: () => void) {
  const { baseUrl, supportUrl, sessions, oidc, openStaffReads, nowMs } = dependencies;
  const { operationTimeoutMs = OPERATION_TIMEOUT_MS } = dependencies;
  const { origin } = new URL(baseUrl);
  const cookies = createCookies(baseUrl);
  scope.register(fastifyCookie);
  const { run, toAnswer } = createGraphqlEndpoint<OperationContext>(scope, {
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
    if (signedIn.role !== 'staff') throw new RefusedRequest(NOT_STAFF);
    return signedIn.account;
  }

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
      if (!isNavigation(request)) return operate(request, reply, account);
      return sendGraphiql(reply, { email: account.email, supportUrl, nowMs: nowMs() });
    },
  });

  async function operate(request: FastifyRequest, reply: FastifyReply, account: Account) {
    return await withTimeLimit(
      operationTimeoutMs,
      (signal) => {
        const reads = openStaffReads(signal);
        return run(request, reply, toOperationContext(dependencies, reads, account, request));
      },
      () => toTimeout(operationTimeoutMs, request.id),
    );
  }
  done();
}

/**
 * What the resolvers of the staff view may use. Each part is listed, because the dependencies hold
 * secrets and further operations that their type does not show.
 */
function toOperationContext(
  { accounts, audit, companyUrl, keys, nowMs, sessions }: StaffDependencies,
  reads: QueryReads,
  staff: Account,
  request: FastifyRequest,
): OperationContext {
  const { find, setPlan } = accounts;
  const { append } = audit;
  const { revoke } = keys;
  const { signOutEverywhere } = sessions;
  const staffLoaders = createStaffLoaders(reads, nowMs);
  const { companyByIdno } = staffLoaders;
  return {
    staff,
    actor: toStaffActor(staff.email, request.ip),
    reads,
    staffLoaders,
    loaders: { companyByIdno },
    ...createCompanyLists(reads, staffLoaders),
    accounts: { find, setPlan },
    audit: { append },
    keys: { revoke },
    sessions: { signOutEverywhere },
    nowMs,
    toCompanyUrl: createToCompanyUrl(companyUrl),
  };
}

/** A browser's navigation never runs an operation, even with one in its address. */
function isNavigation({ method, headers }: FastifyRequest): boolean {
  return method === 'GET' && asksForPage(headers.accept);
}

function toTimeout(timeoutMs: number, requestId: string): GraphQLError {
  const message = `The query was stopped after ${timeoutMs / 1_000} s; ask for less at once.`;
  return new GraphQLError(message, { extensions: { code: 'QUERY_TIMEOUT', requestId } });
}

/**
 * A page of 100 companies with founders, history and linked companies costs about 8,000.
 */
const MAX_COST = 10_000;

/**
 * Refuses an operation, before it runs, that would resolve too many fields for the lengths that it
 * asks for. The cost of a list comes from its field, which refuses a length out of range.
 */
function limitCost({ schema, document, variables, operationName }: SentOperation) {
  const limit = createComplexityRule({
    // No cost depends on who asks.
    context: {},
    variableValues: variables,
    operationName,
    validate({ complexity }, reportError) {
      if (complexity > MAX_COST) reportError(tooComplex(complexity));
    },
  });
  try {
    return validate(schema, document, [limit]);
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function tooComplex(cost: number): GraphQLError {
  return new GraphQLError(
    `The query costs ${cost}, and at most ${MAX_COST} is allowed; ask for fewer entries or fields.`,
    { extensions: { code: 'QUERY_TOO_COMPLEX' } },
  );
}

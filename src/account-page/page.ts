import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Actor, toHolder } from '../accounts/actor.ts';
import type { SignedInAccount } from '../accounts/sign-in/sessions.ts';
import { pick } from '../domain/pick.ts';
import { accountSchema } from '../schema/index.ts';
import type { HolderContext } from '../schema/types.ts';
import type { Cookies } from '../web/cookies.ts';
import { RefusedRequest } from '../web/errors.ts';
import { createGraphqlEndpoint, sendGraphqlError } from '../web/graphql-endpoint.ts';
import { createAccountLimit } from '../web/page-limits.ts';
import { requireSameOrigin } from '../web/request.ts';
import { addHeaders, refuseOtherMethods, SECURITY_HEADERS } from '../web/scope.ts';
import { setPart } from '../web/service-part.ts';
import { accountRoutes } from './account-routes.ts';
import { changeRoutes } from './change-routes.ts';
import { confirmationRoutes } from './confirmation-routes.ts';
import { failedRequestRoutes } from './failed-request-routes.ts';
import { KEY_CHANGES } from './key-changes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { ACCOUNT_PATH, type PageDependencies, type PageTools } from './tools.ts';
import { createPageView, serveAssets } from './view.ts';
import { watchListRoutes } from './watch-list-routes.ts';
import { createWayBack } from './way-back.ts';
import { WEBHOOK_CHANGES } from './webhook-changes.ts';

const MAX_FORM_BYTES = 8_192;
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];
const GRAPHQL_PATH = `${ACCOUNT_PATH}/graphql`;
const GRAPHQL_LIMITS = { maxBodyBytes: 65_536, maxAliases: 15 };
const GRAPHQL_METHOD_REFUSAL = {
  status: 405,
  error: 'method_not_allowed',
  message: 'Send operations by POST.',
  headers: { allow: 'POST' },
};
const GRAPHQL_SIGN_IN_REFUSAL = {
  status: 401,
  error: 'unauthenticated',
  message: `Sign in at ${ACCOUNT_PATH} first.`,
};

/** `/cont/api`: sign-in, the account's page, and the same operations by GraphQL. */
export function page(scope: FastifyInstance, dependencies: PageDependencies, done: () => void) {
  const { baseUrl, offer, sessions } = dependencies;
  const view = createPageView(baseUrl, offer);
  const { cookies } = view;
  const { origin } = new URL(baseUrl);
  const limitAccount = createAccountLimit(dependencies.elapsedMs);
  warnOfSettings(scope, dependencies, cookies);
  scope.register(fastifyCookie);
  scope.register(fastifyFormbody, { bodyLimit: MAX_FORM_BYTES });
  addHeaders(scope, SECURITY_HEADERS);
  // After the cookies, which choose the language of a refusal, and before the body is read.
  scope.addHook('preParsing', async (request) => {
    if (!SAFE_METHODS.includes(request.method)) requireSameOrigin(request, origin);
  });

  async function readHolder(request: FastifyRequest): Promise<HolderContext | null> {
    const sessionId = cookies.read(request, 'session');
    const signedIn = sessionId === null ? null : await sessions.findSignedIn(sessionId);
    request.accountId = signedIn?.account.id ?? null;
    const actor = toHolder(request.ip, request.headers['user-agent']);
    return signedIn && toHolderContext(dependencies, signedIn, actor);
  }

  async function findHolder(request: FastifyRequest): Promise<HolderContext | null> {
    const context = await readHolder(request);
    if (context !== null) limitAccount(context.holder.id);
    return context;
  }

  const signInAndBack = createWayBack(cookies);
  const holderRoute: PageTools['holderRoute'] = (method, url, options, open) => {
    const { bodyLimit, ...wayBack } = options;
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      const context = await findHolder(request);
      if (context === null) return signInAndBack.sendToSignIn(request, reply, wayBack);
      return open(request, reply, context);
    };
    scope.route({ method, url, handler, ...(bodyLimit !== undefined && { bodyLimit }) });
  };

  setPart(scope, 'account');
  serveAssets(scope);
  const tools = { ...dependencies, ...view, ...signInAndBack, findHolder, readHolder, holderRoute };
  signInRoutes(scope, tools);
  accountRoutes(scope, tools);
  changeRoutes(scope, tools, KEY_CHANGES);
  changeRoutes(scope, tools, WEBHOOK_CHANGES);
  watchListRoutes(tools);
  failedRequestRoutes(tools);
  confirmationRoutes(tools);
  scope.all('/cont/*', dependencies.sendNotFound);
  scope.register(accountGraphql, { baseUrl, findHolder });
  done();
}

/**
 * What the resolvers of the account view may use. Each part is listed, because the dependencies hold
 * secrets and operations on other accounts that their type does not show.
 */
function toHolderContext(
  dependencies: PageDependencies,
  { account: holder, sessionIdHash, role }: SignedInAccount,
  actor: Actor,
): HolderContext {
  const { confirmations, sessions, webhooks } = dependencies;
  return {
    holder,
    role,
    sessionIdHash,
    actor,
    ...pick(dependencies, 'keys', 'setPreferences', 'readUsage', 'listFailedRequests'),
    ...pick(dependencies, 'findWatchListSize', 'listAudit', 'countRecent', 'nowMs'),
    confirmations,
    sessions: pick(sessions, 'list', 'end', 'signOutEverywhere'),
    webhooks: pick(
      webhooks,
      'isOn',
      'allowsLocal',
      'find',
      'set',
      'rotate',
      'test',
      'pause',
      'resume',
      'resend',
      'remove',
    ),
  };
}

/** The account view for programs of the signed-in holder, under the page's origin rule. */
function accountGraphql(
  scope: FastifyInstance,
  { baseUrl, findHolder }: Pick<PageTools, 'baseUrl' | 'findHolder'>,
  done: () => void,
) {
  const { run, toAnswer } = createGraphqlEndpoint<HolderContext>(scope, {
    schema: accountSchema,
    path: GRAPHQL_PATH,
    baseUrl,
    ...GRAPHQL_LIMITS,
    faultsSetStatus: true,
  });
  scope.setErrorHandler((error, request, reply) =>
    sendGraphqlError(request, reply, toAnswer(error, request)),
  );

  refuseOtherMethods(scope, GRAPHQL_PATH, 'POST', async () => {
    throw new RefusedRequest(GRAPHQL_METHOD_REFUSAL);
  });

  scope.post(GRAPHQL_PATH, async (request, reply) => {
    const holder = await findHolder(request);
    if (holder === null) throw new RefusedRequest(GRAPHQL_SIGN_IN_REFUSAL);
    return run(request, reply, holder);
  });
  done();
}

function warnOfSettings(
  { log }: FastifyInstance,
  { baseUrl, linkDelivery }: PageDependencies,
  { secure }: Cookies,
) {
  if (!secure) {
    log.warn(
      { baseUrl },
      'BASE_URL is plain http: anyone on the network can read sign-ins; serve it with https',
    );
  }
  if (linkDelivery === 'none') {
    log.warn('SMTP_URL is not set: only "npm run account -- sign-in" issues sign-in links');
  }
}

import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { type Actor, toHolder } from '../accounts/actor.ts';
import type { SignedInAccount } from '../accounts/sessions.ts';
import { pick } from '../domain/pick.ts';
import type { HolderContext } from '../schema/types.ts';
import type { Cookies } from '../web/cookies.ts';
import { createAccountLimit } from '../web/page-limits.ts';
import { requireSameOrigin } from '../web/request.ts';
import { addHeaders, SECURITY_HEADERS } from '../web/scope.ts';
import { accountRoutes } from './account-routes.ts';
import { accountGraphql } from './graphql.ts';
import { keyRoutes } from './key-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import type { PageDependencies } from './tools.ts';
import { createPageView, serveAssets } from './view.ts';
import { webhookRoutes } from './webhook-routes.ts';

const MAX_FORM_BYTES = 8_192;
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** `/cont/api`: sign-in, the account's page, and the same operations by GraphQL. */
export function page(scope: FastifyInstance, dependencies: PageDependencies, done: () => void) {
  const { baseUrl, supportUrl, sessions } = dependencies;
  const view = createPageView(baseUrl, supportUrl);
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
    const actor = toHolder(request.ip, request.headers['user-agent']);
    return signedIn && toHolderContext(dependencies, signedIn, actor);
  }

  async function findHolder(request: FastifyRequest): Promise<HolderContext | null> {
    const context = await readHolder(request);
    if (context !== null) limitAccount(context.holder.id);
    return context;
  }

  serveAssets(scope);
  const tools = { ...dependencies, ...view, findHolder, readHolder };
  signInRoutes(scope, tools);
  accountRoutes(scope, tools);
  keyRoutes(scope, tools);
  webhookRoutes(scope, tools);
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
  const { sessions, webhooks } = dependencies;
  return {
    holder,
    role,
    sessionIdHash,
    actor,
    ...pick(dependencies, 'keys', 'setPreferences', 'readUsage', 'listFailedRequests'),
    ...pick(dependencies, 'findWatchListSize', 'listAudit', 'countRecent', 'nowMs'),
    sessions: pick(sessions, 'list', 'end', 'signOutEverywhere'),
    webhooks: pick(webhooks, 'isOn', 'find', 'set', 'rotate', 'test', 'pause', 'resume', 'remove'),
  };
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

import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { HolderContext } from '../schema/types.ts';
import { serveAssets } from '../web/assets.ts';
import { requireSameOrigin } from '../web/same-origin.ts';
import { SECURITY_HEADERS } from '../web/security-headers.ts';
import { accountRoutes } from './account-routes.ts';
import { accountGraphql } from './graphql.ts';
import { toHolderContext } from './holder-context.ts';
import { keyRoutes } from './key-routes.ts';
import { languageRoute } from './language-route.ts';
import { linkRoutes } from './link-routes.ts';
import { signInRoutes } from './sign-in-routes.ts';
import type { PageDependencies } from './tools.ts';

const MAX_FORM_BYTES = 8_192;
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

/** `/cont/api`: sign-in, the account's page, and the same operations by GraphQL. */
export function page(scope: FastifyInstance, dependencies: PageDependencies, done: () => void) {
  const { baseUrl, sessions, cookies } = dependencies;
  const { origin } = new URL(baseUrl);
  warnOfSettings(scope, dependencies);
  scope.register(fastifyCookie);
  scope.register(fastifyFormbody, { bodyLimit: MAX_FORM_BYTES });
  scope.addHook('onRequest', (_request, reply, next) => {
    reply.headers(SECURITY_HEADERS);
    next();
  });
  // After the cookies, which choose the language of a refusal, and before the body is read.
  scope.addHook('preParsing', async (request) => {
    if (!SAFE_METHODS.includes(request.method)) requireSameOrigin(request, origin);
  });

  async function findHolder(request: FastifyRequest): Promise<HolderContext | null> {
    const sessionId = cookies.read(request, 'session');
    const holder = sessionId === null ? null : await sessions.findAccount(sessionId);
    return holder && toHolderContext(dependencies, holder, request.ip);
  }

  serveAssets(scope);
  const tools = { ...dependencies, findHolder };
  signInRoutes(scope, tools);
  linkRoutes(scope, tools);
  languageRoute(scope, tools);
  accountRoutes(scope, tools);
  keyRoutes(scope, tools);
  scope.all('/cont/*', dependencies.sendNotFound);
  scope.register(accountGraphql, { baseUrl, findHolder });
  done();
}

function warnOfSettings(
  { log }: FastifyInstance,
  { baseUrl, cookies, linkDelivery }: PageDependencies,
) {
  if (!cookies.secure) {
    log.warn(
      { baseUrl },
      'BASE_URL is plain http: whoever shares the network can read sign-ins; serve it by https',
    );
  }
  if (linkDelivery === 'none') {
    log.warn('SMTP_URL is not set: sign-in links come from "npm run account -- sign-in" alone');
  }
}

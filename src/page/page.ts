import fastifyCookie from '@fastify/cookie';
import fastifyFormbody from '@fastify/formbody';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import { toHolder } from '../accounts/actor.ts';
import type { Keys } from '../accounts/keys.ts';
import type { Sessions } from '../accounts/sessions.ts';
import type { SignIn } from '../accounts/sign-in.ts';
import type { ReadUsage } from '../accounts/usage.ts';
import type { HolderContext } from '../schema/types.ts';
import type { AuditLog } from '../store/audit-log.ts';
import { type Cookies, createCookies } from '../web/cookies.ts';
import { CrossSite, isSameOrigin } from '../web/same-origin.ts';
import { SECURITY_HEADERS } from '../web/security-headers.ts';
import { createFindSignedIn } from '../web/session.ts';
import { accountRoutes } from './account-routes.ts';
import { serveAssets } from './assets.ts';
import { answerPageFault } from './faults.ts';
import { accountGraphql } from './graphql.ts';
import { chooseLanguage } from './language.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { createRender, type Render } from './view.ts';

const MAX_FORM_BYTES = 8_192;
const SAFE_METHODS: readonly string[] = ['GET', 'HEAD', 'OPTIONS'];

export interface PageDependencies {
  /** Where browsers reach the service; no slash at its end. */
  baseUrl: string;
  signIn: SignIn;
  sessions: Sessions;
  accounts: Pick<Accounts, 'setLanguage'>;
  /** With the holder's limit on new keys. */
  keys: Keys;
  readUsage: ReadUsage;
  listAudit: AuditLog['listByAccount'];
  nowMs: () => number;
}

/** What the routes of the page share. */
export interface PageTools extends PageDependencies {
  cookies: Cookies;
  render: Render;
  languageOf: (request: FastifyRequest) => ReturnType<typeof chooseLanguage>;
  /** Null: nobody is signed in. */
  findHolder: (request: FastifyRequest) => Promise<HolderContext | null>;
}

/** `/cont/api`: sign-in, the account's page, and the same operations by GraphQL. */
export function page(scope: FastifyInstance, dependencies: PageDependencies, done: () => void) {
  const { baseUrl, sessions } = dependencies;
  const { origin } = new URL(baseUrl);
  const cookies = createCookies(baseUrl);
  if (!cookies.secure) {
    scope.log.warn(
      { baseUrl },
      'BASE_URL is plain http: whoever shares the network can read sign-ins; serve it by https',
    );
  }
  scope.register(fastifyCookie);
  scope.register(fastifyFormbody, { bodyLimit: MAX_FORM_BYTES });
  scope.addHook('onRequest', (_request, reply, next) => {
    reply.headers(SECURITY_HEADERS);
    next();
  });
  // After the cookies are read, which tell the refusal's language, and before the body is.
  scope.addHook('preParsing', async (request) => {
    if (SAFE_METHODS.includes(request.method)) return;
    if (!isSameOrigin(request.headers, origin)) throw new CrossSite();
  });

  const languageOf = (request: FastifyRequest) =>
    chooseLanguage(cookies.read(request, 'language'), request.headers['accept-language']);

  const findSignedIn = createFindSignedIn(cookies, sessions);
  async function findHolder(request: FastifyRequest): Promise<HolderContext | null> {
    const holder = await findSignedIn(request);
    return holder && { ...dependencies, holder, actor: toHolder(request.ip) };
  }

  const render = createRender(serveAssets(scope));
  scope.setErrorHandler(answerPageFault({ render, languageOf }));
  const tools: PageTools = { ...dependencies, cookies, render, languageOf, findHolder };
  signInRoutes(scope, tools);
  accountRoutes(scope, tools);
  scope.register(accountGraphql, { baseUrl, findHolder });
  done();
}

/** A field of a form; the empty text where there is none, or more than one. */
export function readField(request: FastifyRequest, name: string): string {
  const { body } = request;
  if (typeof body !== 'object' || body === null) return '';
  const value: unknown = Object.hasOwn(body, name) ? Reflect.get(body, name) : '';
  return typeof value === 'string' ? value : '';
}

import type { FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import type { Sessions } from '../accounts/sign-in/sessions.ts';
import { SIGN_IN_PATH, type SignIn } from '../accounts/sign-in/sign-in.ts';
import type { WatchLists } from '../accounts/watching/watch-lists.ts';
import type { Language } from '../domain/account/language.ts';
import type { HolderContext } from '../schema/types.ts';
import type { Offer } from '../web/frame/frame.ts';
import type { LinkDelivery } from './locales/facts.ts';
import type { PageView } from './view.ts';
import type { FindCompanies } from './watch-list.ts';
import type { createWayBack, WayBack } from './way-back.ts';

export { ACCOUNT_PATH } from './way-back.ts';

export const LINK_PATH = `${SIGN_IN_PATH}/link`;

/** What the page and its resolvers use. */
export interface PageDependencies
  extends Omit<HolderContext, 'holder' | 'role' | 'actor' | 'sessionIdHash'> {
  sendNotFound: (request: FastifyRequest, reply: FastifyReply) => FastifyReply;
  /** Where browsers reach the service; no trailing slash. */
  baseUrl: string;
  /** How people get a plan. */
  offer: Offer;
  signIn: SignIn;
  watchLists: WatchLists;
  findCompanies: FindCompanies;
  /** The address of a company's public page. */
  toCompanyUrl: (idno: string) => string;
  /** What to do about an `error` of the API, as HTML; null where nothing is known of it. */
  toErrorAdvice: (error: string, language: Language) => string | null;
  sessions: Sessions;
  linkDelivery: LinkDelivery;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

/** What the routes of the page share. */
export interface PageTools extends PageDependencies, PageView, ReturnType<typeof createWayBack> {
  /** Counts the request. Null if the visitor is not signed in; rejects with 429 beyond the limit. */
  findHolder: (request: FastifyRequest) => Promise<HolderContext | null>;
  /** Adds a route for who is signed in; others are sent to sign in, and back. */
  holderRoute: (
    method: 'GET' | 'POST',
    url: string,
    options: WayBack & Pick<RouteShorthandOptions, 'bodyLimit'>,
    open: (request: FastifyRequest, reply: FastifyReply, context: HolderContext) => unknown,
  ) => void;
  /** Without counting: for a second read, and for what the limit must not refuse. */
  readHolder: (request: FastifyRequest) => Promise<HolderContext | null>;
}

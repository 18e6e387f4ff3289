import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';
import type { Plan } from '../../src/domain/account/plan.ts';
import { ACTOR, EMAIL } from './accounts.ts';
import { type AppOptions, openTestApp } from './app.ts';
import type { Clock } from './clock.ts';
import { send } from './http.ts';
import { toToken, VISITOR } from './sign-in.ts';

export const KEY = /reg_[0-9A-Za-z]{36}/;
const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
/** As a browser says it that opens an address. */
const BROWSER = { accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8' };
export const ACCOUNT_GRAPHQL = '/cont/api/graphql';
export const JSON_TYPE = { 'content-type': 'application/json' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** The clock that a browser has too. */
const WALL_CLOCK: Clock = {
  nowMs: () => Date.now(),
  advance() {
    throw new Error('the wall clock cannot be advanced');
  },
};

export interface PageOptions extends AppOptions {
  plan?: Plan;
}

export type TestPage = Awaited<ReturnType<typeof openPage>>;

/** The application as an account holder meets it, with one account of this plan. */
export async function openPage({ plan = 'business', ...options }: PageOptions = {}) {
  const app = await openTestApp({ clock: WALL_CLOCK, ...options });
  const { port, accounts, keys, signIn } = app;
  await accounts.create(EMAIL, { plan, endsAtMs: null }, ACTOR);
  const issueUrl = async (email = EMAIL) => (await signIn.issueLink(email, ACTOR)).url;
  /** A form of a page of the service, or what else the headers say. */
  const post = (path: string, body = '', headers: OutgoingHttpHeaders = {}) =>
    send(port, path, {
      method: 'POST',
      body,
      headers: { ...BROWSER, ...FORM, ...SAME_ORIGIN, ...headers },
    });
  return {
    ...app,
    account: () => accounts.find(EMAIL),
    /** The text of the key that its plan created. */
    async revealKey(): Promise<string> {
      const account = await accounts.find(EMAIL);
      return (await keys.reveal(account, account.lastKeyId ?? '', ACTOR)).text;
    },
    issueUrl,
    get: (path: string, headers: OutgoingHttpHeaders = {}) =>
      send(port, path, { headers: { ...BROWSER, ...headers } }),
    post,
    /** An operation of the account view: the answer, with its `data` and `errors`. */
    async askAccount(cookie: string, query: string, variables = {}) {
      const body = JSON.stringify({ query, variables });
      const answer = await post(ACCOUNT_GRAPHQL, body, { ...JSON_TYPE, cookie });
      return { ...answer, ...JSON.parse(answer.body) };
    },
    /** The cookie header of a signed-in browser. */
    async enter(email = EMAIL): Promise<string> {
      const { sessionId } = await signIn.signIn(toToken(await issueUrl(email)), VISITOR);
      return `__Host-registru-session=${sessionId}`;
    },
  };
}

/** The field by which the button of a link's page names the link. */
export function readLinkField(body: string): string {
  return /name="link" value="([\w-]+)"/.exec(body)?.[1] ?? '';
}

/** What a browser keeps of an answer's cookies: values by their name. */
export function toCookies(headers: IncomingHttpHeaders): Map<string, string> {
  const pairs = (headers['set-cookie'] ?? []).map((line) => line.split(';', 1)[0] ?? '');
  return new Map(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)]),
  );
}

/** What a browser sends of the cookies it keeps. */
export function toCookieHeader(cookies: Iterable<readonly [string, string]>): string {
  return [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
}

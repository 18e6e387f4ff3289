import type { Plan } from '../../src/domain/plan.ts';
import { ACTOR, EMAIL } from './accounts.ts';
import { type AppOptions, openTestApp } from './app.ts';
import type { Clock } from './clock.ts';
import { send } from './http.ts';
import { toToken, VISITOR } from './sign-in.ts';

const SAME_ORIGIN = { 'sec-fetch-site': 'same-origin' };
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
/** The clock that a browser has too. */
const WALL_CLOCK: Clock = {
  nowMs: () => Date.now(),
  advance() {
    throw new Error('the time of day can not be moved');
  },
};

/** The application as an account holder meets it, with one account of this plan. */
export async function openPage(
  plan: Plan = 'business',
  baseUrlOf?: (port: number) => string,
  options: AppOptions = {},
) {
  const app = await openTestApp({
    clock: WALL_CLOCK,
    ...(baseUrlOf && { baseUrlOf }),
    ...options,
  });
  const { port, accounts, signIn } = app;
  await accounts.create(EMAIL, { plan, endsAtMs: null }, ACTOR);
  const issueUrl = async () => (await signIn.issueLink(EMAIL, ACTOR)).url;
  return {
    ...app,
    account: () => accounts.find(EMAIL),
    issueUrl,
    get: (path: string, headers = {}) => send(port, path, { headers }),
    post: (path: string, body = '', headers = {}) =>
      send(port, path, { method: 'POST', body, headers: { ...FORM, ...SAME_ORIGIN, ...headers } }),
    /** The cookie header of a signed-in browser. */
    async enter(): Promise<string> {
      const { sessionId } = await signIn.signIn(toToken(await issueUrl()), VISITOR);
      return `__Host-registru-session=${sessionId}`;
    },
  };
}

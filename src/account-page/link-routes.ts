import { hash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { toHolder } from '../accounts/actor.ts';
import { Refusal } from '../accounts/refusal.ts';
import { readField } from './form-field.ts';
import { ACCOUNT_PATH, LINK_PATH } from './paths.ts';
import { createSignInPages } from './sign-in-pages.ts';
import type { PageTools } from './tools.ts';
import { textsOf } from './view.ts';

/** The page that a link leads to: it names the account, and its button alone signs in. */
export function linkRoutes(scope: FastifyInstance, tools: PageTools) {
  const { cookies, render, languageOf, signIn, sessions } = tools;
  const { sendBadLink, sendOtherLink } = createSignInPages(tools);

  scope.get(LINK_PATH, async (request, reply) => {
    const language = languageOf(request);
    const token = cookies.read(request, 'link') ?? '';
    const account = await signIn.findEmail(token);
    if (account === null) return sendBadLink(reply, language);
    const heading = textsOf(language).signIn.linkTitle;
    const link = toLinkId(token);
    return render(reply, language, 'link', { heading, account, link, narrow: true });
  });

  scope.post(LINK_PATH, async (request, reply) => {
    const language = languageOf(request);
    const token = cookies.read(request, 'link');
    if (token === null) return sendBadLink(reply, language);
    // Any site can lead the browser to another link, which replaces the cookie. The form names the
    // link whose account its page showed, so that nobody signs in to an account they did not see.
    if (readField(request, 'link') !== toLinkId(token)) return sendOtherLink(reply, language);
    const deviceToken = cookies.read(request, 'browser');
    const formerId = cookies.read(request, 'session');
    try {
      const visitor = { language, address: request.ip, deviceToken };
      const signedIn = await signIn.signIn(token, visitor);
      cookies.write(reply, 'session', signedIn.sessionId);
      cookies.write(reply, 'browser', signedIn.deviceToken);
    } catch (error) {
      if (error instanceof Refusal && error.code === 'LINK_NOT_VALID') {
        return sendBadLink(reply, language);
      }
      throw error;
    }
    cookies.clear(reply, 'link');
    // The session that the browser came with ends: nobody goes on in it, whoever opened it.
    if (formerId !== null) await sessions.signOut(formerId, toHolder(request.ip));
    return reply.redirect(ACCOUNT_PATH, 303);
  });
}

/** Names a link in a form; the store knows it by another hash. */
function toLinkId(token: string): string {
  return hash('sha256', `sign-in button ${token}`, 'base64url');
}

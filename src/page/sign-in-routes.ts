import type { FastifyInstance, FastifyReply } from 'fastify';
import { Refusal } from '../accounts/refusal.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import { isLanguage, type Language } from '../domain/language.ts';
import { isToken } from '../domain/token.ts';
import { type PageTools, readField } from './page.ts';
import { textsOf } from './view.ts';

const ACCOUNT_PATH = '/cont/api';
const LINK_PATH = `${SIGN_IN_PATH}/link`;
const LANGUAGE_PATH = '/cont/api/language';

/** Sign-in by link: asking for one, the page that it leads to, and the button there. */
export function signInRoutes(scope: FastifyInstance, tools: PageTools) {
  const { cookies, render, languageOf, signIn, findHolder, accounts } = tools;

  function sendForm(reply: FastifyReply, language: Language, alert = '') {
    const heading = textsOf(language).signIn.title;
    return render(reply, language, 'sign-in', { heading, alert, narrow: true });
  }

  function sendBadLink(reply: FastifyReply, language: Language) {
    const t = textsOf(language);
    cookies.clear(reply, 'link');
    return render(reply.code(410), language, 'message', {
      heading: t.signIn.badLinkTitle,
      message: t.signIn.badLink,
      next: SIGN_IN_PATH,
      nextLabel: t.signIn.title,
      narrow: true,
    });
  }

  // Mail scanners open links: that uses nothing up, and leaves no token in any address.
  scope.get<{ Querystring: { token?: unknown } }>(SIGN_IN_PATH, async (request, reply) => {
    const { token } = request.query;
    if (token === undefined) return sendForm(reply, languageOf(request));
    if (typeof token !== 'string' || !isToken(token)) {
      return sendBadLink(reply, languageOf(request));
    }
    cookies.write(reply, 'link', token);
    return reply.redirect(LINK_PATH, 303);
  });

  scope.post(SIGN_IN_PATH, async (request, reply) => {
    const language = languageOf(request);
    const t = textsOf(language);
    const email = readField(request, 'email').trim();
    try {
      await signIn.requestLink({ email, language, address: request.ip });
    } catch (error) {
      const code = error instanceof Refusal ? error.code : null;
      if (code === 'INVALID_EMAIL') {
        return sendForm(reply.code(400), language, t.refusals.INVALID_EMAIL);
      }
      if (code !== 'TOO_MANY') throw error;
      return sendForm(reply.code(429), language, t.refusals.TOO_MANY_ATTEMPTS);
    }
    return render(reply, language, 'message', {
      heading: t.signIn.sentTitle,
      message: t.signIn.sent(email),
      next: SIGN_IN_PATH,
      nextLabel: t.signIn.again,
      narrow: true,
    });
  });

  scope.get(LINK_PATH, async (request, reply) => {
    const language = languageOf(request);
    const account = await signIn.findEmail(cookies.read(request, 'link') ?? '');
    if (account === null) return sendBadLink(reply, language);
    const heading = textsOf(language).signIn.linkTitle;
    return render(reply, language, 'link', { heading, account, narrow: true });
  });

  scope.post(LINK_PATH, async (request, reply) => {
    const language = languageOf(request);
    const browserMark = cookies.read(request, 'browser');
    const visitor = { language, address: request.ip, browserMark };
    try {
      const signedIn = await signIn.signIn(cookies.read(request, 'link') ?? '', visitor);
      cookies.write(reply, 'session', signedIn.sessionId);
      cookies.write(reply, 'browser', signedIn.browserMark);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : null;
      if (code === 'LINK_NOT_VALID') return sendBadLink(reply, language);
      if (code !== 'TOO_MANY') throw error;
      const alert = textsOf(language).refusals.TOO_MANY_ATTEMPTS;
      return sendForm(reply.code(429), language, alert);
    }
    cookies.clear(reply, 'link');
    return reply.redirect(ACCOUNT_PATH, 303);
  });

  scope.post(LANGUAGE_PATH, async (request, reply) => {
    const language = readField(request, 'language');
    if (isLanguage(language)) {
      cookies.write(reply, 'language', language);
      const context = await findHolder(request);
      if (context !== null) await accounts.setLanguage(context.holder.id, language);
    }
    const hasLink = cookies.read(request, 'link') !== null;
    return reply.redirect(hasLink ? LINK_PATH : ACCOUNT_PATH, 303);
  });
}

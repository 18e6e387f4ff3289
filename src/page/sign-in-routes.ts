import type { FastifyInstance, FastifyReply } from 'fastify';
import { toHolder } from '../accounts/actor.ts';
import { Refusal } from '../accounts/refusal.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import { ATTEMPT_WINDOW_MS } from '../accounts/sign-in-attempts.ts';
import { isLanguage, type Language } from '../domain/language.ts';
import { isToken } from '../domain/token.ts';
import { readField } from './form-field.ts';
import { ACCOUNT_PATH } from './paths.ts';
import type { PageTools } from './tools.ts';
import { textsOf } from './view.ts';

const LINK_PATH = `${SIGN_IN_PATH}/link`;
const LANGUAGE_PATH = `${ACCOUNT_PATH}/language`;

interface FormShown {
  alert?: string;
  /** The address as its visitor wrote it. */
  typed?: string;
}

/** Sign-in by link: asking for one, the page that it leads to, and the button there. */
export function signInRoutes(scope: FastifyInstance, tools: PageTools) {
  const { cookies, render, languageOf, signIn, sessions, findHolder, accounts, linkDelivery } =
    tools;

  function sendForm(reply: FastifyReply, language: Language, shown: FormShown = {}) {
    const heading = textsOf(language).signIn.title;
    return render(reply, language, 'sign-in', { heading, ...shown });
  }

  function sendTooMany(reply: FastifyReply, language: Language, typed = '') {
    const alert = textsOf(language).refusals.TOO_MANY_ATTEMPTS;
    const retryAfter = ATTEMPT_WINDOW_MS / 1_000;
    return sendForm(reply.code(429).header('retry-after', retryAfter), language, { alert, typed });
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
        const alert = t.refusals.INVALID_EMAIL;
        return sendForm(reply.code(400), language, { alert, typed: email });
      }
      if (code !== 'TOO_MANY') throw error;
      return sendTooMany(reply, language, email);
    }
    return render(reply, language, 'message', {
      heading: t.signIn.sentTitle[linkDelivery],
      message: t.signIn.sent[linkDelivery](email),
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
      // The session that the browser came with ends: nobody goes on in it, whoever opened it.
      const formerId = cookies.read(request, 'session');
      if (formerId !== null) await sessions.signOut(formerId, toHolder(request.ip));
      cookies.write(reply, 'session', signedIn.sessionId);
      cookies.write(reply, 'browser', signedIn.browserMark);
    } catch (error) {
      const code = error instanceof Refusal ? error.code : null;
      if (code === 'LINK_NOT_VALID') return sendBadLink(reply, language);
      if (code !== 'TOO_MANY') throw error;
      return sendTooMany(reply, language);
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

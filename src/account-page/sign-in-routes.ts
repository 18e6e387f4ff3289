import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { toHolder } from '../accounts/actor.ts';
import { Refusal } from '../accounts/refusal.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in/sign-in.ts';
import { ATTEMPT_WINDOW_MS } from '../accounts/sign-in/sign-in-attempts.ts';
import { MAX_EMAIL_LENGTH } from '../domain/account/email.ts';
import type { Language } from '../domain/account/language.ts';
import { isToken } from '../domain/account/token.ts';
import { readField, readText } from '../web/request.ts';
import { LINK_PATH, type PageTools } from './tools.ts';
import { textsOf } from './view.ts';

const SENT_PATH = `${SIGN_IN_PATH}/sent`;
/** When to ask again for a link if the service has too many requests for links. */
const BUSY_RETRY_SECONDS = 60;

/** Asking for a sign-in link, opening it, and signing in. */
export function signInRoutes(scope: FastifyInstance, tools: PageTools) {
  requestRoutes(scope, tools);
  linkRoutes(scope, tools);
}

/** The form that asks for a link, and the address in the link. */
function requestRoutes(scope: FastifyInstance, tools: PageTools) {
  const { cookies, render, languageOf, signIn, linkDelivery, offer } = tools;
  const { keepTyped, readTyped } = tools;

  function sendForm(reply: FastifyReply, language: Language, shown = {}) {
    const heading = textsOf(language).signIn.title;
    const values = { heading, offer, maxEmailLength: MAX_EMAIL_LENGTH, ...shown };
    return render(reply, language, 'sign-in', values);
  }

  // Mail scanners open links: that uses nothing up, and leaves no token in any address.
  scope.get<{ Querystring: { token?: unknown } }>(SIGN_IN_PATH, async (request, reply) => {
    const { token } = request.query;
    const language = languageOf(request);
    if (token === undefined) return sendForm(reply, language, toNotice(request, language));
    if (typeof token !== 'string' || !isToken(token)) {
      return sendInvalidLink(reply, language, 'invalid', tools);
    }
    cookies.write(reply, 'link', token);
    return reply.redirect(LINK_PATH, 303);
  });

  scope.post(SIGN_IN_PATH, async (request, reply) => {
    const language = languageOf(request);
    const { refusals } = textsOf(language);
    const email = readField(request, 'email');
    try {
      signIn.requestLink({ email, language, address: request.ip });
    } catch (error) {
      const refused = error instanceof Refusal ? REQUEST_REFUSALS[error.code] : undefined;
      if (refused === undefined) throw error;
      const { status, text, retryAfterSeconds } = refused;
      reply.code(status);
      if (retryAfterSeconds !== undefined) reply.header('retry-after', retryAfterSeconds);
      return sendForm(reply, language, { alert: refusals[text], typed: email });
    }
    // Loading the answer to a redirect again asks for no other link.
    keepTyped(reply, 'sign-in', email);
    return reply.redirect(SENT_PATH, 303);
  });

  scope.get(SENT_PATH, (request, reply) => {
    const language = languageOf(request);
    const { signIn: t } = textsOf(language);
    const email = readTyped(request, 'sign-in');
    if (email === undefined) return reply.redirect(SIGN_IN_PATH, 303);
    return render(reply, language, 'sent', {
      heading: t.sentTitle[linkDelivery],
      text: t.sent[linkDelivery](email),
      noMail: linkDelivery === 'mail' ? t.noMail : null,
      offer,
      narrow: true,
      next: SENT_PATH,
    });
  });
}

/** Why a visitor was led to the form, unless another site says so. */
function toNotice({ query, headers }: FastifyRequest, language: Language) {
  const { notices } = textsOf(language).signIn;
  const notice = new Map(Object.entries(notices)).get(readText(query, 'notice'));
  return notice === undefined || headers['sec-fetch-site'] === 'cross-site'
    ? {}
    : { success: notice };
}

interface RequestRefusal {
  status: number;
  text: 'INVALID_EMAIL' | 'TOO_MANY_ATTEMPTS' | 'TOO_BUSY';
  retryAfterSeconds?: number;
}

const REQUEST_REFUSALS: Readonly<Partial<Record<Refusal['code'], RequestRefusal>>> = {
  INVALID_EMAIL: { status: 400, text: 'INVALID_EMAIL' },
  TOO_MANY: {
    status: 429,
    text: 'TOO_MANY_ATTEMPTS',
    retryAfterSeconds: ATTEMPT_WINDOW_MS / 1_000,
  },
  TOO_BUSY: { status: 503, text: 'TOO_BUSY', retryAfterSeconds: BUSY_RETRY_SECONDS },
};

/** The page that a link leads to: it names the account, and only its button signs in. */
function linkRoutes(scope: FastifyInstance, tools: PageTools) {
  const { cookies, render, languageOf, signIn, sessions, takeBack } = tools;

  scope.get(LINK_PATH, async (request, reply) => {
    const language = languageOf(request);
    const token = cookies.read(request, 'link') ?? '';
    const account = await signIn.findEmail(token);
    if (account === null) return sendInvalidLink(reply, language, 'invalid', tools);
    const heading = textsOf(language).signIn.linkTitle;
    const link = toLinkId(token);
    const values = { heading, account, link, narrow: true, next: LINK_PATH };
    return render(reply, language, 'link', values);
  });

  scope.post(LINK_PATH, async (request, reply) => {
    const language = languageOf(request);
    const token = cookies.read(request, 'link');
    if (token === null) return sendInvalidLink(reply, language, 'invalid', tools);
    // Any site can lead the browser to another link, which replaces the cookie. The form names the
    // link whose account its page showed, so that nobody signs in to an account they did not see.
    if (readField(request, 'link') !== toLinkId(token)) {
      return sendInvalidLink(reply, language, 'other', tools);
    }
    const deviceToken = cookies.read(request, 'browser');
    const formerId = cookies.read(request, 'session');
    let isStaff = false;
    try {
      const { 'user-agent': userAgent = null } = request.headers;
      const visitor = { language, address: request.ip, userAgent, deviceToken };
      const signedIn = await signIn.signIn(token, visitor);
      cookies.write(reply, 'session', signedIn.sessionId);
      cookies.write(reply, 'browser', signedIn.deviceToken);
      isStaff = signedIn.role === 'staff';
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'LINK_NOT_VALID') throw error;
      return sendInvalidLink(reply, language, 'invalid', tools);
    }
    cookies.clear(reply, 'link');
    // The browser's earlier session ends, even if it belongs to another account.
    if (formerId !== null) await sessions.signOut(formerId, toHolder(request.ip));
    return reply.redirect(takeBack(request, reply, isStaff), 303);
  });
}

/** Identifies a link in a form; the store knows the link by another hash. */
function toLinkId(token: string): string {
  return hash('sha256', `sign-in button ${token}`, 'base64url');
}

/** Forgets a link that does not sign in: it is invalid, or another link than the page showed. */
function sendInvalidLink(
  reply: FastifyReply,
  language: Language,
  fault: 'invalid' | 'other',
  { cookies, render }: PageTools,
) {
  const { signIn: t } = textsOf(language);
  const [status, heading, text] =
    fault === 'invalid' ? [410, t.badLinkTitle, t.badLink] : [409, t.otherLinkTitle, t.otherLink];
  cookies.clear(reply, 'link');
  const actions = [{ href: SIGN_IN_PATH, label: t.newLink }];
  return render(reply.code(status), language, '@message', { heading, text, actions });
}

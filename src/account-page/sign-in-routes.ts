import type { FastifyInstance } from 'fastify';
import { Refusal } from '../accounts/refusal.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import { isToken } from '../domain/account/token.ts';
import { readField } from './form-field.ts';
import { LINK_PATH } from './paths.ts';
import { createSignInPages } from './sign-in-pages.ts';
import type { PageTools } from './tools.ts';
import { textsOf } from './view.ts';

/** Asking for a sign-in link, and the address that it has. */
export function signInRoutes(scope: FastifyInstance, tools: PageTools) {
  const { cookies, render, languageOf, signIn, linkDelivery } = tools;
  const { sendForm, sendTooMany, sendTooBusy, sendBadLink } = createSignInPages(tools);

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
    const { signIn: t, refusals } = textsOf(language);
    const email = readField(request, 'email');
    try {
      signIn.requestLink({ email, language, address: request.ip });
    } catch (error) {
      const code = error instanceof Refusal ? error.code : null;
      if (code === 'INVALID_EMAIL') {
        const shown = { alert: refusals.INVALID_EMAIL, typed: email };
        return sendForm(reply.code(400), language, shown);
      }
      if (code === 'TOO_MANY') return sendTooMany(reply, language, email);
      if (code === 'TOO_BUSY') return sendTooBusy(reply, language, email);
      throw error;
    }
    return render(reply, language, 'message', {
      heading: t.sentTitle[linkDelivery],
      message: t.sent[linkDelivery](email),
      next: SIGN_IN_PATH,
      nextLabel: t.again,
      narrow: true,
    });
  });
}

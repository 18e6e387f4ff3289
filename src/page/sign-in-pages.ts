import type { FastifyReply } from 'fastify';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import { ATTEMPT_WINDOW_MS } from '../accounts/sign-in-attempts.ts';
import type { Language } from '../domain/language.ts';
import type { PageTools } from './tools.ts';
import { textsOf } from './view.ts';

export interface FormShown {
  alert?: string;
  /** The address as its visitor wrote it. */
  typed?: string;
}

/** What both the form that asks for a link and the link's own page may answer with. */
export function createSignInPages({ cookies, render }: Pick<PageTools, 'cookies' | 'render'>) {
  function sendForm(reply: FastifyReply, language: Language, shown: FormShown = {}) {
    const heading = textsOf(language).signIn.title;
    return render(reply, language, 'sign-in', { heading, ...shown });
  }

  return {
    sendForm,

    sendTooMany(reply: FastifyReply, language: Language, typed = '') {
      const alert = textsOf(language).refusals.TOO_MANY_ATTEMPTS;
      reply.code(429).header('retry-after', ATTEMPT_WINDOW_MS / 1_000);
      return sendForm(reply, language, { alert, typed });
    },

    sendBadLink(reply: FastifyReply, language: Language) {
      const { signIn: t } = textsOf(language);
      cookies.clear(reply, 'link');
      return render(reply.code(410), language, 'message', {
        heading: t.badLinkTitle,
        message: t.badLink,
        next: SIGN_IN_PATH,
        nextLabel: t.title,
        narrow: true,
      });
    },
  };
}

import type { FastifyReply } from 'fastify';
import { SIGN_IN_PATH } from '../accounts/sign-in.ts';
import { ATTEMPT_WINDOW_MS } from '../accounts/sign-in-attempts.ts';
import { MAX_EMAIL_LENGTH } from '../domain/account/email.ts';
import type { Language } from '../domain/account/language.ts';
import type { PageTools } from './tools.ts';
import { textsOf } from './view.ts';

/** How soon a request for a link may be taken again where the service has too many. */
const BUSY_RETRY_SECONDS = 60;

export interface FormShown {
  alert?: string;
  /** The address as its visitor wrote it. */
  typed?: string;
}

/** What both the form that asks for a link and the link's own page may answer with. */
export function createSignInPages({ cookies, render }: Pick<PageTools, 'cookies' | 'render'>) {
  function sendForm(reply: FastifyReply, language: Language, shown: FormShown = {}) {
    const heading = textsOf(language).signIn.title;
    const values = { heading, maxEmailLength: MAX_EMAIL_LENGTH, ...shown };
    return render(reply, language, 'sign-in', values);
  }

  function sendEnd(reply: FastifyReply, language: Language, heading: string, message: string) {
    cookies.clear(reply, 'link');
    const nextLabel = textsOf(language).signIn.title;
    const values = { heading, message, next: SIGN_IN_PATH, nextLabel, narrow: true };
    return render(reply, language, 'message', values);
  }

  return {
    sendForm,

    sendTooMany(reply: FastifyReply, language: Language, typed: string) {
      const alert = textsOf(language).refusals.TOO_MANY_ATTEMPTS;
      reply.code(429).header('retry-after', ATTEMPT_WINDOW_MS / 1_000);
      return sendForm(reply, language, { alert, typed });
    },

    sendTooBusy(reply: FastifyReply, language: Language, typed: string) {
      const alert = textsOf(language).refusals.TOO_BUSY;
      reply.code(503).header('retry-after', BUSY_RETRY_SECONDS);
      return sendForm(reply, language, { alert, typed });
    },

    sendBadLink(reply: FastifyReply, language: Language) {
      const { badLinkTitle, badLink } = textsOf(language).signIn;
      return sendEnd(reply.code(410), language, badLinkTitle, badLink);
    },

    sendOtherLink(reply: FastifyReply, language: Language) {
      const { otherLinkTitle, otherLink } = textsOf(language).signIn;
      return sendEnd(reply.code(409), language, otherLinkTitle, otherLink);
    },
  };
}

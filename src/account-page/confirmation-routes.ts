import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONFIRMATION_PATH } from '../accounts/confirmations/confirmations.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in/sign-in.ts';
import type { Language } from '../domain/account/language.ts';
import { readField, readText } from '../web/request.ts';
import { createSendAccount } from './account-view.ts';
import { compileMutation, type RefusalCode } from './mutations.ts';
import { ACCOUNT_PATH, type PageTools } from './tools.ts';
import { textsOf } from './view.ts';

const requestEmailChange = compileMutation('requestEmailChange');
const requestDeletion = compileMutation('requestAccountDeletion');
const confirmChange = compileMutation('confirmChange');

const EMAIL_FORM = {
  back: `${ACCOUNT_PATH}#identity`,
  typed: { form: 'email', field: 'email' },
} as const;
const REFUSAL_STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  INVALID_EMAIL: 400,
  SAME_EMAIL: 400,
  FORBIDDEN: 403,
  LINK_NOT_VALID: 410,
  TOO_MANY: 429,
};

/** Another address and the deletion of the account, which links in mails confirm. */
export function confirmationRoutes(tools: PageTools): void {
  const { cookies, render, languageOf, holderRoute } = tools;
  const sendAccount = createSendAccount(tools);

  function toRefused(language: Language, code: RefusalCode) {
    const { refusals } = textsOf(language).identity;
    return { text: refusals[code as keyof typeof refusals], status: REFUSAL_STATUS[code] ?? 409 };
  }

  function sendRefused(request: FastifyRequest, reply: FastifyReply, code: RefusalCode) {
    const language = languageOf(request);
    const { title, identity } = textsOf(language);
    const { text, status } = toRefused(language, code);
    const actions = [{ href: ACCOUNT_PATH, label: title }];
    const values = { heading: identity.refusedTitle, text, actions };
    return render(reply.code(status), language, '@message', values);
  }

  holderRoute('POST', `${ACCOUNT_PATH}/email`, EMAIL_FORM, async (request, reply, context) => {
    const typedEmail = readField(request, EMAIL_FORM.typed.field).trim();
    const { refusal } = await requestEmailChange(context, typedEmail);
    if (!refusal) return reply.redirect(`${ACCOUNT_PATH}?done=email-requested#identity`, 303);
    const { text: alert, status } = toRefused(languageOf(request), refusal.code);
    return sendAccount(request, reply.code(status), context, { alert, typedEmail });
  });

  holderRoute('GET', `${ACCOUNT_PATH}/delete`, {}, async (request, reply, context) => {
    const language = languageOf(request);
    const { email } = context.holder;
    const question = textsOf(language).identity.confirm.request;
    const values = { ...question, email, figure: email, action: 'delete', danger: true };
    return render(reply, language, 'confirm', { ...values, narrow: true });
  });

  holderRoute('POST', `${ACCOUNT_PATH}/delete`, {}, async (request, reply, context) => {
    const { refusal } = await requestDeletion(context);
    if (!refusal) return reply.redirect(`${ACCOUNT_PATH}?done=deletion-requested#identity`, 303);
    return sendRefused(request, reply, refusal.code);
  });

  // Programs that scan mails have no session, and opening the link changes nothing.
  holderRoute('GET', CONFIRMATION_PATH, {}, async (request, reply, context) => {
    const { holder, confirmations } = context;
    const token = readText(request.query, 'token');
    const confirmation = await confirmations.read(holder, token);
    if (confirmation === null) return sendRefused(request, reply, 'LINK_NOT_VALID');
    const { step } = confirmation;
    const language = languageOf(request);
    return render(reply, language, 'confirm', {
      ...textsOf(language).identity.confirm[step],
      email: holder.email,
      figure: confirmation.email || holder.email,
      action: 'confirm',
      field: { name: 'token', value: token },
      danger: step === 'deletion',
      narrow: true,
    });
  });

  holderRoute(
    'POST',
    CONFIRMATION_PATH,
    { back: ACCOUNT_PATH },
    async (request, reply, context) => {
      const { step, refusal } = await confirmChange(context, readField(request, 'token'));
      if (refusal) return sendRefused(request, reply, refusal.code);
      if (step === 'present_email') {
        return reply.redirect(`${ACCOUNT_PATH}?done=email-confirmed#identity`, 303);
      }
      cookies.clear(reply, 'session');
      const notice = step === 'deletion' ? 'deleted' : 'email';
      return reply.redirect(`${SIGN_IN_PATH}?notice=${notice}`, 303);
    },
  );
}

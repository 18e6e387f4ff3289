import type { FastifyInstance } from 'fastify';
import { toHolder } from '../accounts/actor.ts';
import { SIGN_IN_PATH } from '../accounts/sign-in/sign-in.ts';
import { toDayFields } from '../accounts/usage/account-usage.ts';
import { isLanguage } from '../domain/account/language.ts';
import { toCsvLine } from '../domain/csv.ts';
import type { DayUsage } from '../store/port/usage.ts';
import { GUIDE_PATHS } from '../web/frame/frame.ts';
import { isPageAddress } from '../web/language.ts';
import { readField, readText } from '../web/request.ts';
import { createSendAccount } from './account-view.ts';
import { compileMutation } from './mutations.ts';
import { ACCOUNT_PATH, type PageTools } from './tools.ts';

/** Addresses that people type, or find in their address bar. */
const OTHER_PATHS = ['/cont', '/cont/', `${ACCOUNT_PATH}/`];

/** Parts of the account's page that lead back to themselves. */
const [USAGE, SESSIONS] = [{ back: `${ACCOUNT_PATH}#usage` }, { back: `${ACCOUNT_PATH}#sessions` }];

const endSession = compileMutation('endSession');
const endAllSessions = compileMutation('signOutEverywhere');
const setLimitNotices = compileMutation('setLimitNotices');

/** The page of the signed-in holder, the choice of its language, and signing out. */
export function accountRoutes(scope: FastifyInstance, tools: PageTools) {
  const { setPreferences, cookies, findHolder, readHolder, sessions } = tools;
  const { holderRoute, sendToSignIn, takeTyped } = tools;
  const sendAccount = createSendAccount(tools);

  for (const path of OTHER_PATHS) {
    scope.get(path, (_request, reply) => reply.redirect(ACCOUNT_PATH, 302));
  }

  holderRoute('GET', ACCOUNT_PATH, { back: ACCOUNT_PATH }, async (request, reply, context) => {
    // Another site could lead to it and say what was not done.
    const isOwn = request.headers['sec-fetch-site'] !== 'cross-site';
    const done = readText(request.query, 'done');
    const typedUrl = takeTyped(request, reply, 'webhook');
    const typedEmail = takeTyped(request, reply, 'email');
    return sendAccount(request, reply, context, {
      ...(isOwn && done !== '' && { done }),
      typedUrl,
      typedEmail,
    });
  });

  holderRoute('GET', `${ACCOUNT_PATH}/usage.csv`, USAGE, async (_request, reply, context) => {
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', 'attachment; filename="usage.csv"')
      .send(toUsageCsv(await context.readUsage(context.holder.id)));
  });

  // For the pages in this browser, and for the mails to the account.
  scope.post(`${ACCOUNT_PATH}/language`, async (request, reply) => {
    const language = readField(request, 'language');
    if (isLanguage(language)) {
      cookies.write(reply, 'language', language);
      const context = await findHolder(request);
      if (context !== null) await setPreferences(context.holder, { language });
    }
    const next = readField(request, 'next');
    if (isPageAddress(next)) {
      const isGuide = isLanguage(language) && Object.values(GUIDE_PATHS).includes(next);
      return reply.redirect(isGuide ? GUIDE_PATHS[language] : next, 303);
    }
    return reply.redirect(ACCOUNT_PATH, 303);
  });

  scope.post(`${ACCOUNT_PATH}/sign-out`, async (request, reply) => {
    const sessionId = cookies.read(request, 'session');
    if (sessionId !== null) await sessions.signOut(sessionId, toHolder(request.ip));
    cookies.clear(reply, 'session');
    return reply.redirect(SIGN_IN_PATH, 303);
  });

  holderRoute('POST', `${ACCOUNT_PATH}/limit-notices`, USAGE, async (request, reply, context) => {
    await setLimitNotices(context, readField(request, 'wanted') === 'yes');
    return reply.redirect(USAGE.back, 303);
  });

  holderRoute('POST', `${ACCOUNT_PATH}/end-session`, SESSIONS, async (request, reply, context) => {
    await endSession(context, readField(request, 'sessionId'));
    return reply.redirect(SESSIONS.back, 303);
  });

  // Not limited: a thief who uses up the limit with a stolen session must not stop its holder.
  scope.post(`${ACCOUNT_PATH}/sign-out-everywhere`, async (request, reply) => {
    const context = await readHolder(request);
    // Other sessions may be open.
    if (context === null) return sendToSignIn(request, reply, SESSIONS);
    await endAllSessions(context);
    cookies.clear(reply, 'session');
    return reply.redirect(`${SIGN_IN_PATH}?notice=everywhere`, 303);
  });
}

/** A line for each day, with the names of `/api/v1/usage`. */
function toUsageCsv(usage: readonly DayUsage[]): string {
  const days = usage.map(toDayFields);
  const lines = [Object.keys(days[0] ?? {}), ...days.map((day) => Object.values(day))];
  return lines.map(toCsvLine).join('');
}

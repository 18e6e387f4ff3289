import type { FastifyInstance } from 'fastify';
import { isLanguage } from '../domain/account/language.ts';
import { readField } from './form-field.ts';
import { ACCOUNT_PATH, LINK_PATH } from './paths.ts';
import type { PageTools } from './tools.ts';

/** The choice of a language, for the pages of this browser and the mails to the account. */
export function languageRoute(scope: FastifyInstance, tools: PageTools) {
  const { cookies, findHolder, accounts } = tools;

  scope.post(`${ACCOUNT_PATH}/language`, async (request, reply) => {
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

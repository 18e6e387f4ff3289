import type { FastifyReply, FastifyRequest } from 'fastify';
import { Unavailable } from '../domain/errors.ts';
import type { HolderContext } from '../schema/types.ts';
import { toCodeExamples } from '../web/code-examples.ts';
import { toAccountView } from './account-view.ts';
import { queryViewer } from './operations.ts';
import type { PageTools } from './tools.ts';

/** What a form's answer shows besides the account. */
export interface Shown {
  /** A key's text, in this answer and in no other. */
  newKey?: string;
  alert?: string;
  success?: string;
}

/** Sends the account's page as it is at this moment. */
export function createSendAccount({ render, languageOf, baseUrl, findExampleIdno }: PageTools) {
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    context: HolderContext,
    shown: Shown = {},
  ) => {
    const language = languageOf(request);
    const viewer = await queryViewer(context);
    const examples = toCodeExamples(baseUrl, await findExample());
    return render(reply, language, 'account', {
      ...toAccountView(viewer, language, examples),
      ...shown,
    });
  };

  /** A key can be revoked also while companies can't be read. */
  async function findExample(): Promise<string | null> {
    try {
      return await findExampleIdno();
    } catch (error) {
      if (error instanceof Unavailable) return null;
      throw error;
    }
  }
}

import type { FastifyInstance } from 'fastify';
import type { Language } from '../domain/account/language.ts';
import type { HolderContext } from '../schema/types.ts';
import { readField } from '../web/request.ts';
import { createSendAccount, type Shown } from './account-view.ts';
import type { MutationResult, RefusalCode, RunMutation } from './mutations.ts';
import { ACCOUNT_PATH, type PageTools } from './tools.ts';
import type { TypedForm } from './way-back.ts';

/** A part of an account that forms at `/cont/api/{name}/{operation}` change. */
export interface ChangeablePart {
  name: 'key' | 'webhook';
  /** Where the account's page shows it, as the end of the page's address. */
  anchor: '' | '#webhook';
  operations: Readonly<Record<string, Operation>>;
  /** What a page that asks first says; null: the operation is not asked for, or nothing is there. */
  ask: (
    operation: string,
    context: HolderContext,
    language: Language,
  ) => Promise<Question | null> | null;
  /** What the account's page says after a change; null: that the change is done. */
  toShown: (result: MutationResult, language: Language) => Shown | null;
  toRefused: (
    refused: RefusedChange,
    context: HolderContext,
    language: Language,
  ) => Promise<Shown> | Shown;
}

export interface Operation {
  run: RunMutation;
  /** The field of the form with the argument: what its page showed, or what was typed. */
  field?: string;
  /** The form under which it is kept where the session has ended: it was typed, and is no secret. */
  keptAs?: TypedForm;
}

interface Question {
  heading: string;
  warning: string;
  button: string;
  steps?: readonly string[];
  figure: string;
  lastUse?: string;
  field: { name: string; value: string };
  danger: boolean;
}

interface RefusedChange {
  operation: string;
  code: RefusalCode;
  value: string;
}

type ChangeRoute = { Params: { operation: string } };

export function changeRoutes(scope: FastifyInstance, tools: PageTools, part: ChangeablePart): void {
  const { render, languageOf, findHolder, readHolder, sendNotFound, sendToSignIn } = tools;
  const sendAccount = createSendAccount(tools);
  const operations = new Map(Object.entries(part.operations));
  const path = `${ACCOUNT_PATH}/${part.name}/:operation`;

  scope.get<ChangeRoute>(path, async (request, reply) => {
    const { operation } = request.params;
    if (!operations.has(operation)) return sendNotFound(request, reply);
    const context = await findHolder(request);
    if (context === null) return sendToSignIn(request, reply);
    const language = languageOf(request);
    // An address that asks nothing stays in the address bar after its form's answer.
    const question = await part.ask(operation, context, language);
    if (question === null) return reply.redirect(ACCOUNT_PATH + part.anchor, 303);
    const action = `${part.name}/${operation}`;
    const { email } = context.holder;
    const next = `${ACCOUNT_PATH}/${action}`;
    return render(reply, language, 'confirm', { ...question, email, action, next, narrow: true });
  });

  scope.post<ChangeRoute>(path, async (request, reply) => {
    const { operation } = request.params;
    const change = operations.get(operation);
    if (change === undefined) return sendNotFound(request, reply);
    const context = await findHolder(request);
    const { field = '', keptAs } = change;
    const wayBack = keptAs ? { typed: { form: keptAs, field } } : {};
    if (context === null) return sendToSignIn(request, reply, wayBack);
    const language = languageOf(request);
    const value = readField(request, field).trim();
    const result = await change.run(context, value);
    if (!result.refusal) {
      const shown = part.toShown(result, language);
      // Loading the answer to a redirect again sends nothing.
      if (shown === null)
        return reply.redirect(`${ACCOUNT_PATH}?done=${part.name}-${operation}${part.anchor}`, 303);
      return sendAccount(request, reply, context, shown);
    }
    // Another change may have come first. The limit has already admitted this request.
    const now = await readHolder(request);
    if (now === null) return sendToSignIn(request, reply, wayBack);
    const { code } = result.refusal;
    reply.code(REFUSAL_STATUS[code] ?? 409);
    const shown = await part.toRefused({ operation, code, value }, now, language);
    return sendAccount(request, reply, now, shown);
  });
}

const REFUSAL_STATUS: Readonly<Partial<Record<RefusalCode, number>>> = {
  INVALID_WEBHOOK_URL: 400,
  INVALID_DATE: 400,
  NO_ACTIVE_API_PLAN: 403,
  TOO_MANY: 429,
};

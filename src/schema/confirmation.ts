import {
  CONFIRMATION_VALID_MS,
  type Confirmation,
  MAX_CONFIRMATION_MAILS,
} from '../accounts/confirmations/confirmations.ts';
import type { ConfirmationStep } from '../domain/account/confirmation.ts';
import { builder, rootField, shownIn, toValues } from './builder.ts';
import { defineRefusal } from './refusal.ts';

const HOUR_MS = 3_600_000;
const VALID = `The link works for ${CONFIRMATION_VALID_MS / HOUR_MS} hour, for a session of the account only. At most ${MAX_CONFIRMATION_MAILS} such mails an hour.`;

const REFUSALS = {
  INVALID_EMAIL: 'The text is not one plain e-mail address.',
  SAME_EMAIL: 'The account has this address already.',
  ACCOUNT_EXISTS: 'Another account has this address.',
  FORBIDDEN: 'The account is one of staff, which only the operator changes.',
  LINK_NOT_VALID: 'The link has expired, was used, or is for another account.',
  CONFLICT: 'The account has changed meanwhile.',
  TOO_MANY: `The account asked for ${MAX_CONFIRMATION_MAILS} confirmations in the last hour.`,
};

export type ConfirmationRefusalCode = keyof typeof REFUSALS;

const { type: RefusalType, catchRefusal } = defineRefusal('ConfirmationRefusal', REFUSALS);

const StepType = builder.enumType('ConfirmationStep', {
  description: 'What a link in a mail confirms.',
  subGraphs: ['account'],
  values: toValues<ConfirmationStep>({
    present_email: 'That the present address agrees to a new one, to which a second mail is sent.',
    new_email: 'The new address, which the account then has; all sessions end.',
    deletion: 'The deletion of the account.',
  }),
});

interface Outcome {
  /** Null with a refusal, and where a mail was sent only. */
  done: Confirmation | null;
  refusal: typeof RefusalType.$inferType | null;
}

const Result = builder.objectRef<Outcome>('ConfirmationResult').implement({
  description: 'Either what was confirmed, or that a mail was sent, or a refusal.',
  ...shownIn('account'),
  fields: (t) => ({
    step: t.field({
      type: StepType,
      nullable: true,
      description: 'What was confirmed; null where a mail was sent only.',
      resolve: ({ done }) => done?.step ?? null,
    }),
    refusal: t.expose('refusal', { type: RefusalType, nullable: true, description: 'Why not.' }),
  }),
});

builder.mutationFields((t) => ({
  requestEmailChange: t.field({
    type: Result,
    ...rootField('account'),
    description: `Mails a link to the present address; confirmed there, another to the new one. ${VALID}`,
    args: { email: t.arg.string({ required: true, description: 'The new address.' }) },
    resolve: (_root, { email }, { confirmations, holder, actor }) =>
      catchRefusal(() => mailed(confirmations.requestEmail(holder, email, actor))),
  }),
  requestAccountDeletion: t.field({
    type: Result,
    ...rootField('account'),
    description: `Mails a link to the address of the account. ${VALID}`,
    resolve: (_root, _args, { confirmations, holder, actor }) =>
      catchRefusal(() => mailed(confirmations.requestDeletion(holder, actor))),
  }),
  confirmChange: t.field({
    type: Result,
    ...rootField('account'),
    description: 'Does what a mailed link confirms.',
    args: { token: t.arg.string({ required: true, description: 'From the link.' }) },
    resolve: (_root, { token }, { confirmations, holder, actor }) =>
      catchRefusal(() => confirmations.confirm(holder, token, actor)),
  }),
}));

async function mailed(sending: Promise<void>): Promise<null> {
  await sending;
  return null;
}

import type { Actor } from '../../accounts/actor.ts';
import { Refusal } from '../../accounts/refusal.ts';
import { toLine } from '../../domain/register/text.ts';
import { toEndMs } from '../../domain/time/timestamp.ts';
import { PlanType } from '../account.ts';
import { quoteArgument, toCodedError } from '../arguments.ts';
import { builder, rootField } from '../builder.ts';

const MIN_REASON_LENGTH = 3;
const MAX_REASON_LENGTH = 200;

const EMAIL = 'The address of the account.';
const REASON = `Why, for the audit log: ${MIN_REASON_LENGTH} to ${MAX_REASON_LENGTH} characters.`;

builder.mutationFields((t) => ({
  setSubscription: t.field({
    type: 'Account',
    ...rootField('staff'),
    description: 'Gives the account a plan from now on; its first API plan also creates a key.',
    args: {
      email: t.arg.string({ required: true, description: EMAIL }),
      plan: t.arg({ type: PlanType, required: true, description: 'The plan.' }),
      until: t.arg.string({
        description:
          'Its last day `YYYY-MM-DD`, or the first instant without it; null for no end. By default ' +
          'the end of the present plan stays.',
      }),
      reason: t.arg.string({ required: true, description: REASON }),
    },
    resolve: (_root, { email, plan, until, reason }, { accounts, actor }) => {
      const change =
        until === undefined
          ? { plan }
          : { plan, endsAtMs: until === null ? null : requireEnd(until) };
      return showRefusal(accounts.setPlan(email, change, withReason(actor, reason)));
    },
  }),
  revokeKey: t.field({
    type: 'Account',
    ...rootField('staff'),
    description: 'Revokes the key of the account at once.',
    args: {
      email: t.arg.string({ required: true, description: EMAIL }),
      keyId: t.arg.id({ required: true, description: 'The key that was seen.' }),
      reason: t.arg.string({ required: true, description: REASON }),
    },
    resolve: async (_root, { email, keyId, reason }, { accounts, keys, actor }) => {
      const by = withReason(actor, reason);
      const account = await showRefusal(accounts.find(email));
      return showRefusal(keys.revoke(account, String(keyId), by));
    },
  }),
  signOut: t.field({
    type: 'Account',
    ...rootField('staff'),
    description: 'Ends all sessions of the account.',
    args: {
      email: t.arg.string({ required: true, description: EMAIL }),
      reason: t.arg.string({ required: true, description: REASON }),
    },
    resolve: async (_root, { email, reason }, { accounts, sessions, actor }) => {
      const by = withReason(actor, reason);
      const account = await showRefusal(accounts.find(email));
      await sessions.signOutEverywhere(account, by);
      return account;
    },
  }),
}));

function withReason(actor: Actor, text: string): Actor {
  const reason = toLine(text);
  if (reason.length >= MIN_REASON_LENGTH && reason.length <= MAX_REASON_LENGTH) {
    return { ...actor, reason };
  }
  const length = `${MIN_REASON_LENGTH} to ${MAX_REASON_LENGTH} characters`;
  throw toCodedError('INVALID_REASON', `reason must have ${length}, got ${reason.length}.`);
}

function requireEnd(until: string): number {
  const endsAtMs = toEndMs(until);
  if (endsAtMs !== null) return endsAtMs;
  const rule = 'a day such as 2027-01-31 or an instant such as 2027-01-31T10:00:00Z';
  const message = `until must be ${rule}, got ${quoteArgument(until)}.`;
  throw toCodedError('INVALID_TIMESTAMP', message);
}

/** Shows a refusal by the rules with its code; other errors are masked elsewhere. */
async function showRefusal<Result>(change: Promise<Result>): Promise<Result> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw toCodedError(error.code, error.message);
  }
}

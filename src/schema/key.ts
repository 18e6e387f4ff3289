import type { ShownKey } from '../accounts/keys/keys.ts';
import { type Account, isRevealable } from '../domain/account/account.ts';
import { KEY_START_LENGTH } from '../domain/account/api-key.ts';
import { API_PLAN_CHOICE } from '../domain/account/plan.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';
import { builder, rootField, shownIn, timestampOf } from './builder.ts';
import { defineRefusal } from './refusal.ts';
import type { HolderContext } from './types.ts';

builder.objectType('Key', {
  ...shownIn('account', 'staff'),
  description: 'An API key, without its text.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names the key in arguments.' }),
    start: t.exposeString('start', {
      description: `Its first ${KEY_START_LENGTH} characters.`,
    }),
    createdAt: t.string({ ...timestampOf('createdAtMs'), description: 'RFC 3339.' }),
    lastUsedAt: t.string({
      nullable: true,
      description: 'RFC 3339, to the minute; null until the first request.',
      resolve: ({ lastUsedAtMs }) => toTimestamp(lastUsedAtMs),
    }),
    revealable: t.boolean({
      description: 'Whether its text can still be shown, once.',
      resolve: isRevealable,
    }),
  }),
});

const REFUSALS = {
  NO_ACTIVE_API_PLAN: `A key needs an active ${API_PLAN_CHOICE} plan.`,
  KEY_EXISTS: 'The account already has a key.',
  ALREADY_REVEALED: 'The text of the key has been shown; it is shown once only.',
  NO_ACTIVE_KEY: 'The account has no key.',
  CONFLICT: 'The account has changed since the caller saw it.',
  TOO_MANY: 'The account has created too many keys in the last hour.',
  REGENERATE_NEEDED: 'The secret that encrypted the key has changed.',
};

export type KeyRefusalCode = keyof typeof REFUSALS;

const { type: RefusalType, catchRefusal } = defineRefusal('KeyRefusal', REFUSALS);

interface Outcome {
  /** Null with a refusal, and if the key was revoked. */
  shown: ShownKey | null;
  refusal: typeof RefusalType.$inferType | null;
}

const CreateResult = showingResult('CreateApiKeyResult');
const RevealResult = showingResult('RevealApiKeyResult');
const RegenerateResult = showingResult('RegenerateApiKeyResult');

const RevokeResult = builder.objectRef<Outcome>('RevokeApiKeyResult').implement({
  description: 'Revoked, unless there is a refusal.',
  ...shownIn('account'),
  fields: (t) => ({
    refusal: t.expose('refusal', { type: RefusalType, nullable: true, description: 'Why not.' }),
  }),
});

builder.mutationFields((t) => {
  const keyId = t.arg.id({ required: true, description: 'The key that the caller saw.' });
  const changeSeen = (operation: 'reveal' | 'regenerate' | 'revoke') => ({
    ...rootField('account'),
    args: { keyId },
    resolve: (_root: unknown, args: { keyId: string | number }, context: HolderContext) =>
      toOutcome(context, ({ keys, holder, actor }) =>
        keys[operation](holder, String(args.keyId), actor),
      ),
  });
  return {
    createApiKey: t.field({
      type: CreateResult,
      ...rootField('account'),
      description: 'Creates a key where there is none; its text is in this answer only.',
      args: {
        lastKeyId: t.arg.id({
          description: 'As the caller saw it in `viewer`; by default the present one.',
        }),
      },
      resolve: (_root, { lastKeyId: seen }, context) =>
        toOutcome(context, ({ keys, holder, actor }) =>
          keys.create(holder, seen === undefined ? holder.lastKeyId : seen && String(seen), actor),
        ),
    }),
    revealApiKey: t.field({
      type: RevealResult,
      description: 'Shows the text of a key that the activation of a plan created; works once.',
      ...changeSeen('reveal'),
    }),
    regenerateApiKey: t.field({
      type: RegenerateResult,
      description: 'Replaces the key; the old one stops working at once.',
      ...changeSeen('regenerate'),
    }),
    revokeApiKey: t.field({
      type: RevokeResult,
      description: 'Revokes the key, which stops working at once.',
      ...changeSeen('revoke'),
    }),
  };
});

function showingResult(name: string) {
  return builder.objectRef<Outcome>(name).implement({
    description: "Either the key's text or a refusal.",
    ...shownIn('account'),
    fields: (t) => ({
      text: t.string({
        nullable: true,
        description: "The key's text, which is never shown again.",
        resolve: ({ shown }) => shown?.text ?? null,
      }),
      key: t.field({
        type: 'Key',
        nullable: true,
        description: 'The key.',
        resolve: ({ shown }) => shown?.apiKey ?? null,
      }),
      refusal: t.expose('refusal', { type: RefusalType, nullable: true, description: 'Why not.' }),
    }),
  });
}

async function toOutcome(
  context: HolderContext,
  change: (context: HolderContext) => Promise<ShownKey | Account>,
): Promise<Outcome> {
  const { done, refusal } = await catchRefusal(() => change(context));
  if (done === null) return { shown: null, refusal };
  // The page that shows the outcome shows the account with it.
  context.holder = 'text' in done ? done.account : done;
  return { shown: 'text' in done ? done : null, refusal };
}

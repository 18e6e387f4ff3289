import { Refusal } from '../accounts/refusal.ts';
import type { ApiKey } from '../domain/account/account.ts';
import { API_PLAN_CHOICE } from '../domain/account/plan.ts';
import { builder } from './builder.ts';

const REFUSALS = {
  NO_ACTIVE_API_PLAN: { description: `A key needs an active ${API_PLAN_CHOICE} plan.` },
  KEY_EXISTS: { description: 'The account has a key already.' },
  ALREADY_REVEALED: { description: 'The text of the key was shown once.' },
  NO_ACTIVE_KEY: { description: 'The account has no key.' },
  CONFLICT: { description: 'The account has changed since the caller saw it.' },
  TOO_MANY: { description: 'The account has had too many new keys in the last hour.' },
  REGENERATE_NEEDED: { description: 'The secret that sealed the key has changed.' },
} as const;

interface KeyRefusal {
  code: keyof typeof REFUSALS;
  message: string;
}

interface ShownKey {
  text: string;
  apiKey: ApiKey;
}

interface Outcome {
  shown: ShownKey | null;
  refusal: KeyRefusal | null;
}

const RefusalCode = builder.enumType('KeyRefusalCode', {
  description: 'Why nothing was changed.',
  subGraphs: ['account'],
  values: REFUSALS,
});

const RefusalType = builder.objectRef<KeyRefusal>('KeyRefusal').implement({
  description: 'A rule that forbade the change.',
  subGraphs: ['account'],
  defaultSubGraphsForFields: ['account'],
  fields: (t) => ({
    code: t.expose('code', { type: RefusalCode, description: 'For programs.' }),
    message: t.exposeString('message', { description: 'One sentence for people.' }),
  }),
});

const CreateResult = showingResult('CreateApiKeyResult');
const RevealResult = showingResult('RevealApiKeyResult');
const RegenerateResult = showingResult('RegenerateApiKeyResult');

const RevokeResult = builder.objectRef<Outcome>('RevokeApiKeyResult').implement({
  description: 'Revoked, unless there is a refusal.',
  subGraphs: ['account'],
  defaultSubGraphsForFields: ['account'],
  fields: (t) => ({
    refusal: t.expose('refusal', { type: RefusalType, nullable: true, description: 'Why not.' }),
  }),
});

const SignOutResult = builder.objectRef<{ done: boolean }>('SignOutEverywhereResult').implement({
  description: 'All sessions of the account are over, the present one too.',
  subGraphs: ['account'],
  defaultSubGraphsForFields: ['account'],
  fields: (t) => ({ done: t.exposeBoolean('done', { description: 'Always true.' }) }),
});

builder.mutationFields((t) => {
  const keyId = t.arg.id({ required: true, description: 'The key that the caller saw.' });
  return {
    createApiKey: t.field({
      type: CreateResult,
      subGraphs: ['account'],
      description: 'A key where there is none; its text is in this answer and nowhere else.',
      args: {
        lastKeyId: t.arg.id({
          description: 'As the caller saw it in `viewer`; left out, whatever it is at this moment.',
        }),
      },
      resolve: (_root, { lastKeyId: seen }, { keys, holder, actor }) => {
        const seenLastKeyId = seen === undefined ? holder.lastKeyId : seen && String(seen);
        return toOutcome(keys.create(holder.id, seenLastKeyId, actor));
      },
    }),
    revealApiKey: t.field({
      type: RevealResult,
      subGraphs: ['account'],
      description: 'The text of a key that was made by activation; works once.',
      args: { keyId },
      resolve: (_root, args, { keys, holder, actor }) =>
        toOutcome(keys.reveal(holder.id, String(args.keyId), actor)),
    }),
    regenerateApiKey: t.field({
      type: RegenerateResult,
      subGraphs: ['account'],
      description: "A new key in the old one's place, which stops at once.",
      args: { keyId },
      resolve: (_root, args, { keys, holder, actor }) =>
        toOutcome(keys.regenerate(holder.id, String(args.keyId), actor)),
    }),
    revokeApiKey: t.field({
      type: RevokeResult,
      subGraphs: ['account'],
      description: 'The key stops at once.',
      args: { keyId },
      resolve: (_root, args, { keys, holder, actor }) =>
        toOutcome(keys.revoke(holder.id, String(args.keyId), actor).then(() => null)),
    }),
    signOutEverywhere: t.field({
      type: SignOutResult,
      subGraphs: ['account'],
      description: 'Ends all sessions of the account.',
      resolve: async (_root, _args, { sessions, holder, actor }) => {
        await sessions.signOutEverywhere(holder.id, actor);
        return { done: true };
      },
    }),
  };
});

function showingResult(name: string) {
  return builder.objectRef<Outcome>(name).implement({
    description: "Either the key's text or a refusal.",
    subGraphs: ['account'],
    defaultSubGraphsForFields: ['account'],
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

/** Only what the rules forbid is an answer; everything else is thrown on. */
async function toOutcome(change: Promise<ShownKey | null>): Promise<Outcome> {
  try {
    return { shown: await change, refusal: null };
  } catch (error) {
    if (!(error instanceof Refusal) || !isRefusalCode(error.code)) throw error;
    return { shown: null, refusal: { code: error.code, message: error.message } };
  }
}

function isRefusalCode(code: string): code is KeyRefusal['code'] {
  return Object.hasOwn(REFUSALS, code);
}

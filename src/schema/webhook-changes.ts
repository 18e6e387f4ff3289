import {
  MAX_WEBHOOK_TESTS,
  type ResumedWebhook,
  type ShownWebhook,
  type TestedWebhook,
} from '../accounts/webhooks.ts';
import { API_PLAN_CHOICE } from '../domain/account/plan.ts';
import { MAX_WEBHOOK_URL_LENGTH, WEBHOOK_ROTATION_MS } from '../domain/account/webhook.ts';
import { builder, rootField, shownIn } from './builder.ts';
import { defineRefusal } from './refusal.ts';
import type { HolderContext } from './types.ts';

const HOUR_MS = 3_600_000;

const { type: RefusalType, catchRefusal } = defineRefusal('WebhookRefusal', {
  NO_ACTIVE_API_PLAN: `A webhook needs an active ${API_PLAN_CHOICE} plan.`,
  NO_WEBHOOK: 'The account has no webhook.',
  INVALID_WEBHOOK_URL: 'The address is not one that events are sent to.',
  WEBHOOKS_OFF: 'The operator has switched deliveries off.',
  CONFLICT: 'The webhook has changed since the caller saw it.',
  TOO_MANY: `More than ${MAX_WEBHOOK_TESTS} tests in the last hour.`,
});

interface Outcome {
  /** Null with a refusal. */
  done: Partial<ShownWebhook & TestedWebhook & ResumedWebhook> | null;
  refusal: typeof RefusalType.$inferType | null;
}

const Result = builder.objectRef<Outcome>('WebhookResult').implement({
  description: 'Either what a change led to or a refusal.',
  ...shownIn('account'),
  fields: (t) => ({
    webhook: t.field({
      type: 'Webhook',
      nullable: true,
      description: 'As it is now; null with a refusal, and once it is removed.',
      resolve: ({ done }) => done?.webhook ?? null,
    }),
    secret: t.string({
      nullable: true,
      description: 'A new secret, which is never shown again; null unless there is one.',
      resolve: ({ done }) => done?.secret ?? null,
    }),
    attempt: t.field({
      type: 'WebhookAttempt',
      nullable: true,
      description: 'How a test went; null for other changes.',
      resolve: ({ done }) => done?.attempt ?? null,
    }),
    skipsChanges: t.boolean({
      description: 'Whether it resumes behind changes that are no longer stored.',
      resolve: ({ done }) => done?.skipsChanges ?? false,
    }),
    refusal: t.expose('refusal', { type: RefusalType, nullable: true, description: 'Why not.' }),
  }),
});

builder.mutationFields((t) => {
  const change = (
    description: string,
    run: (context: HolderContext) => Promise<NonNullable<Outcome['done']>>,
  ) =>
    t.field({
      type: Result,
      ...rootField('account'),
      description,
      resolve: (_root, _args, context) => catchRefusal(() => run(context)),
    });
  return {
    setWebhook: t.field({
      type: Result,
      ...rootField('account'),
      description: 'Sets the address. A new webhook gets a secret; another address keeps it.',
      args: {
        url: t.arg.string({
          required: true,
          description: `An https address of at most ${MAX_WEBHOOK_URL_LENGTH} characters.`,
        }),
      },
      resolve: (_root, { url }, { webhooks, holder, actor }) =>
        catchRefusal(() => webhooks.set(holder, url, actor)),
    }),
    rotateWebhookSecret: t.field({
      type: Result,
      ...rootField('account'),
      description: `Replaces the secret; the one before it signs too for ${WEBHOOK_ROTATION_MS / HOUR_MS} hours.`,
      args: {
        secretId: t.arg.id({ required: true, description: 'The secret that the caller saw.' }),
      },
      resolve: (_root, { secretId }, { webhooks, holder, actor }) =>
        catchRefusal(() => webhooks.rotate(holder, String(secretId), actor)),
    }),
    testWebhook: change(
      `Sends a test event, at most ${MAX_WEBHOOK_TESTS} an hour; changes no state.`,
      ({ webhooks, holder, actor }) => webhooks.test(holder, actor),
    ),
    pauseWebhook: change(
      'Pauses deliveries; changes wait.',
      async ({ webhooks, holder, actor }) => ({ webhook: await webhooks.pause(holder, actor) }),
    ),
    resumeWebhook: change(
      'Goes on after the last delivered event, and tries at once.',
      ({ webhooks, holder, actor }) => webhooks.resume(holder, actor),
    ),
    removeWebhook: change(
      'Removes the webhook and its secret.',
      async ({ webhooks, holder, actor }) => {
        await webhooks.remove(holder, actor);
        return {};
      },
    ),
  };
});

import { listReplacedSecrets } from '../accounts/watching/webhook-secrets.ts';
import {
  MAX_NEW_SECRETS,
  MAX_REQUESTED_ATTEMPTS,
  type ResumedWebhook,
  type ShownWebhook,
  type TestedWebhook,
} from '../accounts/watching/webhooks.ts';
import { API_PLAN_CHOICE } from '../domain/account/plan.ts';
import {
  MAX_STORED_ANSWER_BYTES,
  MAX_STORED_CHANGES,
  MAX_WEBHOOK_ATTEMPTS,
  MAX_WEBHOOK_URL_LENGTH,
  WEBHOOK_FAULTS,
  WEBHOOK_ROTATION_MS,
  WEBHOOK_STOPS,
  type WebhookState,
} from '../domain/account/webhook.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';
import { builder, rootField, shownIn, timestampOf, toValues } from './builder.ts';
import { defineRefusal } from './refusal.ts';
import type { HolderContext } from './types.ts';

const HOUR_MS = 3_600_000;
const BUDGET = `Tests, resumptions, sending again and new addresses together: at most ${MAX_REQUESTED_ATTEMPTS} an hour.`;

const StateType = builder.enumType('WebhookState', {
  description: 'Whether a webhook delivers.',
  subGraphs: ['account', 'staff'],
  values: toValues<WebhookState>({
    working: 'It delivers, or tries again where an attempt has failed.',
    paused: 'Its holder has paused it.',
    stopped: 'The service has stopped it, until its holder resumes it.',
  }),
});

const StopType = builder.enumType('WebhookStop', {
  description: 'Why the service stopped a webhook.',
  subGraphs: ['account', 'staff'],
  values: toValues(WEBHOOK_STOPS),
});

const FaultType = builder.enumType('WebhookFault', {
  description: 'Why an attempt failed.',
  subGraphs: ['account', 'staff'],
  values: toValues(WEBHOOK_FAULTS),
});

builder.objectType('WebhookAttempt', {
  ...shownIn('account', 'staff'),
  description: "A request to the webhook's address.",
  fields: (t) => ({
    at: t.string({ ...timestampOf('atMs'), description: 'RFC 3339.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'Of the answer; null if there was none.',
    }),
    fault: t.expose('fault', {
      type: FaultType,
      nullable: true,
      description: 'Null if the event was delivered.',
    }),
    durationMs: t.exposeInt('durationMs', { description: 'In milliseconds.' }),
    changes: t.exposeInt('changes', {
      nullable: true,
      description: 'How many changes the event had; null for a test event.',
    }),
    firstIdnos: t.stringList({
      description: `The companies of the first changes, at most ${MAX_STORED_CHANGES}.`,
      resolve: ({ firstChanges }) => firstChanges.map(({ idno }) => idno),
    }),
    eventId: t.exposeID('eventId', {
      nullable: true,
      description: 'The `webhook-id` that was sent; null if nothing was.',
    }),
    bodyBytes: t.exposeInt('bodyBytes', { description: 'The size of the body that was sent.' }),
    answer: t.exposeString('answer', {
      subGraphs: ['account'],
      nullable: true,
      description: `The first ${MAX_STORED_ANSWER_BYTES} bytes of the answer as text, without control characters; null if there was none.`,
    }),
  }),
});

builder.objectType('Webhook', {
  ...shownIn('account', 'staff'),
  description: 'Where the service sends changes of watched companies, without its secret.',
  fields: (t) => ({
    url: t.exposeString('url', {
      subGraphs: ['account'],
      description: 'The address that gets the events.',
    }),
    host: t.string({
      subGraphs: ['staff'],
      description: 'Of the address, whose other parts may be confidential.',
      resolve: ({ url }) => new URL(url).host,
    }),
    secretId: t.id({
      subGraphs: ['account'],
      description: 'Names the present secret in arguments.',
      resolve: ({ secret }) => secret.id,
    }),
    secretCreatedAt: t.string({
      description: 'RFC 3339.',
      resolve: ({ secret }) => toTimestamp(secret.createdAtMs),
    }),
    previousSecretEndsAt: t.string({
      nullable: true,
      description: 'Until when the secret before it signs too, RFC 3339; null if there is none.',
      resolve: (webhook, _args, { nowMs }) =>
        toTimestamp(listReplacedSecrets(webhook, nowMs())[0]?.endsAtMs ?? null),
    }),
    state: t.expose('state', { type: StateType, description: 'At this moment.' }),
    stop: t.expose('stop', {
      type: StopType,
      nullable: true,
      description: 'Why it is stopped; null if it is not.',
    }),
    failingSince: t.string({
      nullable: true,
      description:
        'When the first of the failed attempts was, RFC 3339; null if the last succeeded.',
      resolve: ({ failingSinceMs }) => toTimestamp(failingSinceMs),
    }),
    nextAttemptAt: t.string({
      nullable: true,
      description: 'The next attempt after a failed one, RFC 3339; null if none is due.',
      resolve: ({ failingSinceMs, nextAttemptMs }) =>
        failingSinceMs === null ? null : toTimestamp(nextAttemptMs),
    }),
    attempts: t.field({
      type: ['WebhookAttempt'],
      description: `Newest first, at most ${MAX_WEBHOOK_ATTEMPTS}.`,
      resolve: ({ attempts }) => attempts.toReversed(),
    }),
  }),
});

builder.objectFields('Viewer', (t) => ({
  webhook: t.field({
    type: 'Webhook',
    nullable: true,
    description: 'Null where there is none.',
    resolve: ({ id }, _args, { webhooks }) => webhooks.find(id),
  }),
  webhooksLocal: t.boolean({
    description: "True in the demo: a webhook's address may also be on this machine, with http.",
    resolve: (_viewer, _args, { webhooks }) => webhooks.allowsLocal,
  }),
  webhooksOn: t.boolean({
    description: 'False where the operator has switched deliveries off; changes then wait.',
    resolve: (_viewer, _args, { webhooks }) => webhooks.isOn,
  }),
}));

builder.objectField('Account', 'webhook', (t) =>
  t.field({
    type: 'Webhook',
    nullable: true,
    description: 'Null where there is none.',
    resolve: ({ id }, _args, { staffLoaders }) => staffLoaders.webhook.load(id),
  }),
);

const REFUSALS = {
  NO_ACTIVE_API_PLAN: `A webhook needs an active ${API_PLAN_CHOICE} plan.`,
  NO_WEBHOOK: 'The account has no webhook.',
  INVALID_WEBHOOK_URL: 'The address is not one that events are sent to.',
  INVALID_DATE: 'The day is not one of the calendar, as `YYYY-MM-DD`.',
  CHANGES_NOT_KEPT: 'Not all changes since that day are stored any more.',
  WEBHOOKS_OFF: 'The operator has switched deliveries off.',
  CONFLICT: 'The webhook has changed since the caller saw it.',
  TOO_MANY: `More than ${MAX_REQUESTED_ATTEMPTS} tests, resumptions, repetitions and new addresses together, or ${MAX_NEW_SECRETS} rotations, in the last hour.`,
};

export type WebhookRefusalCode = keyof typeof REFUSALS;

const { type: RefusalType, catchRefusal } = defineRefusal('WebhookRefusal', REFUSALS);

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
      description:
        'Whether changes after the last delivered one are no longer stored; it then begins with the next changes.',
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
  const seenSecret = t.arg.id({ required: true, description: 'The secret that the caller saw.' });
  return {
    setWebhook: t.field({
      type: Result,
      ...rootField('account'),
      description: `Sets the address. A new webhook gets a secret; another address keeps it, and what waits is tried at once. The holder gets a mail. ${BUDGET}`,
      args: {
        url: t.arg.string({
          required: true,
          description: `An https address of at most ${MAX_WEBHOOK_URL_LENGTH} characters; in the demo also an http address of this machine.`,
        }),
      },
      resolve: (_root, { url }, { webhooks, holder, actor }) =>
        catchRefusal(() => webhooks.set(holder, url, actor)),
    }),
    rotateWebhookSecret: t.field({
      type: Result,
      ...rootField('account'),
      description: `Replaces the secret; the one before it signs too for ${WEBHOOK_ROTATION_MS / HOUR_MS} hours. The holder gets a mail. At most ${MAX_NEW_SECRETS} an hour.`,
      args: { secretId: seenSecret },
      resolve: (_root, { secretId }, { webhooks, holder, actor }) =>
        catchRefusal(() => webhooks.rotate(holder, String(secretId), actor)),
    }),
    testWebhook: change(
      `Sends a test event; changes no state. ${BUDGET}`,
      ({ webhooks, holder, actor }) => webhooks.test(holder, actor),
    ),
    pauseWebhook: change(
      'Pauses deliveries; changes wait.',
      async ({ webhooks, holder, actor }) => ({ webhook: await webhooks.pause(holder, actor) }),
    ),
    resumeWebhook: change(
      `Goes on after the last delivered event, and tries at once. If that fails, the pauses between attempts go on where they were. ${BUDGET}`,
      ({ webhooks, holder, actor }) => webhooks.resume(holder, actor),
    ),
    resendWebhook: t.field({
      type: Result,
      ...rootField('account'),
      description: `Goes on from the changes of the dumps of a day, which are sent again, and tries at once. An event with the same changes has the same id. ${BUDGET}`,
      args: {
        from: t.arg.string({ required: true, description: 'The day, `YYYY-MM-DD`.' }),
      },
      resolve: (_root, { from }, { webhooks, holder, actor }) =>
        catchRefusal(() => webhooks.resend(holder, from, actor)),
    }),
    removeWebhook: t.field({
      type: Result,
      ...rootField('account'),
      description: 'Removes the webhook and its secret.',
      args: { secretId: seenSecret },
      resolve: (_root, { secretId }, { webhooks, holder, actor }) =>
        catchRefusal(async () => {
          await webhooks.remove(holder, String(secretId), actor);
          return {};
        }),
    }),
  };
});

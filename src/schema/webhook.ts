import {
  MAX_WEBHOOK_ATTEMPTS,
  WEBHOOK_FAULTS,
  WEBHOOK_STOPS,
  type WebhookState,
} from '../domain/account/webhook.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';
import { builder, shownIn, timestampOf, toValues } from './builder.ts';

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
      resolve: ({ previousSecret: previous }, _args, { nowMs }) =>
        previous && previous.endsAtMs > nowMs() ? toTimestamp(previous.endsAtMs) : null,
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

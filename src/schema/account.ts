import {
  API_PLANS,
  LIMIT_WINDOW_SECONDS,
  type Plan,
  type SubscriptionStatus,
  TIER_LIMITS,
  type Tier,
  toPlanAt,
  toStatusAt,
  toTierAt,
} from '../domain/account/plan.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';
import { FAILED_REQUEST_RETENTION_DAYS, MAX_FAILED_REQUESTS } from '../store/port/usage.ts';
import { builder, shownIn, timestampOf, toValues } from './builder.ts';

export const PlanType = builder.enumType('Plan', {
  description: 'What an account can subscribe to.',
  subGraphs: ['account', 'staff'],
  values: toValues<Plan>({
    free: describePlan('free'),
    starter: describePlan('starter'),
    business: describePlan('business'),
    agency: describePlan('agency'),
  }),
});

const TierType = builder.enumType('Tier', {
  description: 'The API access that a plan gives.',
  subGraphs: ['account', 'staff'],
  values: toValues<Tier>({
    medium: `${TIER_LIMITS.medium} requests in any ${LIMIT_WINDOW_SECONDS} seconds.`,
    high: `${TIER_LIMITS.high} requests in any ${LIMIT_WINDOW_SECONDS} seconds.`,
  }),
});

const StatusType = builder.enumType('SubscriptionStatus', {
  description: 'Whether a plan holds.',
  subGraphs: ['account', 'staff'],
  values: toValues<SubscriptionStatus>({
    active: 'It holds.',
    expired: 'Its end has passed.',
    cancelled: 'It was ended.',
  }),
});

/** Of fields that a holder and staff see, each from their own context. */
export const WATCH_LIST_SIZE = 'How many companies are in the watch list.';
export const FAILED_REQUESTS =
  "Requests with the account's key that were answered 4xx or 5xx, newest first, at most " +
  `${MAX_FAILED_REQUESTS} of the last ${FAILED_REQUEST_RETENTION_DAYS} days.`;

/** The fields of an account that both its holder and staff see. */
for (const type of ['Viewer', 'Account'] as const) {
  builder.objectFields(type, (t) => ({
    email: t.exposeString('email', { description: 'As its holder wrote it.' }),
    plan: t.field({
      type: PlanType,
      description: 'The plan of this moment.',
      resolve: ({ subscription }, _args, { nowMs }) => toPlanAt(subscription, nowMs()),
    }),
    tier: t.field({
      type: TierType,
      nullable: true,
      description: 'Null where the plan gives no API access.',
      resolve: ({ subscription }, _args, { nowMs }) => toTierAt(subscription, nowMs()),
    }),
    subscription: t.expose('subscription', {
      type: 'PlanSubscription',
      nullable: true,
      description: 'As last changed, also after its end; null where there never was one.',
    }),
    key: t.expose('apiKey', {
      type: 'Key',
      nullable: true,
      description: 'The active API key, without its text; null where there is none.',
    }),
  }));
}

// Not `Subscription`: GraphQL would take it for the root of its subscriptions.
builder.objectType('PlanSubscription', {
  ...shownIn('account', 'staff'),
  description: 'A plan for a period.',
  fields: (t) => ({
    plan: t.expose('plan', { type: PlanType, description: 'The plan subscribed to.' }),
    status: t.field({
      type: StatusType,
      description: 'At this moment.',
      resolve: (subscription, _args, { nowMs }) => toStatusAt(subscription, nowMs()),
    }),
    endsAt: t.string({
      nullable: true,
      description: 'The first instant without the plan, RFC 3339; null where it has no end.',
      resolve: ({ endsAtMs }) => toTimestamp(endsAtMs),
    }),
  }),
});

builder.objectType('DayUsage', {
  ...shownIn('account', 'staff'),
  description:
    'The requests of a day. Each counts as often as it does against the limit; a refused one ' +
    '(429) counts once.',
  fields: (t) => ({
    day: t.exposeString('day', {
      description: 'In Europe/Chisinau, `YYYY-MM-DD`.',
    }),
    ok: t.exposeInt('ok', {
      description: 'Answered 2xx; on days before `notModified` was counted, also 304.',
    }),
    notModified: t.exposeInt('notModified', { description: 'Answered 304.' }),
    notFound: t.exposeInt('notFound', { description: 'Answered 404.' }),
    clientErrors: t.exposeInt('clientErrors', {
      description:
        'Answered 4xx other than 404 and 429; on days before `notFound` was counted, also 404.',
    }),
    limited: t.exposeInt('limited', { description: 'Refused with 429.' }),
  }),
});

builder.objectType('FailedRequest', {
  ...shownIn('account', 'staff'),
  description: 'A request with the key that was answered 4xx or 5xx.',
  fields: (t) => ({
    requestId: t.exposeID('requestId', {
      description: 'As in the message of an `internal_error`; give it in a question to support.',
    }),
    at: t.string({ ...timestampOf('atMs'), description: 'When it was answered, RFC 3339.' }),
    method: t.exposeString('method', { description: 'Such as `GET`.' }),
    path: t.exposeString('path', {
      description: 'Without the query; a key in it is cut, as is a long path.',
    }),
    status: t.exposeInt('status', { description: 'From 400 to 599.' }),
    error: t.exposeString('error', {
      nullable: true,
      description: 'The `error` of the answer; null if it had none.',
    }),
    network: t.exposeString('network', {
      description: 'Where it came from: the /24 of an IPv4, the /48 of an IPv6 address.',
    }),
  }),
});

function describePlan(plan: Plan): string {
  const found = API_PLANS.find((one) => one.plan === plan);
  return found === undefined
    ? 'No API access.'
    : `${found.limit} requests in any ${LIMIT_WINDOW_SECONDS} seconds.`;
}

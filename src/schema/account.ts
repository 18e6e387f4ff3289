import { PLANS, TIERS, toPlanAt, toStatusAt, toTierAt } from '../domain/account/plan.ts';
import { toCodeList } from '../domain/word-list.ts';
import { builder, shownIn } from './builder.ts';
import { toTimestamp } from './timestamp.ts';

/** The fields of an account that both its holder and staff see. */
for (const type of ['Viewer', 'Account'] as const) {
  builder.objectFields(type, (t) => ({
    email: t.exposeString('email', { nullable: false, description: 'As its holder wrote it.' }),
    plan: t.string({
      nullable: false,
      description: `The plan of this moment: ${toCodeList(PLANS)}.`,
      resolve: ({ subscription }, _args, { nowMs }) => toPlanAt(subscription, nowMs()),
    }),
    tier: t.string({
      nullable: true,
      description: `${toCodeList(TIERS)}; null where the plan gives no API access.`,
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
    plan: t.exposeString('plan', { nullable: false, description: 'The plan subscribed to.' }),
    status: t.string({
      nullable: false,
      description: 'At this moment: `active`, `expired` after its end, or `cancelled`.',
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
  description: 'The requests of a day.',
  fields: (t) => ({
    day: t.exposeString('day', {
      nullable: false,
      description: 'In Europe/Chisinau, `YYYY-MM-DD`.',
    }),
    ok: t.exposeInt('ok', { nullable: false, description: 'Answered 200 or 304.' }),
    clientErrors: t.exposeInt('clientErrors', {
      nullable: false,
      description: 'Answered 4xx other than 429.',
    }),
    limited: t.exposeInt('limited', { nullable: false, description: 'Refused with 429.' }),
  }),
});

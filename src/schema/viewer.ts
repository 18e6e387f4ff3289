import { isStaffActor } from '../accounts/actor.ts';
import { USAGE_DAYS } from '../accounts/usage.ts';
import { PLANS, TIERS, toPlanAt, toStatusAt, toTierAt } from '../domain/account/plan.ts';
import { toCodeList } from '../domain/word-list.ts';
import { ADDRESS_KEPT_DAYS } from '../store/port/audit.ts';
import { builder } from './builder.ts';

/** The most recent of what happened to an account. */
const MAX_AUDIT_ENTRIES = 20;

builder.objectType('Viewer', {
  description: 'The account that is signed in.',
  subGraphs: ['account'],
  defaultSubGraphsForFields: ['account'],
  fields: (t) => ({
    email: t.exposeString('email', { description: 'As its holder wrote it.' }),
    plan: t.string({
      description: `The plan of this moment: ${toCodeList(PLANS)}.`,
      resolve: ({ subscription }, _args, { nowMs }) => toPlanAt(subscription, nowMs()),
    }),
    tier: t.string({
      nullable: true,
      description: `${toCodeList(TIERS)}; null where the plan gives no API access.`,
      resolve: ({ subscription }, _args, { nowMs }) => toTierAt(subscription, nowMs()),
    }),
    subscription: t.field({
      type: 'PlanSubscription',
      nullable: true,
      description: 'As last changed, also when it is over; null where there never was one.',
      resolve: ({ subscription }) => subscription,
    }),
    key: t.field({
      type: 'Key',
      nullable: true,
      description: 'The active API key; null where there is none.',
      resolve: ({ apiKey }) => apiKey,
    }),
    lastKeyId: t.exposeID('lastKeyId', {
      nullable: true,
      description: 'Of the key or, without one, of the last that was; null where none ever was.',
    }),
    usage: t.field({
      type: ['DayUsage'],
      description: `Requests of the last ${USAGE_DAYS} days, the oldest day first.`,
      resolve: ({ id }, _args, { readUsage }) => readUsage(id),
    }),
    audit: t.field({
      type: ['AuditEntry'],
      description: `What happened to the account, the newest first, ${MAX_AUDIT_ENTRIES} at most.`,
      resolve: ({ id }, _args, { listAudit }) => listAudit(id, MAX_AUDIT_ENTRIES),
    }),
  }),
});

// Not `Subscription`: GraphQL would take it for the root of its subscriptions.
builder.objectType('PlanSubscription', {
  description: 'A plan for a span of time.',
  subGraphs: ['account', 'staff'],
  defaultSubGraphsForFields: ['account', 'staff'],
  fields: (t) => ({
    plan: t.exposeString('plan', { description: 'The plan that was subscribed to.' }),
    status: t.string({
      description: 'At this moment: `active`, `expired` after its end, or `cancelled`.',
      resolve: (subscription, _args, { nowMs }) => toStatusAt(subscription, nowMs()),
    }),
    endsAt: t.string({
      nullable: true,
      description: 'The first instant without the plan, RFC 3339; null where it has no end.',
      resolve: ({ endsAtMs }) => (endsAtMs === null ? null : new Date(endsAtMs).toISOString()),
    }),
  }),
});

builder.objectType('DayUsage', {
  description: 'The requests of a day.',
  subGraphs: ['account', 'staff'],
  defaultSubGraphsForFields: ['account', 'staff'],
  fields: (t) => ({
    day: t.exposeString('day', { description: 'In Europe/Chisinau, `YYYY-MM-DD`.' }),
    ok: t.exposeInt('ok', { description: 'Answered 200 or 304.' }),
    clientErrors: t.exposeInt('clientErrors', { description: 'Answered 4xx, but for 429.' }),
    limited: t.exposeInt('limited', { description: 'Refused with 429.' }),
  }),
});

builder.objectType('AuditEntry', {
  description: 'Something that happened to the account.',
  subGraphs: ['account'],
  defaultSubGraphsForFields: ['account'],
  fields: (t) => ({
    at: t.string({
      description: 'When, RFC 3339.',
      resolve: ({ atMs }) => new Date(atMs).toISOString(),
    }),
    action: t.exposeString('action', { description: 'What, such as `key_created`.' }),
    actor: t.string({
      description: 'Who; `holder` is the account itself, `staff` a member of staff.',
      resolve: ({ actor }) => (isStaffActor(actor) ? 'staff' : actor),
    }),
    keyStart: t.exposeString('keyStart', {
      nullable: true,
      description: 'The first characters of the key that it was about.',
    }),
    address: t.string({
      nullable: true,
      description: `The network address it came from; dropped after ${ADDRESS_KEPT_DAYS} days, and never of staff.`,
      resolve: ({ actor, address }) => (isStaffActor(actor) ? null : address),
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: 'Viewer',
    subGraphs: ['account'],
    description: 'The account that is signed in.',
    resolve: (_root, _args, { holder }) => holder,
  }),
);

import { isStaffActor, toShownAddress } from '../accounts/actor.ts';
import { USAGE_DAYS } from '../accounts/usage/usage.ts';
import { LIMIT_WINDOW_SECONDS } from '../domain/account/plan.ts';
import type { PlanTerm, PlanTransition } from '../domain/account/plan-change.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';
import { ADDRESS_RETENTION_DAYS, MAX_SHOWN_ENTRIES } from '../store/port/audit.ts';
import { FAILED_REQUESTS, PlanType, WATCH_LIST_SIZE } from './account.ts';
import { builder, rootField, shownIn, timestampOf } from './builder.ts';

builder.objectType('Viewer', {
  ...shownIn('account'),
  description: 'The account that is signed in.',
  fields: (t) => ({
    lastKeyId: t.exposeID('lastKeyId', {
      nullable: true,
      description:
        'The id of the active key, or of the last one before; null where there never was one.',
    }),
    limitNotices: t.exposeBoolean('limitNotices', {
      description:
        'Whether the first refused request (429) of a day (Europe/Chisinau) is reported by mail.',
    }),
    recentRequests: t.int({
      nullable: true,
      description:
        `Requests with the key in the last ${LIMIT_WINDOW_SECONDS} seconds, which count against ` +
        'the limit; null where there is no key, or where it is not known now.',
      resolve: ({ apiKey }, _args, { countRecent }) => apiKey && countRecent(apiKey.hash),
    }),
    usage: t.field({
      type: ['DayUsage'],
      nullable: true,
      description: `Requests of the last ${USAGE_DAYS} days, the oldest day first.`,
      resolve: ({ id }, _args, { readUsage }) => readUsage(id),
    }),
    failedRequests: t.field({
      type: ['FailedRequest'],
      nullable: true,
      description: FAILED_REQUESTS,
      resolve: ({ id }, _args, { listFailedRequests }) => listFailedRequests(id),
    }),
    watchListSize: t.int({
      nullable: true,
      description: WATCH_LIST_SIZE,
      resolve: ({ id }, _args, { findWatchListSize }) => findWatchListSize(id),
    }),
    audit: t.field({
      type: ['AuditEntry'],
      nullable: true,
      description: `What happened to the account, newest first, at most ${MAX_SHOWN_ENTRIES}.`,
      resolve: ({ id }, _args, { listAudit }) => listAudit(id),
    }),
  }),
});

const PlanTermType = builder.objectRef<PlanTerm>('PlanTerm').implement({
  ...shownIn('account'),
  description: 'A plan and its end.',
  fields: (t) => ({
    plan: t.expose('plan', { type: PlanType, description: 'As in `Viewer.plan`.' }),
    endsAt: t.string({
      nullable: true,
      description: 'As in `PlanSubscription.endsAt`.',
      resolve: ({ endsAtMs }) => toTimestamp(endsAtMs),
    }),
  }),
});

const PlanTransitionType = builder.objectRef<PlanTransition>('PlanTransition').implement({
  ...shownIn('account'),
  description: 'A change of the plan that the account has.',
  fields: (t) => ({
    from: t.expose('from', { type: PlanTermType, description: 'Until then.' }),
    to: t.expose('to', { type: PlanTermType, description: 'Since then.' }),
  }),
});

builder.objectType('AuditEntry', {
  ...shownIn('account'),
  description: 'Something that happened to the account.',
  fields: (t) => ({
    at: t.string({ ...timestampOf('atMs'), description: 'When, RFC 3339.' }),
    action: t.exposeString('action', {
      description: 'What, such as `key_created`.',
    }),
    actor: t.string({
      description: 'Who; `holder` is the account itself, `staff` a member of staff.',
      resolve: ({ actor }) => (isStaffActor(actor) ? 'staff' : actor),
    }),
    keyStart: t.exposeString('keyStart', {
      nullable: true,
      description: 'The first characters of the key concerned.',
    }),
    planChange: t.field({
      type: PlanTransitionType,
      nullable: true,
      description: 'Of a changed subscription; otherwise null.',
      resolve: ({ planChange }) => planChange,
    }),
    address: t.string({
      nullable: true,
      description: `The network address it came from; null for staff, and after ${ADDRESS_RETENTION_DAYS} days.`,
      resolve: toShownAddress,
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.field({
    type: 'Viewer',
    ...rootField('account'),
    description: 'The account that is signed in.',
    resolve: (_root, _args, { holder }) => holder,
  }),
);

const LimitNoticesResult = builder
  .objectRef<{ wanted: boolean }>('SetLimitNoticesResult')
  .implement({
    description: 'The choice that is stored now.',
    ...shownIn('account'),
    fields: (t) => ({
      wanted: t.exposeBoolean('wanted', { description: 'As it was given.' }),
    }),
  });

builder.mutationField('setLimitNotices', (t) =>
  t.field({
    type: LimitNoticesResult,
    ...rootField('account'),
    description: 'Switches mails about refused requests on or off.',
    args: { wanted: t.arg.boolean({ required: true, description: 'True: on.' }) },
    resolve: async (_root, { wanted }, { holder, setPreferences }) => {
      await setPreferences(holder, { limitNotices: wanted });
      return { wanted };
    },
  }),
);

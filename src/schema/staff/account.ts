import { MAX_LISTED_SESSIONS } from '../../accounts/sign-in/sessions.ts';
import type { Account, Role } from '../../domain/account/account.ts';
import { KEY_START_LENGTH } from '../../domain/account/api-key.ts';
import { isEmail } from '../../domain/account/email.ts';
import type { Language } from '../../domain/account/language.ts';
import type { PositionForm } from '../../domain/cursor.ts';
import { toTimestamp } from '../../domain/time/timestamp.ts';
import type { AccountFilter } from '../../store/accounts/account-reads.ts';
import { FAILED_REQUESTS, PlanType, WATCH_LIST_SIZE } from '../account.ts';
import { DAY_MS, findAccountId, MAX_DAYS, requireDays, toCodedError } from '../arguments.ts';
import { builder, rootField, shownIn, timestampOf, toValues } from '../builder.ts';
import { defineList } from '../page.ts';

const RoleType = builder.enumType('Role', {
  description: 'Who an account is for.',
  subGraphs: ['staff'],
  values: toValues<Role>({
    holder: 'Has an account.',
    staff: 'Also queries everything here.',
  }),
});

const LanguageType = builder.enumType('Language', {
  description: 'A language of pages and mails.',
  subGraphs: ['staff'],
  values: toValues<Language>({
    ro: 'Romanian.',
    ru: 'Russian.',
    en: 'English.',
  }),
});

builder.objectType('Account', {
  description: 'An account, without the text of its key.',
  ...shownIn('staff'),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Never changes.' }),
    createdAt: t.string({ ...timestampOf('createdAtMs'), description: 'RFC 3339.' }),
    role: t.expose('role', { type: RoleType, description: 'As the operator set it.' }),
    language: t.expose('language', {
      type: LanguageType,
      description: 'Of the mails to its holder.',
    }),
    sessions: t.field({
      type: ['Session'],
      description: `Where it is signed in, the last used first, at most ${MAX_LISTED_SESSIONS}.`,
      resolve: ({ id }, _args, { staffLoaders }) => staffLoaders.sessions.load(id),
    }),
    failedRequests: t.field({
      type: ['FailedRequest'],
      description: FAILED_REQUESTS,
      resolve: ({ id }, _args, { staffLoaders }) => staffLoaders.failedRequests.load(id),
    }),
    watchListSize: t.int({
      description: WATCH_LIST_SIZE,
      resolve: ({ id }, _args, { staffLoaders }) => staffLoaders.watchListSize.load(id),
    }),
    lastSignInAt: t.string({
      nullable: true,
      description: 'RFC 3339; null where nobody has signed in yet.',
      resolve: async ({ id }, _args, { staffLoaders }) =>
        toTimestamp(await staffLoaders.lastSignIn.load(id)),
    }),
  }),
});

/** In the form of the store, which is not that of a strict parser. */
const EMAILS: PositionForm<string> = {
  toText: (email) => email,
  toPosition: (text) => (text === '' ? null : text),
};

const FilterInput = builder.inputType('AccountFilter', {
  description: 'An account must match every value that is given.',
  subGraphs: ['staff'],
  fields: (t) => ({
    email: t.string({ description: 'A part of the address, in any case.' }),
    plan: t.field({ type: PlanType, description: 'The plan of this moment.' }),
    keyStart: t.string({
      description: `The first ${KEY_START_LENGTH} characters of its key, or of one that was replaced or revoked.`,
    }),
    requestId: t.string({ description: 'The id of one of its `failedRequests`.' }),
    planEndsWithinDays: t.int({
      description: `Its plan, other than \`free\`, ends within this number of days, 1 to ${MAX_DAYS}.`,
    }),
  }),
});

defineList({
  name: 'accounts',
  node: 'Account',
  listed: 'accounts',
  description: 'Accounts by address.',
  args: builder.args((t) => ({
    filter: t.field({ type: FilterInput, description: 'By default all.' }),
  })),
  toNode: (account: Account) => account,
  positions: EMAILS,
  toPosition: ({ email }) => email,
  open({ filter }, { reads, nowMs }) {
    const atMs = nowMs();
    const wanted = toFilter(filter ?? {}, atMs);
    return {
      query: filter ?? {},
      read: (after, first) => reads.listAccounts(wanted, atMs, after, first),
      count: (max) => reads.countAccounts(wanted, atMs, max),
    };
  },
});

builder.queryFields((t) => ({
  account: t.field({
    type: 'Account',
    ...rootField('staff'),
    description: 'The account with this address; null where there is none.',
    args: { email: t.arg.string({ required: true, description: 'In any case.' }) },
    resolve: (_root, { email }, { staffLoaders }) =>
      isEmail(email) ? staffLoaders.accountByEmail.load(email) : null,
  }),
  usage: t.field({
    type: ['DayUsage'],
    ...rootField('staff'),
    description:
      'Requests of an account by day, the oldest first; days without requests are left out.',
    args: {
      email: t.arg.string({ description: 'Of the account, in any case; or its `accountId`.' }),
      accountId: t.arg.id({ description: 'The `id` of the account; or its `email`.' }),
      from: t.arg.string({ required: true, description: 'First day, `YYYY-MM-DD`.' }),
      to: t.arg.string({
        required: true,
        description: `Last day, less than ${MAX_DAYS} days later.`,
      }),
    },
    complexity: { field: 1, multiplier: MAX_DAYS },
    resolve: async (_root, { from, to, ...wanted }, { reads, staffLoaders }) => {
      const days = requireDays(from, to);
      const accountId = await findAccountId(wanted, staffLoaders);
      if (accountId !== null) return reads.listUsage(accountId, days.from, days.to);
      throw toCodedError('INVALID_FILTER', 'email or accountId must be given.');
    },
  }),
}));

function toFilter(values: typeof FilterInput.$inferInput, nowMs: number): AccountFilter {
  const { email, plan, keyStart, requestId, planEndsWithinDays: days } = values;
  return {
    ...(email != null && { email }),
    ...(plan != null && { plan }),
    ...(keyStart != null && { keyStart }),
    ...(requestId != null && { requestId }),
    ...(days != null && { endsByMs: nowMs + requireLength(days) * DAY_MS }),
  };
}

function requireLength(days: number): number {
  if (days >= 1 && days <= MAX_DAYS) return days;
  const message = `planEndsWithinDays must be from 1 to ${MAX_DAYS}, got ${days}.`;
  throw toCodedError('INVALID_FILTER', message);
}

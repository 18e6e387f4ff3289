import type { Role } from '../../domain/account/account.ts';
import { KEY_START_LENGTH } from '../../domain/account/api-key.ts';
import { isEmail } from '../../domain/account/email.ts';
import type { Language } from '../../domain/account/language.ts';
import type { AccountFilter } from '../../store/port/staff-reads.ts';
import { PlanType } from '../account.ts';
import { builder, shownIn } from '../builder.ts';
import { toTimestamp } from '../timestamp.ts';
import { connectionOf, PAGE_ARGS } from './connection.ts';
import { MAX_DAYS, requireDays } from './days.ts';
import { readPage, toListCost } from './page.ts';

const RoleType = builder.enumType('Role', {
  description: 'Who an account is for.',
  subGraphs: ['staff'],
  values: {
    holder: { description: 'Has an account.' },
    staff: { description: 'Also queries everything here.' },
  } satisfies Record<Role, object>,
});

const LanguageType = builder.enumType('Language', {
  description: 'A language of pages and mails.',
  subGraphs: ['staff'],
  values: {
    ro: { description: 'Romanian.' },
    ru: { description: 'Russian.' },
    en: { description: 'English.' },
  } satisfies Record<Language, object>,
});

builder.objectType('Account', {
  description: 'An account, without the text of its key.',
  ...shownIn('staff'),
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Never changes.' }),
    createdAt: t.string({
      description: 'RFC 3339.',
      resolve: ({ createdAtMs }) => toTimestamp(createdAtMs),
    }),
    role: t.expose('role', { type: RoleType, description: 'As the operator set it.' }),
    language: t.expose('language', {
      type: LanguageType,
      description: 'Of the mails to its holder.',
    }),
  }),
});

const AccountConnection = connectionOf('Account', 'accounts');

const FilterInput = builder.inputType('AccountFilter', {
  description: 'An account must match every value that is given.',
  subGraphs: ['staff'],
  fields: (t) => ({
    email: t.string({ description: 'A part of the address, in any case.' }),
    plan: t.field({ type: PlanType, description: 'The plan of this moment.' }),
    keyStart: t.string({ description: `The first ${KEY_START_LENGTH} characters of its key.` }),
  }),
});

builder.queryFields((t) => ({
  account: t.field({
    type: 'Account',
    nullable: true,
    subGraphs: ['staff'],
    description: 'The account with this address; null where there is none.',
    args: { email: t.arg.string({ required: true, description: 'In any case.' }) },
    resolve: (_root, { email }, { staffLoaders }) =>
      isEmail(email) ? staffLoaders.accountByEmail.load(email) : null,
  }),
  accounts: t.field({
    type: AccountConnection,
    nullable: true,
    subGraphs: ['staff'],
    description: 'Accounts by address.',
    args: {
      filter: t.arg({ type: FilterInput, description: 'By default all.' }),
      ...PAGE_ARGS,
    },
    complexity: toListCost,
    resolve: (_root, { filter, ...args }, { reads, nowMs }) =>
      readPage(args, {
        name: 'accounts',
        read: (after, first) => {
          const given = Object.entries(filter ?? {}).filter(([, value]) => value != null);
          const wanted: AccountFilter = Object.fromEntries(given);
          return reads.listAccounts(wanted, nowMs(), after, first);
        },
        keyOf: ({ email }) => email,
      }),
  }),
  usage: t.field({
    type: ['DayUsage'],
    nullable: true,
    subGraphs: ['staff'],
    description:
      'Requests of an account by day, the oldest first; days without requests are left out.',
    args: {
      accountId: t.arg.id({ required: true, description: 'The `id` of the account.' }),
      from: t.arg.string({ required: true, description: 'First day, `YYYY-MM-DD`.' }),
      to: t.arg.string({
        required: true,
        description: `Last day, less than ${MAX_DAYS} days later.`,
      }),
    },
    complexity: { field: 1, multiplier: MAX_DAYS },
    resolve: (_root, { accountId, from, to }, { reads }) => {
      const days = requireDays(from, to);
      return reads.listUsage(String(accountId), days.from, days.to);
    },
  }),
}));

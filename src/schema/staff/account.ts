import { MAX_LISTED_SESSIONS } from '../../accounts/sessions.ts';
import type { Role } from '../../domain/account/account.ts';
import type { Language } from '../../domain/account/language.ts';
import { toTimestamp } from '../../domain/time/timestamp.ts';
import { WATCH_LIST_SIZE } from '../account.ts';
import { builder, shownIn, timestampOf, toValues } from '../builder.ts';
import { FAILED_REQUESTS } from '../failed-request.ts';

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

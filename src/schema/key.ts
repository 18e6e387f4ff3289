import { isRevealable } from '../domain/account/account.ts';
import { KEY_START_LENGTH } from '../domain/account/api-key.ts';
import { builder, shownIn } from './builder.ts';
import { toTimestamp } from './timestamp.ts';

builder.objectType('Key', {
  ...shownIn('account', 'staff'),
  description: 'An API key, without its text.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names the key in arguments.' }),
    start: t.exposeString('start', {
      description: `Its first ${KEY_START_LENGTH} characters.`,
    }),
    createdAt: t.string({
      description: 'RFC 3339.',
      resolve: ({ createdAtMs }) => toTimestamp(createdAtMs),
    }),
    lastUsedAt: t.string({
      nullable: true,
      description: 'RFC 3339, to the minute; null until the first request.',
      resolve: ({ lastUsedAtMs }) => toTimestamp(lastUsedAtMs),
    }),
    revealable: t.boolean({
      description: 'Whether its text can still be shown, once.',
      resolve: isRevealable,
    }),
  }),
});

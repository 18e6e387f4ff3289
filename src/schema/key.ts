import { isRevealable } from '../domain/account/account.ts';
import { KEY_START_LENGTH } from '../domain/account/api-key.ts';
import { builder } from './builder.ts';

builder.objectType('Key', {
  description: 'An API key, without its text.',
  subGraphs: ['account', 'staff'],
  defaultSubGraphsForFields: ['account', 'staff'],
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names the key in arguments.' }),
    start: t.exposeString('start', { description: `Its first ${KEY_START_LENGTH} characters.` }),
    createdAt: t.string({
      description: 'RFC 3339.',
      resolve: ({ createdAtMs }) => new Date(createdAtMs).toISOString(),
    }),
    lastUsedAt: t.string({
      nullable: true,
      description: 'RFC 3339, to the minute; null until the first request.',
      resolve: ({ lastUsedAtMs }) =>
        lastUsedAtMs === null ? null : new Date(lastUsedAtMs).toISOString(),
    }),
    revealable: t.boolean({
      description: 'Whether its text still waits to be shown, once.',
      resolve: isRevealable,
    }),
  }),
});

import { MAX_LISTED_SESSIONS } from '../accounts/sign-in/sessions.ts';
import { toBrowserName } from '../domain/account/user-agent.ts';
import { toTimestamp } from '../domain/time/timestamp.ts';
import { builder, rootField, shownIn, timestampOf } from './builder.ts';

builder.objectType('Session', {
  ...shownIn('account', 'staff'),
  description: 'A browser that is signed in to the account.',
  fields: (t) => ({
    id: t.exposeID('idHash', {
      subGraphs: ['account'],
      description: 'Names the session in arguments.',
    }),
    isCurrent: t.boolean({
      subGraphs: ['account'],
      description: 'Whether this operation came from it.',
      resolve: ({ idHash }, _args, { sessionIdHash }) => idHash === sessionIdHash,
    }),
    browser: t.string({
      nullable: true,
      description: 'As it named itself at the sign-in, such as `Firefox, Windows`.',
      resolve: ({ userAgent }) => userAgent && toBrowserName(userAgent),
    }),
    network: t.exposeString('network', {
      nullable: true,
      description: 'Where the sign-in came from: the /24 of an IPv4, the /48 of an IPv6 address.',
    }),
    createdAt: t.string({
      ...timestampOf('createdAtMs'),
      description: 'When it was signed in, RFC 3339.',
    }),
    lastSeenAt: t.string({
      ...timestampOf('lastSeenAtMs'),
      description: 'RFC 3339; written once an hour at most.',
    }),
    endsAt: t.string({
      subGraphs: ['staff'],
      description: 'RFC 3339; later if it is used again.',
      resolve: ({ idleEndsAtMs, endsAtMs }) => toTimestamp(Math.min(idleEndsAtMs, endsAtMs)),
    }),
    byProvider: t.boolean({
      subGraphs: ['staff'],
      description: 'Whether the OpenID provider confirmed the person as staff.',
      resolve: ({ staffIssuer }) => staffIssuer !== null,
    }),
  }),
});

builder.objectField('Viewer', 'sessions', (t) =>
  t.field({
    type: ['Session'],
    nullable: true,
    description: `Browsers that are signed in, the last used first, at most ${MAX_LISTED_SESSIONS}.`,
    resolve: ({ id }, _args, { sessions }) => sessions.list(id),
  }),
);

const EndResult = builder.objectRef<{ isEnded: boolean }>('EndSessionResult').implement({
  description: 'The session is over.',
  ...shownIn('account'),
  fields: (t) => ({
    done: t.exposeBoolean('isEnded', {
      description: 'False if there was no such session of the account any more.',
    }),
  }),
});

const EndAllResult = builder.objectRef<{ done: boolean }>('SignOutEverywhereResult').implement({
  description: 'All sessions of the account have ended, including this one.',
  ...shownIn('account'),
  fields: (t) => ({
    done: t.exposeBoolean('done', { description: 'Always true.' }),
  }),
});

builder.mutationFields((t) => ({
  endSession: t.field({
    type: EndResult,
    ...rootField('account'),
    description: 'Ends one session of the account.',
    args: { sessionId: t.arg.id({ required: true, description: 'From `viewer`.' }) },
    resolve: async (_root, { sessionId }, { sessions, holder, actor }) => {
      return { isEnded: await sessions.end(holder, String(sessionId), actor) };
    },
  }),
  signOutEverywhere: t.field({
    type: EndAllResult,
    ...rootField('account'),
    description: 'Ends all sessions of the account.',
    resolve: async (_root, _args, { sessions, holder, actor }) => {
      await sessions.signOutEverywhere(holder, actor);
      return { done: true };
    },
  }),
}));

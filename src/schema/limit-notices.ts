import { builder, shownIn } from './builder.ts';

builder.objectField('Viewer', 'limitNotices', (t) =>
  t.exposeBoolean('limitNotices', {
    description: 'Whether the first refused request (429) of a UTC day is reported by mail.',
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
    nullable: true,
    subGraphs: ['account'],
    description: 'Switches mails about refused requests on or off.',
    args: { wanted: t.arg.boolean({ required: true, description: 'True: on.' }) },
    resolve: async (_root, { wanted }, { holder, setPreferences }) => {
      await setPreferences(holder, { limitNotices: wanted });
      return { wanted };
    },
  }),
);

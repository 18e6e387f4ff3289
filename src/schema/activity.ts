import { builder, shownIn } from './builder.ts';

builder.objectType('Activity', {
  description: 'An activity by the national classification (CAEM).',
  ...shownIn('internal', 'staff'),
  fields: (t) => ({
    code: t.exposeString('code', { description: 'Rev.2 as `62.01`, Rev.1 as five digits.' }),
    label: t.exposeString('label', { description: 'Description in the classification.' }),
    main: t.exposeBoolean('main', { description: 'True for the main activity alone.' }),
  }),
});

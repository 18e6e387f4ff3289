import { builder } from './builder.ts';

builder.objectType('Founder', {
  description: 'A founder of a company.',
  subGraphs: ['internal', 'staff'],
  defaultSubGraphsForFields: ['internal', 'staff'],
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name as filed.' }),
    share: t.exposeString('share', {
      nullable: true,
      description: 'Share of the capital, `40,00%`; null where the register gives none.',
    }),
    type: t.exposeString('type', {
      description: '`persoana_fizica`, `persoana_juridica`, `stat` or `grup`.',
    }),
  }),
});

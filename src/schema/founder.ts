import { FOUNDER_TYPES } from '../domain/company/company.ts';
import { toCodeList } from '../domain/word-list.ts';
import { builder, shownIn } from './builder.ts';

builder.objectType('Founder', {
  description: 'A founder of a company.',
  ...shownIn('internal', 'staff'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name as filed.' }),
    share: t.exposeString('share', {
      nullable: true,
      description: 'Share of the capital, `40,00%`; null where the register gives none.',
    }),
    type: t.exposeString('type', {
      description: `${toCodeList(FOUNDER_TYPES)}.`,
    }),
  }),
});

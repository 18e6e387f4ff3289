import type { FounderType } from '../domain/company/company.ts';
import { builder, shownIn } from './builder.ts';

const TypeOfFounder = builder.enumType('FounderType', {
  description: 'What a founder is.',
  subGraphs: ['internal', 'staff'],
  values: {
    persoana_fizica: { description: 'A person.' },
    persoana_juridica: { description: 'An organisation.' },
    stat: { description: 'The state.' },
    grup: { description: 'Several, who hold one share together or are only counted.' },
  } satisfies Record<FounderType, object>,
});

builder.objectType('Founder', {
  description: 'A founder of a company.',
  ...shownIn('internal', 'staff'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name as filed.' }),
    share: t.exposeString('share', {
      nullable: true,
      description: 'Share of the capital, `40,00%`; null where the register gives none.',
    }),
    type: t.expose('type', { type: TypeOfFounder, description: 'What it is.' }),
  }),
});

import { builder, rootField, shownIn } from '../builder.ts';
import { CompanyFilterInput, readCompanyFilter } from '../company-filter.ts';

/** It reads every company. */
const STATS_COST = 100;

builder.objectType('ValueCount', {
  description: 'How many companies have a value.',
  ...shownIn('staff'),
  fields: (t) => ({
    value: t.exposeString('value', { nullable: true, description: 'Null: without one.' }),
    count: t.exposeInt('count', { description: 'Companies.' }),
  }),
});

builder.objectType('CompanyStats', {
  description: 'Companies by value, the most frequent value first.',
  ...shownIn('staff'),
  fields: (t) => ({
    companies: t.exposeInt('companies', { description: 'How many they are.' }),
    gone: t.exposeInt('gone', { description: 'Companies that are not in the last full dump.' }),
    regions: t.expose('regions', {
      type: ['ValueCount'],
      complexity: { multiplier: 100 },
      description: 'By CUATM code.',
    }),
    legalForms: t.expose('legalForms', {
      type: ['ValueCount'],
      complexity: { multiplier: 20 },
      description: 'By the usual abbreviation of the form.',
    }),
    statuses: t.expose('statuses', { type: ['ValueCount'], description: 'By state in law.' }),
  }),
});

builder.queryField('stats', (t) =>
  t.field({
    type: 'CompanyStats',
    ...rootField('staff'),
    description: 'Companies counted by region, legal form and status, however many they are.',
    args: { filter: t.arg({ type: CompanyFilterInput, description: 'By default all.' }) },
    complexity: { field: STATS_COST },
    resolve: async (_root, { filter }, context) =>
      context.reads.countByValue(await readCompanyFilter(filter ?? {}, context)),
  }),
);

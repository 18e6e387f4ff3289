import type { Company } from '../domain/company/company.ts';
import { toNameSearch } from '../domain/company/search-text.ts';
import { SEARCH_POSITIONS, type SearchPosition } from '../store/port/search-position.ts';
import { builder, rootField, shownIn } from './builder.ts';
import { CompanyFilterInput, readCompanyFilter } from './company-filter.ts';
import type { Found } from './loaders.ts';
import { defineList, FIRST_ARG, IDNOS, requireFirst, toListCost } from './page.ts';

const VIEWS = ['internal', 'staff'] as const;
const FILTER = builder.args((t) => ({
  filter: t.field({ type: CompanyFilterInput, description: 'By default all.' }),
}));

const NameKind = builder.enumType('NameKind', {
  description: 'Which of its names a company is found by.',
  subGraphs: [...VIEWS],
  values: {
    CURRENT: { value: 'current', description: 'Its current name.' },
    FORMER: {
      value: 'former',
      description: 'A name that it had before, where the current one does not match.',
    },
  } as const,
});

const ORDER =
  'Case, diacritics, quotes and the legal form are ignored (â and î count as i inside ' +
  'a word, and â as a too; a hyphen may be left out), and ' +
  'the last word is completed. The name itself comes first, then names that begin with it, then ' +
  'names with all the words; shorter before longer.';
const TEXT = 'The name, or its beginning.';
/** Counting reads every company. */
const STATS_COST = 100;

const FoundEdge = defineList({
  name: 'search',
  types: 'FoundCompany',
  node: 'Company',
  views: [...VIEWS],
  listed: 'companies found',
  description: `Companies by current or former name. ${ORDER}`,
  args: {
    ...builder.args((t) => ({
      text: t.string({ required: true, description: TEXT }),
      names: t.field({ type: NameKind, description: 'By default both.' }),
    })),
    ...FILTER,
  },
  toNode: ({ company }: Found) => company,
  positions: SEARCH_POSITIONS,
  toPosition: ({ position }) => position,
  async open({ text, names, filter }, context) {
    const query = {
      text: toNameSearch(text),
      names: names ?? undefined,
      filter: await readCompanyFilter(filter ?? {}, context),
    };
    return {
      query,
      read: (after: SearchPosition | null, first) =>
        context.findCompaniesByName({ ...query, after, first }),
      count: (max) => context.reads.countNames(query, max),
    };
  },
});

builder.objectField(FoundEdge, 'formerName', (t) =>
  t.string({
    nullable: true,
    description: 'The name that matched; null if it is the current one.',
    resolve: ({ entry }) => entry.formerName,
  }),
);

defineList({
  name: 'companies',
  node: 'Company',
  views: [...VIEWS],
  listed: 'companies',
  description: 'Companies by IDNO.',
  args: FILTER,
  toNode: (company: Company) => company,
  positions: IDNOS,
  toPosition: ({ idno }) => idno,
  async open({ filter }, context) {
    const query = await readCompanyFilter(filter ?? {}, context);
    return {
      query,
      read: (after, first) => context.listCompanies(query, after, first),
      count: (max) => context.reads.countCompanies(query, max),
    };
  },
});

builder.queryField('searchCompanies', (t) =>
  t.field({
    type: ['Company'],
    ...rootField('staff'),
    description: `Companies by current name. ${ORDER}`,
    deprecationReason: '`search` has pages, filters and former names.',
    args: { text: t.arg.string({ required: true, description: TEXT }), ...FIRST_ARG },
    complexity: toListCost,
    resolve: async (_root, { first, text }, { findCompaniesByName }) => {
      const query = {
        text: toNameSearch(text),
        names: 'current',
        filter: {},
        after: null,
      } as const;
      const found = await findCompaniesByName({ ...query, first: requireFirst(first) });
      return found.map(({ company }) => company);
    },
  }),
);

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
    gone: t.exposeInt('gone', { description: 'How many of them the register no longer lists.' }),
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
    args: FILTER,
    complexity: { field: STATS_COST },
    resolve: async (_root, { filter }, context) =>
      context.reads.countByValue(await readCompanyFilter(filter ?? {}, context)),
  }),
);

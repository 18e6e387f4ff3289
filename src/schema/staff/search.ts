import type { Company } from '../../domain/company/company.ts';
import { toNameSearch } from '../../domain/company/search-text.ts';
import {
  type FoundCompany,
  type NameQuery,
  readPlace,
  type SearchPlace,
} from '../../store/port/search-reads.ts';
import { builder } from '../builder.ts';
import { CompanyFilterInput, readCompanyFilter } from './company-filter.ts';
import { connectionOf, FIRST_ARG, PAGE_ARGS } from './connection.ts';
import type { StaffContext } from './context.ts';
import { invalidCursor, readPage, requireFirst, toListCost } from './page.ts';

interface Found extends Omit<FoundCompany, 'company'> {
  company: Company;
}

const NameKind = builder.enumType('NameKind', {
  description: 'Which of its names a company is found by.',
  subGraphs: ['staff'],
  values: {
    CURRENT: { value: 'current', description: 'Its current name.' },
    FORMER: {
      value: 'former',
      description: 'A name that it had before, where the current one does not match.',
    },
  } as const,
});

const { Connection, EdgeType } = connectionOf({
  name: 'FoundCompany',
  node: 'Company',
  described: 'companies found',
  toNode: ({ company }: Found) => company,
});

builder.objectField(EdgeType, 'formerName', (t) =>
  t.string({
    nullable: true,
    description: 'The name that matched; null if it is the current one.',
    resolve: ({ entry }) => entry.formerName,
  }),
);

const ORDER =
  'Case, diacritics, quotes and the legal form are ignored (â and î count as i inside ' +
  'a word, and â as a too; a hyphen may be left out), and ' +
  'the last word is completed. The name itself comes first, then names that begin with it, then ' +
  'names with all the words; shorter before longer.';
const TEXT = 'The name, or its beginning.';

builder.queryFields((t) => ({
  search: t.field({
    type: Connection,
    nullable: true,
    subGraphs: ['staff'],
    description: `Companies by current or former name. ${ORDER}`,
    args: {
      text: t.arg.string({ required: true, description: TEXT }),
      names: t.arg({ type: NameKind, description: 'By default both.' }),
      filter: t.arg({ type: CompanyFilterInput, description: 'By default all.' }),
      ...PAGE_ARGS,
    },
    complexity: toListCost,
    resolve: async (_root, { text, names, filter, ...args }, context) => {
      const query = {
        text: toNameSearch(text),
        names: names ?? undefined,
        filter: await readCompanyFilter(filter ?? {}, context.reads),
      };
      return readPage(args, {
        name: 'search',
        query,
        read: (after, first) =>
          findByName({ ...query, after: after === null ? null : toPlace(after), first }, context),
        count: (max) => context.reads.countNames(query, max),
        keyOf: ({ place }) => JSON.stringify([place.rank, place.length, place.name, place.idno]),
      });
    },
  }),
  searchCompanies: t.field({
    type: ['Company'],
    nullable: true,
    subGraphs: ['staff'],
    description: `Companies by current name. ${ORDER}`,
    deprecationReason: '`search` has pages, filters and former names.',
    args: { text: t.arg.string({ required: true, description: TEXT }), ...FIRST_ARG },
    complexity: toListCost,
    resolve: async (_root, args, context) => {
      const first = requireFirst(args.first);
      const text = toNameSearch(args.text);
      const query: NameQuery = { text, names: 'current', filter: {}, after: null, first };
      return (await findByName(query, context)).map(({ company }) => company);
    },
  }),
}));

async function findByName(query: NameQuery, context: StaffContext): Promise<Found[]> {
  const { reads, staffLoaders } = context;
  const found = await reads.findNames(query);
  const companies = await Promise.all(
    found.map(({ idno }) => staffLoaders.companyByIdno.load(idno)),
  );
  return found.flatMap(({ formerName, place }, index) => {
    const company = companies[index] ?? null;
    // An import may have removed it a moment ago.
    return company === null ? [] : [{ company, formerName, place }];
  });
}

function toPlace(key: string): SearchPlace {
  const place = readPlace(parse(key));
  if (place === null) throw invalidCursor();
  return place;
}

function parse(key: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(key);
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

import { toAuditEntry } from '../../accounts/actor.ts';
import { cutKeys } from '../../domain/account/api-key.ts';
import type { Company } from '../../domain/company/company.ts';
import { toNameSearch, toPersonSearch } from '../../domain/company/search-text.ts';
import { builder } from '../builder.ts';
import { CompanyFilterInput, toCompanyFilter } from './company-filter.ts';
import { connectionOf, FIRST_ARG, PAGE_ARGS } from './connection.ts';
import type { StaffContext } from './context.ts';
import { readPage, requireFirst, toListCost } from './page.ts';

const MAX_DETAIL_LENGTH = 200;

const CompanyConnection = connectionOf('Company', 'companies');

builder.queryFields((t) => ({
  companies: t.field({
    type: CompanyConnection,
    nullable: true,
    subGraphs: ['staff'],
    description: 'Companies by IDNO.',
    args: {
      filter: t.arg({ type: CompanyFilterInput, description: 'By default all.' }),
      ...PAGE_ARGS,
    },
    complexity: toListCost,
    resolve: (_root, { filter, ...args }, context) => {
      const wanted = toCompanyFilter(filter ?? {});
      return readPage(args, {
        name: 'companies',
        read: async (after, first) =>
          loadCompanies(await context.reads.listCompanies(wanted, after, first), context),
        keyOf: ({ idno }) => idno,
      });
    },
  }),
  searchCompanies: t.field({
    type: ['Company'],
    nullable: true,
    subGraphs: ['staff'],
    description:
      'Companies by name. Case, diacritics, quotes and the legal form are ignored, and the last word ' +
      'is completed. The name itself comes first, then names that begin with it, then names with all ' +
      'the words; shorter before longer.',
    args: {
      text: t.arg.string({ required: true, description: 'The name, or its beginning.' }),
      ...FIRST_ARG,
    },
    complexity: toListCost,
    resolve: async (_root, { text, first }, context) =>
      loadCompanies(
        await context.reads.searchCompanies(toNameSearch(text), requireFirst(first)),
        context,
      ),
  }),
  people: t.field({
    type: CompanyConnection,
    nullable: true,
    subGraphs: ['staff'],
    description:
      'Companies that one person with all these words in the name founded or directs, by IDNO; ' +
      'the last word is completed. Each search is in the audit log.',
    args: {
      name: t.arg.string({ required: true, description: 'Words of the name, in any order.' }),
      ...PAGE_ARGS,
    },
    complexity: toListCost,
    resolve: async (_root, { name, ...args }, context) => {
      requireFirst(args.first);
      // Folding would make a key in the text unrecognizable.
      const words = toPersonSearch(cutKeys(name));
      await noteSearch(words, context);
      return readPage(args, {
        name: 'people',
        read: async (after, first) =>
          loadCompanies(await context.reads.listByPerson(words, after, first), context),
        keyOf: ({ idno }) => idno,
      });
    },
  }),
}));

/** Written before the search, so that it is known even if the answer is cut off. */
async function noteSearch(words: readonly string[], context: StaffContext): Promise<void> {
  const detail = words.join(' ').slice(0, MAX_DETAIL_LENGTH);
  const event = { action: 'people_searched', detail } as const;
  const { audit, actor, staff, nowMs } = context;
  await audit.append(toAuditEntry(actor, staff, event, nowMs()));
}

async function loadCompanies(idnos: readonly string[], context: StaffContext): Promise<Company[]> {
  const { companyByIdno } = context.staffLoaders;
  const found = await Promise.all(idnos.map((idno) => companyByIdno.load(idno)));
  return found.filter((company) => company !== null);
}

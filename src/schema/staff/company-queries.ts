import { toAuditEntry } from '../../accounts/actor.ts';
import { cutKeys } from '../../domain/account/api-key.ts';
import type { Company } from '../../domain/company/company.ts';
import { toNameSearch, toPersonSearch } from '../../domain/company/search-text.ts';
import { builder } from '../builder.ts';
import { CompanyFilterInput, toCompanyFilter } from './company-filter.ts';
import { connectionOf } from './connection.ts';
import type { StaffContext } from './context.ts';
import { MAX_FIRST, readPage, requireFirst, toListCost } from './page.ts';

const DEFAULT_FIRST = 20;
const AFTER = 'The `endCursor` of the page before; left out: from the beginning.';
const FIRST = `How many at most, 1 to ${MAX_FIRST}.`;
const MAX_DETAIL_LENGTH = 200;

const CompanyConnection = connectionOf('Company', 'companies');

builder.queryFields((t) => ({
  companies: t.field({
    type: CompanyConnection,
    subGraphs: ['staff'],
    description: 'Companies by number.',
    args: {
      filter: t.arg({ type: CompanyFilterInput, description: 'Left out: all.' }),
      first: t.arg.int({ required: true, defaultValue: DEFAULT_FIRST, description: FIRST }),
      after: t.arg.string({ description: AFTER }),
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
    subGraphs: ['staff'],
    description:
      'Companies by name, the last word perhaps unfinished; letters fold, and words of legal forms ' +
      'and quotes are left aside. The name itself comes first, then what begins with it, then what ' +
      'has all words; shorter before longer.',
    args: {
      text: t.arg.string({ required: true, description: 'What was typed.' }),
      first: t.arg.int({ required: true, defaultValue: DEFAULT_FIRST, description: FIRST }),
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
    subGraphs: ['staff'],
    description:
      'Companies that one person with all these words in the name founded or directs, by number; ' +
      'the last word may be unfinished. Each search is in the audit log.',
    args: {
      name: t.arg.string({ required: true, description: 'Words of the name, in any order.' }),
      first: t.arg.int({ required: true, defaultValue: DEFAULT_FIRST, description: FIRST }),
      after: t.arg.string({ description: AFTER }),
    },
    complexity: toListCost,
    resolve: async (_root, { name, ...args }, context) => {
      requireFirst(args.first);
      // Before it is folded, which would leave no sign of a key.
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

/** Before the answer: what was looked for is known also where the answer is cut off. */
async function noteSearch(words: readonly string[], context: StaffContext): Promise<void> {
  const detail = words.join(' ').slice(0, MAX_DETAIL_LENGTH);
  const deed = { action: 'people_searched', detail } as const;
  const { audit, actor, staff, nowMs } = context;
  await audit.append(toAuditEntry(actor, staff, deed, nowMs()));
}

async function loadCompanies(idnos: readonly string[], context: StaffContext): Promise<Company[]> {
  const { companyByIdno } = context.staffLoaders;
  const found = await Promise.all(idnos.map((idno) => companyByIdno.load(idno)));
  return found.filter((company) => company !== null);
}

import type { Company } from '../../domain/company/company.ts';
import { builder } from '../builder.ts';
import { CompanyFilterInput, readCompanyFilter } from './company-filter.ts';
import { connectionOf, PAGE_ARGS } from './connection.ts';
import type { StaffContext } from './context.ts';
import { readPage, toListCost } from './page.ts';

const { Connection } = connectionOf({
  name: 'Company',
  node: 'Company',
  described: 'companies',
  toNode: (company: Company) => company,
});

builder.queryField('companies', (t) =>
  t.field({
    type: Connection,
    nullable: true,
    subGraphs: ['staff'],
    description: 'Companies by IDNO.',
    args: {
      filter: t.arg({ type: CompanyFilterInput, description: 'By default all.' }),
      ...PAGE_ARGS,
    },
    complexity: toListCost,
    resolve: async (_root, { filter, ...args }, context) => {
      const wanted = await readCompanyFilter(filter ?? {}, context.reads);
      return readPage(args, {
        name: 'companies',
        query: wanted,
        read: async (after, first) =>
          loadCompanies(await context.reads.listCompanies(wanted, after, first), context),
        count: (max) => context.reads.countCompanies(wanted, max),
        keyOf: ({ idno }) => idno,
      });
    },
  }),
);

/** Without those that an import has removed a moment ago. */
async function loadCompanies(idnos: readonly string[], context: StaffContext): Promise<Company[]> {
  const { companyByIdno } = context.staffLoaders;
  const found = await Promise.all(idnos.map((idno) => companyByIdno.load(idno)));
  return found.filter((company) => company !== null);
}

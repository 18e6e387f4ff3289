import type { Document } from 'mongodb';
import type { SearchReads } from '../port/search-reads.ts';
import { type CompanyGroup, type StaffCompanyReads, toCompanyStats } from '../port/staff-reads.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { findRecords, inOrder } from './companies.ts';
import { createFindConditions } from './company-filter.ts';
import { toChange } from './company-record.ts';
import { createCompanySearch } from './company-search.ts';
import type { ChangeDocument } from './documents.ts';
import { countAll } from './find.ts';
import { findMatching } from './matching-companies.ts';
import { createSearchReads } from './search-reads.ts';

export function createStaffCompanyReads(
  collections: Collections,
  calls: Calls,
): StaffCompanyReads & SearchReads {
  const { companies, changes } = collections;
  const findConditions = createFindConditions(collections, calls);
  return {
    ...createCompanySearch(collections, calls),
    ...createSearchReads(collections, calls, findConditions),
    findCompanies: (idnos) => findRecords(idnos, collections, calls),
    async listCompanies(filter, after, first) {
      const conditions = await findConditions(filter);
      const page = { conditions, after, first, projection: { _id: 1 } };
      return (await findMatching(collections, calls, page)).map(({ _id }) => _id);
    },
    countCompanies: async (filter, max) =>
      countAll(calls, companies, await findConditions(filter), max),
    async listChanges(idnos, first) {
      const newest = { $firstN: { input: '$$ROOT', n: first } };
      const found = await calls.read((limits) =>
        changes
          .aggregate<{ _id: string; newest: ChangeDocument[] }>(
            [
              { $match: { idno: { $in: [...idnos] } } },
              { $sort: { idno: 1, revision: -1 } },
              { $group: { _id: '$idno', newest } },
            ],
            limits,
          )
          .toArray(),
      );
      const listed = inOrder(idnos, found, (group) => group.newest.map(toChange));
      return listed.map((one) => one ?? []);
    },
    async countByValue(filter) {
      const conditions = await findConditions(filter);
      const first = Object.keys(conditions).length === 0 ? SORT : { $match: conditions };
      const groups = await calls.read((limits) =>
        companies.aggregate<CompanyGroup>([first, ...GROUP], limits).toArray(),
      );
      return toCompanyStats(groups);
    },
  };
}

/** In the order of the index `facets`, which covers the query: no company is read. */
const SORT: Document = {
  $sort: { 'company.region': 1, 'company.legalForm': 1, 'company.status': 1, goneSince: 1 },
};
const GROUP: Document[] = [
  {
    $group: {
      _id: {
        region: '$company.region',
        legalForm: '$company.legalForm',
        status: '$company.status',
        isGone: { $ne: ['$goneSince', null] },
      },
      count: { $sum: 1 },
    },
  },
  { $replaceWith: { $mergeObjects: ['$_id', { count: '$count' }] } },
];

import type { NameRank } from '../../domain/company/search-text.ts';
import {
  type CompanySummary,
  findByRank,
  mergeFound,
  type NameQuery,
  type SearchReads,
} from '../port/search-reads.ts';
import { type StaffCompanyReads, toTotal } from '../port/staff-reads.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { inOrder } from './companies.ts';
import { type FindConditions, toConditions } from './company-filter.ts';
import type { CompanyDocument } from './documents.ts';
import { findAll } from './find.ts';
import { findMatching } from './matching-companies.ts';
import { createNameSearch } from './name-search.ts';

export function createSearchReads(
  collections: Collections,
  calls: Calls,
  findConditions: FindConditions,
): SearchReads & Pick<StaffCompanyReads, 'countNames'> {
  const { companies } = collections;
  const names = createNameSearch(collections, calls, findConditions);

  async function listRank(rank: NameRank, query: NameQuery) {
    const [current, former] = await Promise.all([
      query.names === 'former' ? [] : names.listCurrent(rank, query),
      query.names === 'current' ? [] : names.listFormer(rank, query),
    ]);
    return mergeFound(current, former, query.first);
  }

  async function findSummaries(idnos: readonly string[]) {
    const found = await findAll(calls, companies, { _id: { $in: [...idnos] } }, SUMMARY);
    return inOrder(idnos, found, toSummary);
  }

  return {
    async searchNames(query) {
      const found = await findByRank(query, listRank);
      if (found.length === 0) return [];
      const summaries = await findSummaries(found.map(({ idno }) => idno));
      return found.flatMap(({ formerName, place }, index) => {
        const company = summaries[index] ?? null;
        // An import may have removed it a moment ago.
        return company === null ? [] : [{ company, formerName, place }];
      });
    },
    async countNames(query, max) {
      const found = await findByRank({ ...query, after: null, first: max + 1 }, listRank);
      return toTotal(found.length, max);
    },
    async listMatching(filter, after, first) {
      const page = { conditions: toConditions(filter), after, first, ...SUMMARY };
      return (await findMatching(collections, calls, page)).map(toSummary);
    },
  };
}

const SUMMARY = {
  projection: {
    'company.name': 1,
    'company.legalForm': 1,
    'company.status': 1,
    'company.region': 1,
  },
} as const;

function toSummary({
  _id: idno,
  company,
}: Pick<CompanyDocument, '_id' | 'company'>): CompanySummary {
  const { name, legalForm, status, region } = company;
  return { idno, name, legalForm, status, region };
}

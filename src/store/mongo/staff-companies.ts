import type { Document, Filter } from 'mongodb';
import {
  type CompanyFilter,
  type CompanyGroup,
  type StaffCompanyReads,
  toCompanyStats,
} from '../port/staff-reads.ts';
import type { Calls } from './calls.ts';
import type { ChangeDocument, Collections, CompanyDocument } from './collections.ts';
import { findRecords, inOrder } from './companies.ts';
import { createCompanySearch } from './company-search.ts';
import { findIds } from './find.ts';

export function createStaffCompanyReads(collections: Collections, calls: Calls): StaffCompanyReads {
  const { companies, changes } = collections;
  return {
    ...createCompanySearch(collections, calls),
    findCompanies: (idnos) => findRecords(idnos, collections, calls),
    listCompanies(filter, after, first) {
      const conditions = { _id: { $gt: after ?? '' }, ...toConditions(filter) };
      return findIds(calls, companies, conditions, { sort: { _id: 1 }, limit: first });
    },
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
      const listed = inOrder(idnos, found, (group) =>
        group.newest.map(({ _id, ...change }) => change),
      );
      return listed.map((one) => one ?? []);
    },
    async countCompanies() {
      const groups = await calls.read((limits) =>
        companies.aggregate<CompanyGroup>(COUNT, limits).toArray(),
      );
      return toCompanyStats(groups);
    },
  };
}

const CONDITIONS: {
  readonly [Name in keyof CompanyFilter]-?: (
    value: NonNullable<CompanyFilter[Name]>,
  ) => Filter<CompanyDocument>;
} = {
  legalForm: (legalForm) => ({ 'company.legalForm': legalForm }),
  status: (status) => ({ 'company.status': status }),
  region: (region) => ({ 'company.region': region }),
  caem: (code) => ({ 'company.caem.code': code }),
  registeredFrom: (day) => ({ 'company.regDate': { $gte: day } }),
  registeredTo: (day) => ({ 'company.regDate': { $lte: day } }),
  // Includes the type: MongoDB uses a partial index only if the query repeats its condition.
  vatPayer: (vatPayer) => ({ 'company.vatPayer': { $eq: vatPayer, $type: 'bool' } }),
  flag: (flag) => ({ flags: flag }),
  gone: (isGone) => ({ goneSince: isGone ? { $type: 'string' } : null }),
};

function toConditions(filter: CompanyFilter): Filter<CompanyDocument> {
  const given = Object.entries(filter).flatMap(([name, value]) => {
    const toCondition = CONDITIONS[name as keyof CompanyFilter] as (
      value: unknown,
    ) => Filter<CompanyDocument>;
    return value === undefined ? [] : [toCondition(value)];
  });
  return given.length === 0 ? {} : { $and: given };
}

/** Sorts in the order of the index `facets`, which covers the query: no company is read. */
const COUNT: Document[] = [
  { $sort: { 'company.region': 1, 'company.legalForm': 1, 'company.status': 1, goneSince: 1 } },
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

import type { Document, Filter } from 'mongodb';
import {
  type CompanyFilter,
  type CompanyGroup,
  type StaffCompanyReads,
  toCompanyStats,
} from '../port/staff-reads.ts';
import type { Calls } from './calls.ts';
import type { ChangeDocument, Collections, CompanyDocument } from './collections.ts';
import { byIdnos, inOrder } from './companies.ts';
import { toStored } from './company-record.ts';
import { createCompanySearch } from './company-search.ts';

export function createStaffCompanyReads(collections: Collections, calls: Calls): StaffCompanyReads {
  const { companies, changes } = collections;
  return {
    ...createCompanySearch(collections, calls),
    async findCompanies(idnos) {
      const found = await calls.read((limits) =>
        companies.find(byIdnos(idnos), { projection: { search: 0 }, ...limits }).toArray(),
      );
      return inOrder(idnos, found, toStored);
    },
    async listCompanies(filter, after, first) {
      const conditions = { _id: { $gt: after ?? '' }, ...toConditions(filter) };
      const found = await calls.read((limits) =>
        companies
          .find(conditions, { projection: { _id: 1 }, ...limits })
          .sort({ _id: 1 })
          .limit(first)
          .toArray(),
      );
      return found.map(({ _id }) => _id);
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
  // With the type, as a partial index is taken only where the query repeats its condition.
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

/** In the order of the index `facets`, which then answers alone: no company is read. */
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

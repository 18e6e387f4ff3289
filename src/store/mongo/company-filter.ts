import type { Filter } from 'mongodb';
import type { CompanyFilter } from '../port/search-reads.ts';
import type { CompanyDocument } from './documents.ts';

export function toConditions(filter: CompanyFilter): Filter<CompanyDocument> {
  const given = Object.entries(filter).flatMap(([name, value]) => {
    const toCondition = CONDITIONS[name as keyof CompanyFilter] as (
      value: unknown,
    ) => Filter<CompanyDocument>;
    return value === undefined ? [] : [toCondition(value)];
  });
  return given.length === 0 ? {} : { $and: given };
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

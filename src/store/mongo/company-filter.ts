import type { Filter } from 'mongodb';
import { type CompanyFilter, MAX_FILTERED_CHANGES } from '../port/search-reads.ts';
import type { Collections } from './collections.ts';
import type { CompanyDocument } from './documents.ts';
import { listChangedIdnos } from './public-changes.ts';

/** Rejects with Unavailable. */
export type FindConditions = (filter: CompanyFilter) => Promise<Filter<CompanyDocument>>;

/** Reads the changes of an import once, however many of an operation's reads filter by it. */
export function createFindConditions(collections: Collections): FindConditions {
  const changed = new Map<string, Promise<string[]>>();

  function findChanged(importId: string): Promise<string[]> {
    const known = changed.get(importId);
    const idnos = known ?? listChangedIdnos(importId, collections, MAX_FILTERED_CHANGES);
    changed.set(importId, idnos);
    return idnos;
  }

  return async ({ importId, ...filter }) => {
    const conditions = toConditions(filter);
    if (importId === undefined) return conditions;
    return { $and: [{ _id: { $in: await findChanged(importId) } }, conditions] };
  };
}

type PlainFilter = Omit<CompanyFilter, 'importId'>;

export function toConditions(filter: PlainFilter): Filter<CompanyDocument> {
  const given = Object.entries(filter).flatMap(([name, value]) => {
    const toCondition = CONDITIONS[name as keyof PlainFilter] as (
      value: unknown,
    ) => Filter<CompanyDocument>;
    return value === undefined ? [] : [toCondition(value)];
  });
  return given.length === 0 ? {} : { $and: given };
}

const CONDITIONS: {
  readonly [Name in keyof PlainFilter]-?: (
    value: NonNullable<PlainFilter[Name]>,
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
  // All texts, as a range, which every server reads from the index.
  gone: (isGone) => ({ goneSince: isGone ? { $gte: '', $type: 'string' } : null }),
};

import type { Document, Filter } from 'mongodb';
import { readChangedIdno, toChangeRange } from '../imports/public-changes.ts';
import { findOne } from '../port/documents.ts';
import { type CompanyFilter, LAST_CHARACTER, MAX_FILTERED_CHANGES } from '../port/search-reads.ts';
import type { Collections } from './collections.ts';
import type { CompanyDocument } from './documents.ts';

/** Rejects with Unavailable. */
export type FindConditions = (filter: CompanyFilter) => Promise<Filter<CompanyDocument>>;

/** Reads the changes of an import once, however many of an operation's reads filter by it. */
export function createFindConditions(collections: Collections): FindConditions {
  const changed = new Map<string, Promise<string[]>>();

  function findChanged(importId: string): Promise<string[]> {
    const known = changed.get(importId);
    const idnos = known ?? listChangedIdnos(importId, collections);
    changed.set(importId, idnos);
    return idnos;
  }

  return async ({ importId, ...filter }) => {
    const conditions = toConditions(COMPANY_CONDITIONS, filter);
    if (importId !== undefined) conditions.push({ _id: { $in: await findChanged(importId) } });
    return conditions.length === 0 ? {} : { $and: conditions };
  };
}

/** The companies of an import's changes. Throws a RangeError for more than MAX_FILTERED_CHANGES. */
async function listChangedIdnos(
  importId: string,
  { documents, publicChanges }: Collections,
): Promise<string[]> {
  const run = await findOne(documents.imports, importId);
  if (run === null) return [];
  const { after, before } = toChangeRange(run.startedAtMs, null);
  const range = { _id: { $gt: after, $lt: before } };
  const ids = await publicChanges.findIds(range, { limit: MAX_FILTERED_CHANGES + 1 });
  if (ids.length > MAX_FILTERED_CHANGES) {
    throw new RangeError(`import ${importId} has more than ${MAX_FILTERED_CHANGES} changes`);
  }
  return ids.map(readChangedIdno);
}

/** The condition of each field that a filter may give. */
export type Conditions<Fields, Doc extends Document> = {
  readonly [Name in keyof Fields]-?: (value: NonNullable<Fields[Name]>) => Filter<Doc>;
};

/** The conditions of the fields that the filter gives. */
export function toConditions<Fields extends object, Doc extends Document>(
  conditions: Conditions<Fields, Doc>,
  filter: Fields,
): Filter<Doc>[] {
  const names = Object.keys(conditions) as (keyof Fields)[];
  return names.flatMap((name) => {
    const value = filter[name];
    return value == null ? [] : [conditions[name](value)];
  });
}

const COMPANY_CONDITIONS: Conditions<Omit<CompanyFilter, 'importId'>, CompanyDocument> = {
  legalForm: (legalForm) => ({ 'company.legalForm': legalForm }),
  status: (status) => ({ 'company.status': status }),
  region: (region) => ({ 'company.region': region }),
  district: (district) => ({
    'company.region': { $gte: district, $lt: district + LAST_CHARACTER },
  }),
  caem: (code) => ({ 'company.caem.code': code }),
  registeredFrom: (day) => ({ 'company.regDate': { $gte: day } }),
  registeredTo: (day) => ({ 'company.regDate': { $lte: day } }),
  // Includes the type: MongoDB uses a partial index only if the query repeats its condition.
  vatPayer: (vatPayer) => ({ 'company.vatPayer': { $eq: vatPayer, $type: 'bool' } }),
  flag: (flag) => ({ flags: flag }),
  // All texts, as a range, which every server reads from the index.
  gone: (isDelisted) => ({ goneSince: isDelisted ? { $gte: '', $type: 'string' } : null }),
};

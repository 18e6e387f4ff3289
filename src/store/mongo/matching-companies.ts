import type { Condition, Document, Filter, WithId } from 'mongodb';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import type { CompanyDocument } from './documents.ts';
import { findAll } from './find.ts';

/** Companies among which a page is looked for first. */
const NEAR = 1_000;

interface CompanyPage {
  conditions: Filter<CompanyDocument>;
  /** An IDNO; null: from the start. */
  after: string | null;
  first: number;
  /** The fields that are transferred. */
  projection: Document;
}

/**
 * Matching companies by IDNO. A common value fills a page among the next companies, which saves
 * sorting all companies with the value where no index has their order.
 */
export async function findMatching(
  { companies }: Collections,
  calls: Pick<Calls, 'read'>,
  { conditions, after, first, projection }: CompanyPage,
): Promise<WithId<CompanyDocument>[]> {
  const start = after ?? '';
  const find = (_id: Condition<string>, limit: number) =>
    findAll(calls, companies, { _id, ...conditions }, { sort: { _id: 1 }, limit, projection });
  if (Object.keys(conditions).length === 0) return await find({ $gt: start }, first);
  const options = { sort: { _id: 1 }, skip: NEAR - 1, projection: { _id: 1 } } as const;
  const last = await calls.read((limits) =>
    companies.findOne({ _id: { $gt: start } }, { ...options, ...limits }),
  );
  if (last === null) return await find({ $gt: start }, first);
  const near = await find({ $gt: start, $lte: last._id }, first);
  if (near.length === first) return near;
  return [...near, ...(await find({ $gt: last._id }, first - near.length))];
}

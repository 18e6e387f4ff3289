import type { Collection, Document, Filter, FindOptions, InferIdType, WithId } from 'mongodb';
import { toTotal } from '../port/query-reads.ts';
import type { Calls } from './calls.ts';

type FindAllOptions = Pick<FindOptions, 'sort' | 'limit' | 'projection'>;

/** Reads all matching documents with one call, within the time limits of `calls`. */
export function findAll<Doc extends Document>(
  calls: Pick<Calls, 'read'>,
  collection: Collection<Doc>,
  filter: Filter<Doc>,
  options: FindAllOptions = {},
): Promise<WithId<Doc>[]> {
  return calls.read((limits) => collection.find(filter, { ...options, ...limits }).toArray());
}

/** As `findAll`, but transfers the ids alone. */
export async function findIds<Doc extends Document>(
  calls: Pick<Calls, 'read'>,
  collection: Collection<Doc>,
  filter: Filter<Doc>,
  options: Omit<FindAllOptions, 'projection'> = {},
): Promise<InferIdType<Doc>[]> {
  const found = await findAll(calls, collection, filter, { ...options, projection: { _id: 1 } });
  return found.map(({ _id }) => _id);
}

/** See `QueryReads`. */
export async function countAll<Doc extends Document>(
  calls: Pick<Calls, 'read'>,
  collection: Collection<Doc>,
  filter: Filter<Doc>,
  max: number,
): Promise<number | null> {
  const count = await calls.read((limits) =>
    collection.countDocuments(filter, { ...limits, limit: max + 1 }),
  );
  return toTotal(count, max);
}

import type {
  AnyBulkWriteOperation,
  Collection,
  Document,
  Filter,
  FindOneAndUpdateOptions,
  FindOptions,
  OptionalUnlessRequiredId,
  UpdateFilter,
  UpdateOptions,
  WithId,
  WithoutId,
} from 'mongodb';
import type { Call, CallLimits } from './calls.ts';

type Range = Pick<FindOptions, 'sort' | 'limit'>;
export type QueryOptions = Pick<FindOptions, 'sort' | 'limit' | 'skip' | 'hint' | 'projection'>;
type Stored = { _id: string };

/**
 * A collection, each of whose calls has a time limit and rejects with Unavailable when the driver
 * fails (see `Call`).
 */
export class StoreCollection<Doc extends Stored> {
  /** Without time limits. */
  readonly driver: Collection<Doc>;
  readonly #call: Call;

  constructor(driver: Collection<Doc>, call: Call) {
    this.driver = driver;
    this.#call = call;
  }

  /** As `find`, for what each API request may wait for. */
  lookUp(filter: Filter<Doc>, options: QueryOptions): Promise<WithId<Doc>[]> {
    return this.#call('lookUp', (limits) =>
      this.driver.find(filter, { ...options, ...limits }).toArray(),
    );
  }

  read<Result>(
    ask: (driver: Collection<Doc>, limits: CallLimits) => Promise<Result>,
  ): Promise<Result> {
    return this.#call('read', (limits) => ask(this.driver, limits));
  }

  find(filter: Filter<Doc>, options: QueryOptions = {}): Promise<WithId<Doc>[]> {
    return this.read((driver, limits) => driver.find(filter, { ...options, ...limits }).toArray());
  }

  /** As `find`, but transfers the ids alone. */
  async findIds(filter: Filter<Doc>, range: Range = {}): Promise<Doc['_id'][]> {
    const found = await this.find(filter, { ...range, projection: { _id: 1 } });
    return found.map(({ _id }) => _id);
  }

  findOne(filter: Filter<Doc>, options: QueryOptions = {}): Promise<WithId<Doc> | null> {
    return this.read((driver, limits) => driver.findOne(filter, { ...options, ...limits }));
  }

  aggregate<Result extends Document>(stages: Document[]): Promise<Result[]> {
    return this.read((driver, limits) => driver.aggregate<Result>(stages, limits).toArray());
  }

  count(filter: Filter<Doc> = {}, options: { limit?: number } = {}): Promise<number> {
    return this.read((driver, limits) => driver.countDocuments(filter, { ...limits, ...options }));
  }

  /** See `QueryReads`. */
  async countUpTo(max: number, filter: Filter<Doc>): Promise<number | null> {
    const count = await this.count(filter, { limit: max + 1 });
    return count > max ? null : count;
  }

  insertOne(document: OptionalUnlessRequiredId<Doc>) {
    return this.#call('write', () => this.driver.insertOne(document));
  }

  updateOne(filter: Filter<Doc>, update: UpdateFilter<Doc>, options: UpdateOptions = {}) {
    return this.#call('write', () => this.driver.updateOne(filter, update, options));
  }

  updateMany(filter: Filter<Doc>, update: UpdateFilter<Doc>) {
    return this.#call('write', () => this.driver.updateMany(filter, update));
  }

  findOneAndUpdate(
    filter: Filter<Doc>,
    update: UpdateFilter<Doc> | Document[],
    options: FindOneAndUpdateOptions = {},
  ): Promise<WithId<Doc> | null> {
    return this.#call('write', () => this.driver.findOneAndUpdate(filter, update, options));
  }

  /** In any order; without operations it does nothing. */
  async bulkWrite(operations: readonly AnyBulkWriteOperation<Doc>[]): Promise<void> {
    if (operations.length === 0) return;
    await this.#call('write', () => this.driver.bulkWrite(operations, { ordered: false }));
  }

  /** Inserts or replaces each document. */
  replaceAll(documents: readonly Doc[]): Promise<void> {
    return this.bulkWrite(
      documents.map(({ _id, ...rest }) => {
        const replacement = rest as unknown as WithoutId<Doc>;
        return { replaceOne: { filter: withId<Doc>(_id), replacement, upsert: true } };
      }),
    );
  }

  /** Inserts the documents whose ids do not exist. */
  insertMissing(documents: readonly Doc[]): Promise<void> {
    return this.bulkWrite(
      documents.map(({ _id, ...rest }) => {
        const update = { $setOnInsert: rest } as unknown as UpdateFilter<Doc>;
        return { updateOne: { filter: withId<Doc>(_id), update, upsert: true } };
      }),
    );
  }

  /** Returns how many it deleted. */
  async deleteMany(filter: Filter<Doc>): Promise<number> {
    const { deletedCount } = await this.#call('write', () => this.driver.deleteMany(filter));
    return deletedCount;
  }

  /** Deletes those of these documents that match and returns how many; nothing without ids. */
  async deleteEach(ids: readonly Doc['_id'][], filter: Filter<Doc> = {}): Promise<number> {
    if (ids.length === 0) return 0;
    return await this.deleteMany({ ...filter, _id: { $in: [...ids] } });
  }

  /** Deletes at most `max` documents and returns how many. One that matches no more is left. */
  async deleteUpTo(max: number, filter: Filter<Doc>): Promise<number> {
    return await this.deleteEach(await this.findIds(filter, { limit: max }), filter);
  }
}

function withId<Doc extends Stored>(_id: Doc['_id']): Filter<Doc> {
  return { _id } as Filter<Doc>;
}

/** In the order of the ids, null where none was found. */
export function inOrder<Found extends { _id: string }, Result>(
  ids: readonly string[],
  found: readonly Found[],
  toResult: (document: Found) => Result,
): (Result | null)[] {
  const byId = new Map(found.map((document) => [document._id, document]));
  return ids.map((id) => {
    const document = byId.get(id);
    return document === undefined ? null : toResult(document);
  });
}

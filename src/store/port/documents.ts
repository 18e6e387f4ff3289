/*
 * The port of both stores for documents: a collection stores JSON documents by id, finds them by
 * conditions on their fields, and replaces a document whose version is still the one that was read.
 * Every rule is written above it, once. A method that fails rejects with Unavailable; null and false
 * are results. Two calls may run at the same time; one write is whole or not done.
 */

/** `version`: 0 before the first write, then 1, and 1 more with each further one. */
export interface Stored {
  id: string;
  version: number;
}

/** The most documents that one call removes or changes after their retention period. */
export const MAX_DELETED = 1_000;

/** The values of one field have one type, apart from null. */
export type Scalar = string | number | boolean | null;
/** In the order of numbers, or of the bytes of UTF-8. */
type Ordered = string | number;

/** All that are given must hold. */
interface Bounds {
  from?: Ordered | undefined;
  after?: Ordered | undefined;
  to?: Ordered | undefined;
  before?: Ordered | undefined;
  in?: readonly Exclude<Scalar, null>[] | undefined;
  not?: Scalar | undefined;
  /** A part of a text, which is not folded. */
  contains?: string | undefined;
}

/** A missing field is null. Null is in no range and contains nothing. */
export type Condition = Scalar | Bounds;

/** By the path of a field, such as `subscription.endsAtMs`; all must hold. */
export type Where = Readonly<Record<string, Condition | undefined>>;

export interface Query {
  /** Of several, any must hold; by default all documents are found. */
  where?: Where | readonly Where[];
  /** The paths by which they are ordered, null first. */
  by: readonly string[];
  descending?: boolean;
  /** Only those behind the document with these values of `by`, none of which is null. */
  after?: readonly Ordered[] | null;
  first: number;
}

/** Documents to be inserted into logs by the same write, or not at all, by the log's name. */
export type Entries = Readonly<Record<string, readonly Omit<Stored, 'version'>[]>>;

export interface WriteOptions {
  /**
   * False: a power cut may undo the write, so what follows from it must be repeatable. The embedded
   * store does not wait for the disk then, which would hold up everything else in the process.
   */
  isDurable?: boolean;
}

interface ReplaceOptions extends WriteOptions {
  /** What the stored document must match beside its version. */
  where?: Where;
}

/** What is found must not be changed in place: a cache may have it. */
export interface Collection<Doc extends Stored> {
  /** In the order of the values of `by`, `id` or a unique index, null where there is none. */
  getMany(values: readonly string[], by?: string): Promise<(Doc | null)[]>;
  find(query: Query): Promise<Doc[]>;
  /** Null if there are more than `max`. */
  count(where: Query['where'], max: number): Promise<number | null>;
  /**
   * Writes the document as its next version, and returns it. Null if another version is stored, none
   * is, it does not match `where`, or another document has its value of a unique index; nothing is
   * written then.
   */
  replace(document: Doc, entries?: Entries, options?: ReplaceOptions): Promise<Doc | null>;
  /** False if another version is stored, or none. */
  remove(document: Pick<Doc, keyof Stored>, entries?: Entries): Promise<boolean>;
  /**
   * As `replace` for each document, without entries, in few calls: some may be written before a
   * failure, and one that is changed again at once may be null.
   */
  replaceEach(documents: readonly Doc[], options?: WriteOptions): Promise<(Doc | null)[]>;
  /**
   * Inserts or replaces documents, each with the version that it has, for a copy of a store. Rejects
   * if another document has the value of a unique index; some may be written then.
   */
  restore(documents: readonly Doc[]): Promise<void>;
  /** Sets fields, by their paths, of at most `max` documents. Returns of how many. */
  patchWhere(
    where: Query['where'],
    fields: Readonly<Record<string, Scalar>>,
    max: number,
  ): Promise<number>;
  /** Removes at most `max` documents. Returns how many. */
  removeWhere(where: Query['where'], max: number): Promise<number>;
}

/** The document with this value of `by`, as in `getMany`; null if there is none. */
export async function findOne<Doc extends Stored>(
  collection: Collection<Doc>,
  value: string,
  by?: string,
): Promise<Doc | null> {
  const [found = null] = await collection.getMany([value], by);
  return found;
}

export interface IndexLayout {
  /** Paths. */
  by: readonly string[];
  /** No two documents have the same value, apart from null; one path, whose values are texts. */
  unique?: true;
  /** `getMany` by it is cached until anything in the file changes; for what each request looks up. */
  cached?: true;
}

export interface CollectionLayout {
  indexes?: readonly IndexLayout[];
  /** Writes of other collections insert into it; its documents are not replaced. */
  isLog?: true;
  /** Its writes may have entries. */
  hasEntries?: true;
}

/** All collections of a store, or of one file of it, by name. */
export type Layout = Readonly<Record<string, CollectionLayout>>;

/** The collections of a layout, given the type of each collection's documents. */
export type Collections<Documents> = {
  [Name in keyof Documents]: Documents[Name] extends Stored ? Collection<Documents[Name]> : never;
};

const PATH = /^[a-z]\w*(?:\.[a-z]\w*)*$/i;

/** Throws a RangeError: a path becomes a part of a query. */
export function assertPath(path: string): void {
  if (!PATH.test(path))
    throw new RangeError(`a path is names with points between them, got ${path}`);
}

/** By path, the indexes by which a collection can look up documents; see `Collection.getMany`. */
export function listLookUps({ indexes = [] }: CollectionLayout): ReadonlyMap<string, IndexLayout> {
  const unique = indexes.filter((index) => index.unique);
  return new Map([{ by: ['id'] }, ...unique].map((index) => [index.by.join(), index]));
}

/** Throws a RangeError for a path that documents cannot be looked up by. */
export function getLookUp<LookUp>(lookUps: ReadonlyMap<string, LookUp>, path: string): LookUp {
  const found = lookUps.get(path);
  if (found !== undefined) return found;
  throw new RangeError(`look up documents by ${[...lookUps.keys()].join(' or ')}, not by ${path}`);
}

/** The alternatives of a query; one without conditions matches every document. */
export function toAlternatives(where: Query['where'] = {}): readonly Where[] {
  return isList(where) ? where : [where];
}

function isList(where: NonNullable<Query['where']>): where is readonly Where[] {
  return Array.isArray(where);
}

/** One condition on one field. */
export interface Comparison {
  path: string;
  operator: 'equal' | keyof Bounds;
  value: Scalar | readonly Scalar[];
}

/** The comparisons of which all must hold. */
export function toComparisons(where: Where): Comparison[] {
  return Object.entries(where).flatMap(([path, condition]) => {
    const bounds =
      typeof condition === 'object' && condition !== null ? condition : { equal: condition };
    return Object.entries(bounds).flatMap(([operator, value]) =>
      value === undefined ? [] : [{ path, operator, value } as Comparison],
    );
  });
}

/** Throws a RangeError for entries with a write of a collection whose layout does not say so. */
export function assertEntries({ hasEntries }: CollectionLayout, entries: Entries): void {
  if (hasEntries || Object.keys(entries).length === 0) return;
  throw new RangeError('the layout of the collection does not say that its writes have entries');
}

/** The values of `by` behind which documents are found. Throws a RangeError for another number of them. */
export function toPosition({ by, after }: Query): readonly Ordered[] | null {
  if (after == null || after.length === by.length) return after ?? null;
  throw new RangeError(`a position has a value for each of ${by.join(', ')}, got ${after.length}`);
}

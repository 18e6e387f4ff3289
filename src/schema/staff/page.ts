import { hash } from 'node:crypto';
import { GraphQLError } from 'graphql';
import { MAX_STAFF_PAGE } from '../../store/port/query-reads.ts';

/** The most entries of a page; the stores return one more, which shows that there are others. */
export const MAX_FIRST = MAX_STAFF_PAGE - 1;
/** The most entries that are counted. */
export const MAX_TOTAL = 10_000;
const MAX_CURSOR_LENGTH = 1_000;
const QUERY_DIGITS = 16;

export interface Page<Entry> {
  edges: Edge<Entry>[];
  pageInfo: PageInfo;
  /** Of all pages; null if there are more than MAX_TOTAL. Counts when it is called. */
  count: () => Promise<number | null>;
}

export interface Edge<Entry> {
  entry: Entry;
  cursor: string;
}

export interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

interface PageArguments {
  first: number;
  after?: string | null | undefined;
}

/** A list that is read page by page. */
export interface PagedList<Entry> {
  name: string;
  /** Its arguments without the page: with others it is another list. */
  query: object;
  /** At most `first` entries after a key. */
  read: (afterKey: string | null, first: number) => Promise<Entry[]>;
  count: (max: number) => Promise<number | null>;
  keyOf: (entry: Entry) => string;
}

/** Throws GraphQLError FIRST_OUT_OF_RANGE or INVALID_CURSOR. */
export async function readPage<Entry>(
  { first, after }: PageArguments,
  { name, query, read, count, keyOf }: PagedList<Entry>,
): Promise<Page<Entry>> {
  const limit = requireFirst(first);
  const list = toListId(name, query);
  const entries = await read(after == null ? null : toKey(list, after), limit + 1);
  const edges = entries
    .slice(0, limit)
    .map((entry) => ({ entry, cursor: toCursor(list, keyOf(entry)) }));
  const endCursor = edges.at(-1)?.cursor ?? null;
  return {
    edges,
    pageInfo: { hasNextPage: entries.length > limit, endCursor },
    count: () => count(MAX_TOTAL),
  };
}

export function requireFirst(first: number): number {
  if (first >= 1 && first <= MAX_FIRST) return first;
  throw new GraphQLError(`first must be from 1 to ${MAX_FIRST}, got ${first}.`, {
    extensions: { code: 'FIRST_OUT_OF_RANGE' },
  });
}

/** The cost of a list: its length times the cost of an entry. Throws FIRST_OUT_OF_RANGE. */
export function toListCost({ first }: { first: number }) {
  return { field: 1, multiplier: requireFirst(first) };
}

/** Part of a list's cursors, so that no other list accepts them. Null counts as left out. */
function toListId(name: string, query: object): string {
  const given = JSON.stringify(query, (_name, value: unknown) => value ?? undefined);
  return `${name} ${hash('sha256', given).slice(0, QUERY_DIGITS)}`;
}

function toCursor(list: string, key: string): string {
  return Buffer.from(`${list}\n${key}`).toString('base64url');
}

function toKey(list: string, cursor: string): string {
  if (cursor.length > MAX_CURSOR_LENGTH) throw invalidCursor();
  const text = Buffer.from(cursor, 'base64url').toString();
  const key = text.slice(list.length + 1);
  // Encoding the key again must give the same text, or it is no cursor of this list.
  if (key === '' || toCursor(list, key) !== cursor) throw invalidCursor();
  return key;
}

export function invalidCursor(): GraphQLError {
  const message =
    'after must be the endCursor of an earlier page of the same list with the same arguments.';
  return new GraphQLError(message, { extensions: { code: 'INVALID_CURSOR' } });
}

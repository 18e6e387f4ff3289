import { GraphQLError } from 'graphql';
import { MAX_STAFF_PAGE } from '../../store/staff-reads.ts';

/** The most entries of a list; the stores answer one more, which tells that there are others. */
export const MAX_FIRST = MAX_STAFF_PAGE - 1;
const MAX_CURSOR_LENGTH = 1_000;

export interface Page<Node> {
  edges: { node: Node; cursor: string }[];
  pageInfo: PageInfo;
}

export interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

interface PageArguments {
  first: number;
  after?: string | null | undefined;
}

/**
 * A page of what `list` gives from behind a key on; `keyOf` tells a node's own. Throws
 * GraphQLError FIRST_OUT_OF_RANGE or BAD_CURSOR.
 */
export async function readPage<Node>(
  { first, after }: PageArguments,
  list: (afterKey: string | null, first: number) => Promise<Node[]>,
  keyOf: (node: Node) => string,
): Promise<Page<Node>> {
  const limit = requireFirst(first);
  const nodes = await list(after == null ? null : toKey(after), limit + 1);
  const edges = nodes.slice(0, limit).map((node) => ({ node, cursor: toCursor(keyOf(node)) }));
  const endCursor = edges.at(-1)?.cursor ?? null;
  return { edges, pageInfo: { hasNextPage: nodes.length > limit, endCursor } };
}

export function requireFirst(first: number): number {
  if (first >= 1 && first <= MAX_FIRST) return first;
  throw new GraphQLError(`first must be from 1 to ${MAX_FIRST}, got ${first}.`, {
    extensions: { code: 'FIRST_OUT_OF_RANGE' },
  });
}

/** What a list costs: its length times what is asked of each entry. FIRST_OUT_OF_RANGE. */
export function toListCost({ first }: { first: number }) {
  return { field: 1, multiplier: requireFirst(first) };
}

function toCursor(key: string): string {
  return Buffer.from(key).toString('base64url');
}

function toKey(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString();
  if (cursor.length <= MAX_CURSOR_LENGTH && key !== '' && toCursor(key) === cursor) return key;
  throw badCursor();
}

export function badCursor(): GraphQLError {
  return new GraphQLError('after must be a cursor that an earlier page gave.', {
    extensions: { code: 'BAD_CURSOR' },
  });
}

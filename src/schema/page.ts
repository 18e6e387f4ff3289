import { hash } from 'node:crypto';
import type { InputFieldMap, InputShapeFromFields } from '@pothos/core';
import { isStoredIdno } from '../domain/company/idno.ts';
import { MAX_CURSOR_LENGTH } from '../domain/company/search-parameters.ts';
import { type PositionForm, readCursor, toCursor } from '../domain/cursor.ts';
import { MAX_STAFF_PAGE } from '../store/port/query-reads.ts';
import { toCodedError } from './arguments.ts';
import { builder, rootField, shownIn } from './builder.ts';
import type { SchemaTypes } from './types.ts';

/** The most entries that are counted. */
const MAX_TOTAL = 10_000;
/** Counting reads up to MAX_TOTAL entries, in one step. */
const COUNT_COST = 10;
const QUERY_DIGITS = 16;

type View = SchemaTypes['SubGraphs'];
type ObjectName = keyof SchemaTypes['Objects'];

interface Page<Entry> {
  edges: Edge<Entry>[];
  pageInfo: PageInfo;
  /** Of all pages; null if there are more than MAX_TOTAL. Counts when it is called. */
  count: () => Promise<number | null>;
}

interface Edge<Entry> {
  entry: Entry;
  cursor: string;
}

interface PageInfo {
  hasNextPage: boolean;
  endCursor: string | null;
}

/** What one operation reads of a list. */
interface OpenedList<Entry, Position> {
  /** Its arguments without the page: with others it is another list. */
  query: object;
  /** At most `first` entries after a position. */
  read: (after: Position | null, first: number) => Promise<Entry[]>;
  count: (max: number) => Promise<number | null>;
}

interface List<Node extends ObjectName, Entry, Position, Args extends InputFieldMap> {
  /** The name of its field. */
  name: string;
  /** The first part of the names of its types, if not that of the node. */
  types?: string;
  node: Node;
  views?: View[];
  /** What it lists, in the plural. */
  listed: string;
  description: string;
  args: Args;
  toNode: (entry: Entry) => SchemaTypes['Objects'][Node];
  positions: PositionForm<Position>;
  toPosition: (entry: Entry) => Position;
  open: (
    args: InputShapeFromFields<Args>,
    context: SchemaTypes['Context'],
  ) => OpenedList<Entry, Position> | Promise<OpenedList<Entry, Position>>;
}

/** The positions of a list in the order of IDNOs. */
export const IDNOS: PositionForm<string> = {
  toText: (idno) => idno,
  toPosition: (text) => (isStoredIdno(text) ? text : null),
};

/** How much of a list is asked for. */
export const FIRST_ARG = builder.args((t) => ({
  first: t.int({
    required: true,
    defaultValue: 20,
    description: `How many at most, 1 to ${MAX_STAFF_PAGE}.`,
  }),
}));

/** Which page of a list is asked for. */
const PAGE_ARGS = {
  ...FIRST_ARG,
  ...builder.args((t) => ({
    after: t.string({
      description:
        'The `endCursor` of the page before; by default the list is read from its start.',
    }),
  })),
};

const PageInfoType = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Where a page ends.',
  ...shownIn('internal', 'staff'),
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', {
      description: 'Whether there are entries after it.',
    }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'For `after`, to get the next page; null where this one is empty.',
    }),
  }),
});

/**
 * A query for a list that is read page by page, after the Relay cursor specification, with its types.
 * Returns the type of an entry, for further fields.
 */
export function defineList<
  Node extends ObjectName,
  Entry,
  Position,
  Args extends InputFieldMap = Record<string, never>,
>(list: List<Node, Entry, Position, Args>) {
  const { name, node, listed, toNode, types = node, views = ['staff'] } = list;
  const EdgeType = builder.objectRef<Edge<Entry>>(`${types}Edge`).implement({
    description: `One of the ${listed}.`,
    ...shownIn(...views),
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'For `after`, to continue from here.' }),
      node: t.field({
        type: node,
        description: 'The entry itself.',
        resolve: ({ entry }) => toNode(entry) as never,
      }),
    }),
  });
  const Connection = builder.objectRef<Page<Entry>>(`${types}Connection`).implement({
    description: `A page of the ${listed}.`,
    ...shownIn(...views),
    fields: (t) => ({
      edges: t.field({
        type: [EdgeType],
        // The field that returns the page has already counted its length as cost.
        complexity: { field: 0, multiplier: 1 },
        description: 'In their order.',
        resolve: ({ edges }) => edges,
      }),
      pageInfo: t.field({
        type: PageInfoType,
        description: 'Where the page ends.',
        resolve: ({ pageInfo }) => pageInfo,
      }),
      totalCount: t.int({
        nullable: true,
        subGraphs: ['staff'],
        complexity: { field: COUNT_COST },
        description: `Entries of all pages, counted when asked for; null if there are more than ${MAX_TOTAL.toLocaleString('en')}.`,
        resolve: ({ count }) => count(),
      }),
    }),
  });
  const args: typeof PAGE_ARGS = { ...list.args, ...PAGE_ARGS };
  builder.queryField(name, (t) =>
    t.field({
      type: Connection,
      ...rootField(...views),
      description: list.description,
      args,
      complexity: toListCost,
      resolve: async (_root, { first, after, ...own }, context) =>
        readPage(list, await list.open(own as InputShapeFromFields<Args>, context), first, after),
    }),
  );
  return EdgeType;
}

/** Throws GraphQLError FIRST_OUT_OF_RANGE or INVALID_CURSOR. */
async function readPage<Entry, Position>(
  {
    name,
    positions,
    toPosition,
  }: Pick<List<never, Entry, Position, InputFieldMap>, 'name' | 'positions' | 'toPosition'>,
  { query, read, count }: OpenedList<Entry, Position>,
  first: number,
  after: string | null | undefined,
): Promise<Page<Entry>> {
  const limit = requireFirst(first);
  const form = { list: toListId(name, query), maxLength: MAX_CURSOR_LENGTH, positions };
  const position = after == null ? null : readCursor(form, after);
  if (after != null && position === null) {
    throw toCodedError(
      'INVALID_CURSOR',
      'after must be the endCursor of an earlier page of the same list with the same arguments.',
    );
  }
  const entries = await read(position, limit + 1);
  const edges = entries
    .slice(0, limit)
    .map((entry) => ({ entry, cursor: toCursor(form, toPosition(entry)) }));
  const endCursor = edges.at(-1)?.cursor ?? null;
  return {
    edges,
    pageInfo: { hasNextPage: entries.length > limit, endCursor },
    count: () => count(MAX_TOTAL),
  };
}

export function requireFirst(first: number): number {
  if (first >= 1 && first <= MAX_STAFF_PAGE) return first;
  const message = `first must be from 1 to ${MAX_STAFF_PAGE}, got ${first}.`;
  throw toCodedError('FIRST_OUT_OF_RANGE', message);
}

/** The cost of a list: its length times the cost of an entry. Throws FIRST_OUT_OF_RANGE. */
export function toListCost({ first }: { first: number }) {
  return { field: 1, multiplier: requireFirst(first) };
}

/** Part of a list's cursors, so that no other list accepts them. Null counts as left out. */
function toListId(name: string, query: object): string {
  const given = JSON.stringify(query, (_name, value: unknown) => value ?? undefined);
  return `${name} ${hash('sha256', given).slice(0, QUERY_DIGITS)}\n`;
}

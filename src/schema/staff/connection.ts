import { builder, shownIn } from '../builder.ts';
import type { SchemaTypes } from '../types.ts';
import { type Edge, MAX_FIRST, MAX_TOTAL, type Page, type PageInfo } from './page.ts';

type ObjectName = keyof SchemaTypes['Objects'];

/** How much of a list is asked for. */
export const FIRST_ARG = builder.args((t) => ({
  first: t.int({
    required: true,
    defaultValue: 20,
    description: `How many at most, 1 to ${MAX_FIRST}.`,
  }),
}));

/** Which page of a list is asked for. */
export const PAGE_ARGS = {
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
  ...shownIn('staff'),
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

/** Counting reads up to MAX_TOTAL entries, in one step. */
const COUNT_COST = 10;

interface ConnectionShape<Name extends ObjectName, Entry> {
  /** The first part of the names of its types. */
  name: string;
  node: Name;
  /** What it lists, in the plural. */
  described: string;
  toNode: (entry: Entry) => SchemaTypes['Objects'][Name];
}

/** The types of a list that is read page by page, after the Relay cursor specification. */
export function connectionOf<Name extends ObjectName, Entry>({
  name,
  node,
  described,
  toNode,
}: ConnectionShape<Name, Entry>) {
  const EdgeType = builder.objectRef<Edge<Entry>>(`${name}Edge`).implement({
    description: `One of the ${described}.`,
    ...shownIn('staff'),
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'For `after`, to continue from here.' }),
      node: t.field({
        type: node,
        description: 'The entry itself.',
        resolve: ({ entry }) => toNode(entry) as never,
      }),
    }),
  });
  const Connection = builder.objectRef<Page<Entry>>(`${name}Connection`).implement({
    description: `A page of the ${described}.`,
    ...shownIn('staff'),
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
        complexity: { field: COUNT_COST },
        description: `Entries of all pages, counted when asked for; null if there are more than ${MAX_TOTAL.toLocaleString('en')}.`,
        resolve: ({ count }) => count(),
      }),
    }),
  });
  return { Connection, EdgeType };
}

import { builder, shownIn } from '../builder.ts';
import type { SchemaTypes } from '../types.ts';
import { MAX_FIRST, type Page, type PageInfo } from './page.ts';

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

/** The types of a list that is read page by page, after the Relay cursor specification. */
export function connectionOf<Name extends ObjectName>(name: Name, described: string) {
  type Node = SchemaTypes['Objects'][Name];
  const EdgeType = builder.objectRef<Page<Node>['edges'][number]>(`${name}Edge`).implement({
    description: `One of the ${described}.`,
    ...shownIn('staff'),
    fields: (t) => ({
      cursor: t.exposeString('cursor', { description: 'For `after`, to continue from here.' }),
      node: t.field({
        type: name,
        description: 'The entry itself.',
        resolve: ({ node }) => node as never,
      }),
    }),
  });
  return builder.objectRef<Page<Node>>(`${name}Connection`).implement({
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
    }),
  });
}

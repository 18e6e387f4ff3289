import { builder, shownIn } from '../builder.ts';
import type { SchemaTypes } from '../types.ts';
import type { Page, PageInfo } from './page.ts';

type ObjectName = keyof SchemaTypes['Objects'];

const PageInfoType = builder.objectRef<PageInfo>('PageInfo').implement({
  description: 'Where a page ends.',
  ...shownIn('staff'),
  fields: (t) => ({
    hasNextPage: t.exposeBoolean('hasNextPage', { description: 'Whether more comes behind it.' }),
    endCursor: t.exposeString('endCursor', {
      nullable: true,
      description: 'For `after`, to have the next page; null where this one is empty.',
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
      cursor: t.exposeString('cursor', { description: 'For `after`, to go on from here.' }),
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
        // The field that gives the page has the page's length in its cost already.
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

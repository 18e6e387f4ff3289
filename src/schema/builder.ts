import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import SubGraphPlugin from '@pothos/plugin-sub-graph';
import type { SchemaTypes } from './types.ts';

/** The assumed length of a list without an argument for it. */
const LIST_COST = 5;

/**
 * The one builder. A type or field belongs to no view until it names the views that show it. A field
 * has a value unless it says `nullable`: fields of Query and Mutation do, so that a failure of one
 * leaves the others their answers.
 */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [SubGraphPlugin, ComplexityPlugin],
  defaultFieldNullability: false,
  // Fields only state their cost; a view that limits it checks before an operation runs.
  complexity: { disabled: true, defaultListMultiplier: LIST_COST },
  subGraphs: { explicitlyIncludeType: () => false },
});

builder.queryType({
  subGraphs: ['internal', 'account', 'staff'],
  description: 'All queries.',
});
builder.mutationType({ subGraphs: ['account', 'staff'], description: 'All changes.' });

/** Shows a type in these views, and its fields too unless a field names other views. */
export function shownIn(...subGraphs: SchemaTypes['SubGraphs'][]) {
  return { subGraphs, defaultSubGraphsForFields: subGraphs };
}

import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import SubGraphPlugin from '@pothos/plugin-sub-graph';
import type { SchemaTypes } from './types.ts';

/** What a list without an argument for its length is taken for. */
const LIST_COST = 5;

/** The one builder. A type or field belongs to no view until it names the views that show it. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [SubGraphPlugin, ComplexityPlugin],
  // Fields only say what they cost; it is asked before an operation runs, where a view limits it.
  complexity: { disabled: true, defaultListMultiplier: LIST_COST },
  subGraphs: { explicitlyIncludeType: () => false },
});

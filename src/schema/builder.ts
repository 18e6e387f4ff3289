import SchemaBuilder from '@pothos/core';
import SubGraphPlugin from '@pothos/plugin-sub-graph';
import type { SchemaTypes } from './types.ts';

/** The one builder. A type or field belongs to no view until it names the views that show it. */
export const builder = new SchemaBuilder<SchemaTypes>({
  plugins: [SubGraphPlugin],
  subGraphs: { explicitlyIncludeType: () => false },
});

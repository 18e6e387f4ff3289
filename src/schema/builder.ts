import SchemaBuilder from '@pothos/core';
import ComplexityPlugin from '@pothos/plugin-complexity';
import SubGraphPlugin from '@pothos/plugin-sub-graph';
import { toTimestamp } from '../domain/time/timestamp.ts';
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

/** Shows a field of Query or Mutation in these views, and makes it nullable. */
export function rootField(...subGraphs: SchemaTypes['SubGraphs'][]) {
  return { nullable: true as const, subGraphs };
}

/** Shows a type in these views, and its fields too unless a field names other views. */
export function shownIn(...subGraphs: SchemaTypes['SubGraphs'][]) {
  return { subGraphs, defaultSubGraphsForFields: subGraphs };
}

/** The values of an enum, each with its description. */
export function toValues<Name extends string>(descriptions: Readonly<Record<Name, string>>) {
  const values = Object.entries<string>(descriptions).map(([name, description]) => [
    name,
    { description },
  ]);
  return Object.fromEntries(values) as Record<Name, { description: string }>;
}

/** The resolver of a field that shows a stored instant, in milliseconds, as RFC 3339. */
export function timestampOf<Name extends string>(name: Name) {
  return { resolve: ({ [name]: atMs }: Readonly<Record<Name, number>>) => toTimestamp(atMs) };
}

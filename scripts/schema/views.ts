import { lexicographicSortSchema, printSchema } from 'graphql';
import { accountSchema, internalSchema, staffSchema } from '../../src/schema/index.ts';

const print = (schema: typeof internalSchema) =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The views of the schema in the schema definition language, by name. */
export const VIEWS: Readonly<Record<'internal' | 'account' | 'staff', string>> = {
  internal: print(internalSchema),
  account: print(accountSchema),
  staff: print(staffSchema),
};

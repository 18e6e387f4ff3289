import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { OPENAPI } from '../../src/docs/openapi.ts';
import { accountSchema, internalSchema, staffSchema } from '../../src/schema/index.ts';
import { expandLeaves } from '../../src/schema/leaf-fields.ts';
import { printOperationTypes } from './operation-types.ts';

const STAFF_PAGES = 'src/staff/pages';
export const ROOT = join(import.meta.dirname, '../..');

const print = (schema: typeof internalSchema) =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The views of the schema in the schema definition language, by name. */
export const VIEWS: Readonly<Record<'internal' | 'account' | 'staff', string>> = {
  internal: print(internalSchema),
  account: print(accountSchema),
  staff: print(staffSchema),
};

/** The types of the operations that staff's pages ask of their view. */
function printPageOperations(): string {
  const text = readFileSync(join(ROOT, STAFF_PAGES, 'operations.graphql'), 'utf8');
  const schema = buildSchema(VIEWS.staff);
  return printOperationTypes(schema, expandLeaves(schema, parse(text)));
}

/** The committed files that are generated, by path from the root of the repository. */
export const GENERATED_FILES: Readonly<Record<string, string>> = {
  'schema/internal.graphql': VIEWS.internal,
  'schema/account.graphql': VIEWS.account,
  'schema/staff.graphql': VIEWS.staff,
  'schema/openapi.json': `${JSON.stringify(OPENAPI, null, 2)}\n`,
  [`${STAFF_PAGES}/operation-types.ts`]: printPageOperations(),
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { OPENAPI } from '../../src/docs/openapi.ts';
import { accountSchema, internalSchema, staffSchema } from '../../src/schema/index.ts';
import { expandLeaves } from '../../src/schema/leaf-fields.ts';
import { printOperationTypes } from './operation-types.ts';

const PAGES = { account: 'src/account-page', staff: 'src/staff/pages' } as const;
export const ROOT = join(import.meta.dirname, '../..');

const print = (schema: typeof internalSchema) =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The views of the schema in the schema definition language, by name. */
export const VIEWS: Readonly<Record<'internal' | 'account' | 'staff', string>> = {
  internal: print(internalSchema),
  account: print(accountSchema),
  staff: print(staffSchema),
};

/** The types of the operations that the pages of a folder ask of a view. */
function printPageOperations(view: keyof typeof PAGES): string {
  const text = readFileSync(join(ROOT, PAGES[view], 'operations.graphql'), 'utf8');
  const schema = buildSchema(VIEWS[view]);
  return printOperationTypes(schema, expandLeaves(schema, parse(text)));
}

/** The committed files that are generated, by path from the root of the repository. */
export const GENERATED_FILES: Readonly<Record<string, string>> = {
  'schema/internal.graphql': VIEWS.internal,
  'schema/account.graphql': VIEWS.account,
  'schema/staff.graphql': VIEWS.staff,
  'schema/openapi.json': `${JSON.stringify(OPENAPI, null, 2)}\n`,
  [`${PAGES.account}/operation-types.ts`]: printPageOperations('account'),
  [`${PAGES.staff}/operation-types.ts`]: printPageOperations('staff'),
};

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, lexicographicSortSchema, parse, printSchema } from 'graphql';
import { OPENAPI } from '../../src/docs/openapi.ts';
import { accountSchema, internalSchema, staffSchema } from '../../src/schema/index.ts';
import { printOperationTypes } from './operation-types.ts';

const PAGE = 'src/account-page';
export const ROOT = join(import.meta.dirname, '../..');

const print = (schema: typeof internalSchema) =>
  `${printSchema(lexicographicSortSchema(schema))}\n`;

/** The views of the schema in the schema definition language, by name. */
export const VIEWS: Readonly<Record<'internal' | 'account' | 'staff', string>> = {
  internal: print(internalSchema),
  account: print(accountSchema),
  staff: print(staffSchema),
};

const pageOperations = parse(readFileSync(join(ROOT, PAGE, 'operations.graphql'), 'utf8'));

/** The committed files that are generated, by path from the root of the repository. */
export const GENERATED_FILES: Readonly<Record<string, string>> = {
  'schema/internal.graphql': VIEWS.internal,
  'schema/account.graphql': VIEWS.account,
  'schema/staff.graphql': VIEWS.staff,
  'schema/openapi.json': `${JSON.stringify(OPENAPI, null, 2)}\n`,
  [`${PAGE}/operation-types.ts`]: printOperationTypes(buildSchema(VIEWS.account), pageOperations),
};

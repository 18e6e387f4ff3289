import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execute, GraphQLError, parse } from 'graphql';
import { staffSchema } from '../../schema/index.ts';
import { expandLeaves } from '../../schema/leaf-fields.ts';
import type { StaffContext } from '../../schema/staff/context.ts';
import { HTTP_ERRORS, RefusedRequest } from '../../web/errors.ts';
import { limitCost } from '../cost.ts';
import type { Operations } from './operation-types.ts';

const TEXT = readFileSync(join(import.meta.dirname, 'operations.graphql'), 'utf8');
const DOCUMENT = expandLeaves(staffSchema, parse(TEXT));

export type OperationName = keyof Operations;
export type Data<Name extends OperationName> = NonNullableFields<Operations[Name]['data']>;
type NonNullableFields<Fields> = { [Field in keyof Fields]: NonNullable<Fields[Field]> };

/** The identifiers that GraphQL errors have as pages; others are 400. */
const STATUSES: Readonly<Record<string, number>> = { NO_SUCH_ACCOUNT: 404, QUERY_TIMEOUT: 503 };

/**
 * Runs an operation of operations.graphql, which have the limit of cost of those that staff write.
 * Throws a RefusedRequest for what an operation refuses, and what else a resolver throws. A missing
 * record is refused as not found.
 */
export async function runOperation<Name extends OperationName>(
  operationName: Name,
  contextValue: StaffContext,
  variables: Operations[Name]['variables'],
): Promise<Data<Name>> {
  const operation = { schema: staffSchema, document: DOCUMENT, operationName };
  const [refused] = limitCost({ ...operation, variables });
  if (refused !== undefined) throw refused;
  const { data, errors: [error] = [] } = await execute({
    ...operation,
    variableValues: variables,
    contextValue,
  });
  if (error !== undefined) throw toPageError(error);
  const isComplete = data != null && Object.values(data).every((value) => value !== null);
  if (!isComplete) throw new RefusedRequest(HTTP_ERRORS.not_found);
  return data as Data<Name>;
}

function toPageError(error: GraphQLError): unknown {
  const cause = error.originalError ?? error;
  if (!(cause instanceof GraphQLError)) return cause;
  const { code = 'INTERNAL_ERROR' } = cause.extensions;
  const identifier = String(code).toLowerCase();
  const status = STATUSES[String(code)] ?? 400;
  return new RefusedRequest({ status, error: identifier, message: cause.message });
}

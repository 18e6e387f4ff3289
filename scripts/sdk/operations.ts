import type { Parameter } from '../../src/docs/openapi/operations.ts';
import type { Content } from '../../src/docs/openapi/responses.ts';
import { type ListedOperation, listOperations, OPENAPI } from '../../src/docs/openapi.ts';

/** An operation as the clients send it. */
export interface ClientOperation {
  id: string;
  method: string;
  path: string;
  summary: string;
  /** Those of path and query: headers are the clients' own. */
  parameters: readonly Parameter[];
  /** The name of the schema of its body; null: it has none. */
  body: string | null;
  /** The name of the schema of its answer; null: it has none. */
  answer: string | null;
}

export const CLIENT_OPERATIONS: readonly ClientOperation[] =
  listOperations(OPENAPI).map(toClientOperation);

/** Every value of `error` that this version has. */
export const ERROR_NAMES: readonly string[] =
  OPENAPI.components.schemas.ApiError.properties.error['x-extensible-enum'];

function toClientOperation({ path, method, operation }: ListedOperation): ClientOperation {
  const { operationId: id, summary, parameters, requestBody, responses } = operation;
  const found = responses['200'];
  return {
    id,
    method: method.toUpperCase(),
    path,
    summary,
    parameters: parameters.filter((one) => one.in !== 'header'),
    body: toSchemaName(requestBody?.content),
    answer: toSchemaName(found && 'content' in found ? found.content : undefined),
  };
}

function toSchemaName(content: Content | undefined): string | null {
  return content?.['application/json'].schema.$ref.split('/').at(-1) ?? null;
}

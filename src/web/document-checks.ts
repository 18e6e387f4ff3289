import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  getVariableValues,
  type ValidationRule,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

type ValidateHook = Parameters<NonNullable<Plugin['onValidate']>>[0];

/** Looks at a document that has passed all checks before it; an empty list passes it on. */
export type DocumentCheck = (
  schema: GraphQLSchema,
  document: DocumentNode,
) => readonly GraphQLError[];

/** A list of errors never mixes faults of several checks: the first check that fails answers. */
export function addCheck({ validateFn, setValidationFn }: ValidateHook, check: DocumentCheck) {
  setValidationFn((schema, document, ...rest) => {
    const errors = validateFn(schema, document, ...rest);
    return errors.length > 0 ? errors : check(schema, document);
  });
}

export interface OperationParams {
  variables: Record<string, unknown>;
  operationName: string | null;
}

/** What the request says besides its document. */
export function toParams({ context }: Pick<ValidateHook, 'context'>): OperationParams {
  const params: unknown = Reflect.get(context, 'params');
  const { variables, operationName } = { variables: {}, operationName: null, ...Object(params) };
  return { variables: variables ?? {}, operationName: operationName ?? null };
}

/**
 * The variables are a part of what is valid: a wrong value is refused in the same way in a variable
 * as in the document.
 */
export function checkVariables({ variables, operationName }: OperationParams): DocumentCheck {
  return (schema, document) => {
    const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
    return getVariableValues(schema, definitions, variables).errors ?? [];
  };
}

/** The GraphQL library leaves this one to the execution, which answers it without a code. */
export const knownOperations: ValidationRule = (context) => ({
  OperationDefinition({ operation }) {
    if (context.getSchema().getRootType(operation) !== undefined) return;
    context.reportError(new GraphQLError(`There is no ${operation} here.`));
  },
});

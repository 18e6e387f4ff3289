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

/** Checks a document that has passed all earlier checks; an empty list accepts it. */
export type DocumentCheck = (
  schema: GraphQLSchema,
  document: DocumentNode,
) => readonly GraphQLError[];

/** Adds a check after the others: only the first check that fails reports its errors. */
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

/** The variables and the operation name of a request. */
export function toParams({ context }: Pick<ValidateHook, 'context'>): OperationParams {
  const { params }: { params?: unknown } = context;
  const { variables, operationName } = { variables: {}, operationName: null, ...Object(params) };
  return { variables: variables ?? {}, operationName: operationName ?? null };
}

/**
 * Validates the variables too: a wrong value is refused in the same way in a variable as in the
 * document.
 */
export function checkVariables({ variables, operationName }: OperationParams): DocumentCheck {
  return (schema, document) => {
    const definitions = getOperationAST(document, operationName)?.variableDefinitions ?? [];
    return getVariableValues(schema, definitions, variables).errors ?? [];
  };
}

/** The GraphQL library checks this only during execution, and its error has no code. */
export const knownOperations: ValidationRule = (context) => ({
  OperationDefinition({ operation }) {
    if (context.getSchema().getRootType(operation) !== undefined) return;
    context.reportError(new GraphQLError(`There is no ${operation} here.`));
  },
});

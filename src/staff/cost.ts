import { createComplexityRule } from '@pothos/plugin-complexity';
import { GraphQLError, validate } from 'graphql';
import type { SentOperation } from '../web/document-limits.ts';

/**
 * A page of 100 companies with founders, history and linked companies costs about 8,000.
 */
const MAX_COST = 10_000;

/**
 * Refuses an operation, before it runs, that would resolve too many fields for the lengths that it
 * asks for. The cost of a list comes from its field, which refuses a length out of range.
 */
export function limitCost({ schema, document, variables, operationName }: SentOperation) {
  const limit = createComplexityRule({
    // No cost depends on who asks.
    context: {},
    variableValues: variables,
    operationName,
    validate({ complexity }, reportError) {
      if (complexity > MAX_COST) reportError(tooComplex(complexity));
    },
  });
  try {
    return validate(schema, document, [limit]);
  } catch (error) {
    if (error instanceof GraphQLError) return [error];
    throw error;
  }
}

function tooComplex(cost: number): GraphQLError {
  return new GraphQLError(
    `The query costs ${cost}, and at most ${MAX_COST} is allowed; ask for fewer entries or fields.`,
    { extensions: { code: 'QUERY_TOO_COMPLEX' } },
  );
}

import { createComplexityRule } from '@pothos/plugin-complexity';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * A page of 100 companies with founders, history and linked companies costs some 8,000; resolving
 * so many fields takes this process some 20 ms at most.
 */
const MAX_COST = 10_000;

/** Refuses, before it is run, what would resolve too many fields by the lengths that it asks for. */
export const limitCost: Plugin = {
  onValidate({ addValidationRule, context }) {
    const params: unknown = Reflect.get(context, 'params');
    const { variables, operationName } = toParams(params);
    addValidationRule(
      createComplexityRule({
        context,
        variableValues: variables,
        operationName,
        validate({ complexity }, reportError) {
          if (complexity > MAX_COST) reportError(tooDear(complexity));
        },
      }),
    );
  },
};

function toParams(params: unknown) {
  const { variables, operationName } = { variables: {}, operationName: null, ...Object(params) };
  return { variables: variables ?? {}, operationName: operationName ?? null };
}

function tooDear(cost: number): GraphQLError {
  return new GraphQLError(
    `The query costs ${cost}, and at most ${MAX_COST} is allowed; ask for fewer entries or fields.`,
    { extensions: { code: 'QUERY_TOO_DEAR' } },
  );
}

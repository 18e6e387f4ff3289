import { type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { Unavailable } from '../domain/errors.ts';

/** The operation took longer than it may; its reads are ended. */
export class QueryTimeout extends Error {
  override name = 'QueryTimeout';
}

export interface MaskingContext {
  requestId: string;
  logFault: (error: unknown) => void;
}

/** What was thrown for whoever asked is told; the rest is logged whole and told by its request. */
export const maskErrors: Plugin = {
  onExecute({ executeFn, setExecuteFn }) {
    setExecuteFn(async (args) => {
      const result: ExecutionResult = await executeFn(args);
      const { errors } = result;
      if (errors === undefined) return result;
      return { ...result, errors: errors.map((error) => mask(error, args.contextValue)) };
    });
  },
};

function mask(error: GraphQLError, { requestId, logFault }: MaskingContext): GraphQLError {
  const cause = error.originalError ?? error;
  if (cause instanceof GraphQLError) return error;
  const told = (message: string, code: string) =>
    new GraphQLError(message, {
      path: error.path ?? null,
      extensions: { code, requestId },
    });
  if (cause instanceof QueryTimeout) return told(cause.message, 'QUERY_TIMEOUT');
  logFault(cause);
  return cause instanceof Unavailable
    ? told('The store can not answer now; try again in a few seconds.', 'UNAVAILABLE')
    : told(`Unexpected error; tell the operator the request ${requestId}.`, 'INTERNAL_ERROR');
}

import { GraphQLError } from 'graphql';

const MAX_QUOTED_LENGTH = 100;

/** An argument as an error message repeats it, cut: a document may be a quarter of a megabyte. */
export function quoteArgument(text: string): string {
  return JSON.stringify(text.slice(0, MAX_QUOTED_LENGTH));
}

/** The message names the argument. */
export function invalidFilter(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'INVALID_FILTER' } });
}

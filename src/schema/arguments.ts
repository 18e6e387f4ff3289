import { GraphQLError } from 'graphql';
import type { QueryReads } from '../store/port/query-reads.ts';

const MAX_QUOTED_LENGTH = 100;

/** An argument as an error message repeats it, cut: a document may be a quarter of a megabyte. */
export function quoteArgument(text: string): string {
  return JSON.stringify(text.slice(0, MAX_QUOTED_LENGTH));
}

/** The message names the argument. */
export function invalidFilter(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'INVALID_FILTER' } });
}

/**
 * The id of an import that an argument names. An empty list for an unknown one would say that the
 * import did nothing. Rejects with GraphQLError NO_SUCH_IMPORT.
 */
export async function requireImport(
  argument: string | number,
  { hasImport }: Pick<QueryReads, 'hasImport'>,
): Promise<string> {
  const importId = String(argument);
  if (await hasImport(importId)) return importId;
  throw new GraphQLError(`no import has the id ${quoteArgument(importId)}; imports lists them.`, {
    extensions: { code: 'NO_SUCH_IMPORT' },
  });
}

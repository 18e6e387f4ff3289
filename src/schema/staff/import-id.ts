import { GraphQLError } from 'graphql';
import type { QueryReads } from '../../store/port/query-reads.ts';
import { quoteArgument } from './invalid-argument.ts';

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

import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { isDeeper, MAX_JSON_DEPTH } from './json.ts';
import { toWeightedList } from './request.ts';

export const NO_OPERATION = 'Send one operation as JSON.';
const TOO_DEEP = `Nest variables at most ${MAX_JSON_DEPTH} deep.`;

/** Without it Yoga answers 200 where there is no query, and 500 to variables that are not JSON. */
export const requireOperation: Plugin = {
  onRequestParse({ requestParser, setRequestParser }) {
    setRequestParser(async (request) => {
      // A promise even of a parser that throws at once. It fails only for what the client sent.
      const parsing = (async () => requestParser?.(request))();
      const params = await parsing.catch(() => null);
      // Yoga itself refuses lists, and queries of another type.
      if (isDeeper(params, MAX_JSON_DEPTH)) throw refuse(TOO_DEEP);
      if (Array.isArray(params) || (params != null && 'query' in params && params.query != null))
        return params;
      throw refuse(NO_OPERATION);
    });
  },
};

function refuse(message: string): GraphQLError {
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 400 } } });
}

const JSON_TYPE = 'application/json';
/** By what a client may accept. */
const RESULT_TYPES: ReadonlyMap<string, string> = new Map([
  [JSON_TYPE, JSON_TYPE],
  ['application/*', JSON_TYPE],
  ['*/*', JSON_TYPE],
  ['application/graphql-response+json', 'application/graphql-response+json'],
]);

/**
 * The type of the result for an `Accept`, null where it takes none. Yoga would run the operation
 * before it refuses the type, so that a client is told that a change failed which was made.
 */
export function toResultType(accept: string | undefined): string | null {
  const [wanted] = toWeightedList(accept || '*/*')
    .filter(({ value, quality }) => quality > 0 && RESULT_TYPES.has(value))
    .sort((one, other) => other.quality - one.quality);
  return wanted === undefined ? null : (RESULT_TYPES.get(wanted.value) ?? null);
}

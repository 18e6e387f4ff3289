import { cutKeys } from '../domain/account/api-key.ts';
import { toWordList } from '../domain/word-list.ts';
import { RefusedRequest } from '../web/errors.ts';

const LIMIT = /^[1-9][0-9]{0,3}$/;
/** The most characters of an unknown parameter in a message. */
const MAX_SHOWN_NAME = 40;

export type QueryValues<Name extends string> = { readonly [Known in Name]?: string };

/** The values of a query, each parameter once. Throws RefusedRequest that names the parameter. */
export function toQueryValues<Name extends string>(
  query: unknown,
  names: readonly Name[],
): QueryValues<Name> {
  const values: { [Known in Name]?: string } = {};
  for (const [name, value] of Object.entries(query ?? {})) {
    const parameter = names.find((known) => known === name);
    if (parameter === undefined) {
      const shown = cutKeys(name).slice(0, MAX_SHOWN_NAME).toWellFormed();
      const known = toWordList(names, 'and');
      throw refuseQuery(`Leave out "${shown}": the parameters are ${known}.`);
    }
    if (Array.isArray(value)) throw refuseQuery(`Give ${parameter} once.`);
    if (typeof value !== 'string') throw refuseQuery(`Give ${parameter} as a text.`);
    values[parameter] = value;
  }
  return values;
}

/** The value of `limit`. Throws RefusedRequest. */
export function toLimit(
  text: string | undefined,
  range: { max: number; byDefault: number },
): number {
  if (text === undefined) return range.byDefault;
  if (LIMIT.test(text) && Number(text) <= range.max) return Number(text);
  throw refuseQuery(`Give limit as a number from 1 to ${range.max}.`);
}

export function refuseQuery(message: string): RefusedRequest {
  return new RefusedRequest({ status: 400, error: 'invalid_query', message });
}

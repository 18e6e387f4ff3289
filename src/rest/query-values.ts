import type { FastifyRequest } from 'fastify';
import { cutKeys } from '../domain/account/api-key.ts';
import { toWordList } from '../domain/word-list.ts';
import { RefusedRequest } from '../web/errors.ts';
import { findPathEnd } from '../web/request-target.ts';

const LIMIT = /^[1-9][0-9]{0,3}$/;
/** The most characters of a parameter's name in a message. */
const MAX_SHOWN_NAME = 40;

export type QueryValues<Name extends string> = { readonly [Known in Name]?: string };

/**
 * The query of a request. Throws RefusedRequest where an escape is not of UTF-8: the framework leaves
 * such a value as it came, and a search for it would find nothing.
 */
export function readQuery({ url, query }: Pick<FastifyRequest, 'url' | 'query'>): unknown {
  const pairs = url.slice(findPathEnd(url) + 1).split('&');
  const bad = pairs.find((pair) => !isDecodable(pair));
  if (bad === undefined) return query;
  const [name = ''] = bad.split('=', 1);
  throw refuseQuery(`Escape ${quoteName(name)} as UTF-8: ă is %C4%83, and % itself is %25.`);
}

function isDecodable(text: string): boolean {
  if (!text.includes('%')) return true;
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

/** The values of a query, each parameter once. Throws RefusedRequest that names the parameter. */
export function toQueryValues<Name extends string>(
  query: unknown,
  names: readonly Name[],
): QueryValues<Name> {
  const values: { [Known in Name]?: string } = {};
  for (const [name, value] of Object.entries(query ?? {})) {
    const parameter = names.find((known) => known === name);
    if (parameter === undefined) {
      const known = toWordList(names, 'and');
      throw refuseQuery(`Leave out ${quoteName(name)}: the parameters are ${known}.`);
    }
    if (Array.isArray(value)) throw refuseQuery(`Give ${parameter} once.`);
    if (typeof value !== 'string') throw refuseQuery(`Give ${parameter} as a text.`);
    if (value.includes('\0')) throw refuseQuery(`Give ${parameter} without NUL (%00).`);
    values[parameter] = value;
  }
  return values;
}

function quoteName(name: string): string {
  return `"${cutKeys(name).slice(0, MAX_SHOWN_NAME).toWellFormed()}"`;
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

import type { FastifyRequest } from 'fastify';
import type { ApiSearchRequest } from '../answers/answers.ts';
import { type ChangesRequest, readChangesCursor } from '../answers/changes.ts';
import { type HistoryRequest, readHistoryCursor } from '../answers/history.ts';
import { refuseQuery } from '../answers/search.ts';
import { cutSecrets } from '../domain/account/secret-texts.ts';
import { isIdnoForm, MIN_IDNO_DIGITS } from '../domain/company/idno.ts';
import {
  CHANGES_KEPT_MS,
  DEFAULT_CHANGES_LIMIT,
  DEFAULT_HISTORY_LIMIT,
  MAX_CHANGES_LIMIT,
  MAX_HISTORY_LIMIT,
} from '../domain/company/public-changes.ts';
import {
  DEFAULT_SEARCH_LIMIT,
  FILTER_FORMS,
  MAX_SEARCH_LIMIT,
  type SearchFilter,
} from '../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { toCalendarDate } from '../domain/time/calendar-date.ts';
import { toWordList } from '../domain/word-list.ts';
import { RefusedRequest } from '../web/errors.ts';
import { MAX_JSON_DEPTH, parseJsonBody } from '../web/json.ts';
import { findPathEnd } from '../web/request.ts';
import { ERROR_ANSWERS } from './errors.ts';
import { OPERATIONS } from './operations.ts';

const LIMIT = /^[1-9][0-9]{0,3}$/;
/** The most characters of a parameter's name in a message. */
const MAX_SHOWN_NAME = 40;

type QueryValues<Name extends string> = { readonly [Known in Name]?: string };

/**
 * The query of a request. Throws RefusedRequest where an escape is not of UTF-8: the framework
 * leaves such a value as it came, and a search for it would find nothing.
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
      const known =
        names.length === 0
          ? 'there are no parameters'
          : `the parameters are ${toWordList(names, 'and')}`;
      throw refuseQuery(`Leave out ${quoteName(name)}: ${known}.`);
    }
    if (Array.isArray(value)) throw refuseQuery(`Give ${parameter} once.`);
    if (typeof value !== 'string') throw refuseQuery(`Give ${parameter} as a text.`);
    if (value.includes('\0')) throw refuseQuery(`Give ${parameter} without NUL (%00).`);
    values[parameter] = value;
  }
  return values;
}

export function quoteName(name: string): string {
  return `"${cutSecrets(name, MAX_SHOWN_NAME).toWellFormed()}"`;
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

/** The value of a parameter that is false by default. Throws RefusedRequest. */
function toFlag(name: string, text = 'false'): boolean {
  if (text === 'true' || text === 'false') return text === 'true';
  throw refuseQuery(`Give ${name} as true or false.`);
}

/** The value of a body of JSON. Throws RefusedRequest. */
export function readJson(body: Buffer | undefined, example: string): unknown {
  try {
    return parseJsonBody(body);
  } catch (error) {
    const isTooDeep = error instanceof RangeError;
    if (isTooDeep) throw refuseQuery(`Nest the body at most ${MAX_JSON_DEPTH} deep.`);
    throw refuseQuery(`Send a body of JSON, such as ${example}.`);
  }
}

/** The IDNOs of a body. Throws RefusedRequest. */
export function readIdnos(body: Buffer | undefined, maxIdnos: number): string[] {
  return toIdnos(readJson(body, '{"idnos":["0000000000011"]}'), maxIdnos);
}

/** The IDNOs of an object with `idnos` alone. Throws RefusedRequest, which names the position. */
export function toIdnos(value: unknown, maxIdnos: number): string[] {
  const { idnos, ...others }: Readonly<Record<string, unknown>> =
    typeof value === 'object' ? { ...value } : {};
  const [unknown] = Object.keys(others);
  if (!Array.isArray(idnos) || idnos.length === 0 || idnos.length > maxIdnos) {
    throw refuseQuery(`Give idnos as a list of 1 to ${maxIdnos} texts.`);
  }
  if (unknown !== undefined)
    throw refuseQuery(`Leave out ${quoteName(unknown)}: give idnos alone.`);
  return idnos.map((idno: unknown, index) => {
    if (typeof idno === 'string' && isIdnoForm(idno)) return idno;
    const message = `Give idnos[${index}] as a text of digits only, at least ${MIN_IDNO_DIGITS} of them.`;
    throw new RefusedRequest({ ...ERROR_ANSWERS.invalid_idno, message });
  });
}

/** The parameters that filter a search, each with its name in the schema. */
const FILTERS = {
  status: 'status',
  region: 'region',
  legal_form: 'legalForm',
  caem: 'caem',
} as const satisfies Record<string, keyof SearchFilter>;
const FILTER_NAMES = Object.keys(FILTERS) as (keyof typeof FILTERS)[];
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The search that parameters ask for. Throws RefusedRequest, which names the parameter. */
export function toSearchRequest(query: unknown): ApiSearchRequest {
  const values = toQueryValues(query, OPERATIONS.search.parameters);
  const { name: text = null, limit, after = null, total } = values;
  if (text === null && FILTER_NAMES.every((filter) => values[filter] === undefined)) {
    throw refuseQuery(`Give name or a filter: ${toWordList(FILTER_NAMES, 'or')}.`);
  }
  if (text !== null && ([...text].length > MAX_SEARCH_LENGTH || text.trim() === '')) {
    throw refuseQuery(`Give name as a text of 1 to ${MAX_SEARCH_LENGTH} characters.`);
  }
  const first = toLimit(limit, { max: MAX_SEARCH_LIMIT, byDefault: DEFAULT_SEARCH_LIMIT });
  return { text, filter: toFilter(values), first, after, withTotal: toFlag('total', total) };
}

function toFilter(values: QueryValues<keyof typeof FILTERS>): SearchFilter {
  const given = FILTER_NAMES.flatMap((name) => {
    const text = values[name];
    if (text === undefined) return [];
    const { toValue, form } = FILTER_FORMS[FILTERS[name]];
    const value = toValue(text);
    if (value === null) throw refuseQuery(`Give ${name} as ${form.replace(/\.$/, '')}.`);
    return [[FILTERS[name], value]];
  });
  return Object.fromEntries(given);
}

/** Throws RefusedRequest with a message that names the parameter. */
export function toChangesRequest(query: unknown, nowMs: number): ChangesRequest {
  const { after, from, limit, watched } = toQueryValues(query, OPERATIONS.changes.parameters);
  if (after !== undefined && from !== undefined) throw refuseQuery('Give after or from, not both.');
  const first = toLimit(limit, { max: MAX_CHANGES_LIMIT, byDefault: DEFAULT_CHANGES_LIMIT });
  const range = { start: toStart(after, from), first, keptFromMs: nowMs - CHANGES_KEPT_MS };
  return { ...range, isWatched: toFlag('watched', watched) };
}

/** The day of `at`; null without it. Other parameters are ignored, as they always were. */
export function toDayAsked(query: unknown): string | null {
  const { at } = Object(query);
  if (at === undefined) return null;
  if (typeof at !== 'string' || !isDay(at)) {
    throw refuseQuery('Give at once, as a day such as 2026-09-14.');
  }
  return at;
}

/** Throws RefusedRequest with a message that names the parameter. */
export function toHistoryPage(query: unknown): Omit<HistoryRequest, 'idno'> {
  const { after, limit } = toQueryValues(query, ['after', 'limit'] as const);
  const first = toLimit(limit, { max: MAX_HISTORY_LIMIT, byDefault: DEFAULT_HISTORY_LIMIT });
  if (after === undefined) return { beforeMs: null, first };
  const beforeMs = readHistoryCursor(after);
  if (beforeMs === null) throw refuseQuery('Give after as next of an earlier answer with history.');
  return { beforeMs, first };
}

function isDay(text: string): boolean {
  return DATE.test(text) && 'value' in toCalendarDate(text);
}

function toStart(after: string | undefined, from: string | undefined): ChangesRequest['start'] {
  if (from !== undefined) {
    if (!isDay(from)) throw refuseQuery('Give from as a day such as 2026-09-14.');
    return { from };
  }
  if (after === undefined) return null;
  const position = readChangesCursor(after);
  if (position === null) throw refuseQuery('Give after as next of an earlier answer with changes.');
  return position;
}

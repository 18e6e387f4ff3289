import { hash } from 'node:crypto';
import { cutKeys } from '../domain/account/api-key.ts';
import { LEGAL_STATUSES } from '../domain/company/company.ts';
import {
  CAEM_PATTERN,
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  REGION_PATTERN,
} from '../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { LEGAL_FORMS } from '../domain/register/legal-form.ts';
import { toWordList } from '../domain/word-list.ts';
import type { SearchFilter, SearchPlace } from '../store/port/search-reads.ts';
import { RefusedRequest } from '../web/errors.ts';
import { readCursor, toCursor } from './search-cursor.ts';

const LIMIT = /^[1-9][0-9]?$/;
/** The most characters of an unknown parameter in a message. */
const MAX_SHOWN_NAME = 40;

const FILTERS = ['status', 'region', 'legal_form', 'caem'] as const;
const PARAMETERS = ['name', ...FILTERS, 'limit', 'after'] as const;
type Parameter = (typeof PARAMETERS)[number];
type Values = { readonly [Name in Parameter]?: string };

export interface SearchRequest {
  /** Null: all companies that match the filter, by IDNO. */
  name: string | null;
  filter: SearchFilter;
  limit: number;
  /** Null: from the start. */
  after: SearchPlace | null;
  /** The cursor for the companies after a place in this list. */
  toNext: (place: SearchPlace) => string;
}

/** From parameters by name. Throws RefusedRequest with a message that names the parameter. */
export function toSearchRequest(query: unknown): SearchRequest {
  const values = toValues(query);
  const { name, limit, after } = values;
  if (name === undefined && FILTERS.every((filter) => values[filter] === undefined)) {
    throw refuse(`Give name or a filter: ${toWordList(FILTERS, 'or')}.`);
  }
  if (name !== undefined && ([...name].length > MAX_SEARCH_LENGTH || name.trim() === '')) {
    throw refuse(`Give name as a text of 1 to ${MAX_SEARCH_LENGTH} characters.`);
  }
  if (limit !== undefined && !(LIMIT.test(limit) && Number(limit) <= MAX_SEARCH_LIMIT)) {
    throw refuse(`Give limit as a number from 1 to ${MAX_SEARCH_LIMIT}.`);
  }
  const filter = toFilter(values);
  const list = toListId(values);
  const place = after === undefined ? null : readCursor(list, after);
  if (after !== undefined && place === null) {
    throw refuse('Give after as next of an answer to the same name and filters.');
  }
  return {
    name: name ?? null,
    filter,
    limit: Number(limit ?? DEFAULT_SEARCH_LIMIT),
    after: place,
    toNext: (last) => toCursor(list, last),
  };
}

/** Each parameter once. */
function toValues(query: unknown): Values {
  const values: { [Name in Parameter]?: string } = {};
  for (const [name, value] of Object.entries(query ?? {})) {
    const parameter = PARAMETERS.find((known) => known === name);
    if (parameter === undefined) {
      const shown = cutKeys(name).slice(0, MAX_SHOWN_NAME).toWellFormed();
      const known = toWordList(PARAMETERS, 'and');
      throw refuse(`Leave out "${shown}": the parameters are ${known}.`);
    }
    if (Array.isArray(value)) throw refuse(`Give ${parameter} once.`);
    if (typeof value !== 'string') throw refuse(`Give ${parameter} as a text.`);
    values[parameter] = value;
  }
  return values;
}

function toFilter({ status, region, legal_form: legalForm, caem }: Values): SearchFilter {
  const filter: SearchFilter = {};
  if (status !== undefined) filter.status = requireOne('status', status, LEGAL_STATUSES);
  if (region !== undefined) {
    filter.region = requireForm('region', region, REGION_PATTERN, 'four digits such as 0120');
  }
  if (legalForm !== undefined) filter.legalForm = requireOne('legal_form', legalForm, LEGAL_FORMS);
  if (caem !== undefined) {
    filter.caem = requireForm('caem', caem, CAEM_PATTERN, 'one code such as 62.01, or five digits');
  }
  return filter;
}

function requireOne<Value extends string>(
  name: Parameter,
  text: string,
  values: readonly Value[],
): Value {
  const value = values.find((one) => one === text);
  if (value === undefined) throw refuse(`Give ${name} as ${toWordList(values, 'or')}.`);
  return value;
}

function requireForm(name: Parameter, text: string, pattern: string, form: string): string {
  if (new RegExp(pattern).test(text)) return text;
  throw refuse(`Give ${name} as ${form}.`);
}

/** Tells lists apart, so that none accepts the cursor of another. */
function toListId(values: Values): string {
  const kept = ['name' as const, ...FILTERS].map((parameter) => values[parameter] ?? null);
  return hash('sha256', JSON.stringify(kept)).slice(0, 16);
}

function refuse(message: string): RefusedRequest {
  return new RefusedRequest({ status: 400, error: 'invalid_query', message });
}

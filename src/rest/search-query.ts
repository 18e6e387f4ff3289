import { hash } from 'node:crypto';
import { LEGAL_STATUSES } from '../domain/company/company.ts';
import {
  CAEM_PATTERN,
  DEFAULT_SEARCH_LIMIT,
  MAX_SEARCH_LIMIT,
  REGION_PATTERN,
} from '../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { findLegalForm, LEGAL_FORMS } from '../domain/register/legal-form.ts';
import { toWordList } from '../domain/word-list.ts';
import type { SearchFilter, SearchPlace } from '../store/port/search-reads.ts';
import { OPERATIONS } from './operations.ts';
import { type QueryValues, refuseQuery, toLimit, toQueryValues } from './query-values.ts';
import { readCursor, toCursor } from './search-cursor.ts';

const { parameters: PARAMETERS } = OPERATIONS.search;
const FILTERS = ['status', 'region', 'legal_form', 'caem'] as const;
type Parameter = (typeof PARAMETERS)[number];
type Values = QueryValues<Parameter>;

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
  const values = toQueryValues(query, PARAMETERS);
  const { name, limit, after } = values;
  if (name === undefined && FILTERS.every((filter) => values[filter] === undefined)) {
    throw refuseQuery(`Give name or a filter: ${toWordList(FILTERS, 'or')}.`);
  }
  if (name !== undefined && ([...name].length > MAX_SEARCH_LENGTH || name.trim() === '')) {
    throw refuseQuery(`Give name as a text of 1 to ${MAX_SEARCH_LENGTH} characters.`);
  }
  const most = toLimit(limit, { max: MAX_SEARCH_LIMIT, byDefault: DEFAULT_SEARCH_LIMIT });
  const filter = toFilter(values);
  const list = toListId({ ...values, legal_form: filter.legalForm });
  const place = after === undefined ? null : readCursor(list, after);
  if (after !== undefined && place === null) {
    throw refuseQuery('Give after as next of an answer to the same name and filters.');
  }
  return {
    name: name ?? null,
    filter,
    limit: most,
    after: place,
    toNext: (last) => toCursor(list, last),
  };
}

function toFilter({ status, region, legal_form: legalForm, caem }: Values): SearchFilter {
  const filter: SearchFilter = {};
  if (status !== undefined) filter.status = requireOne('status', status, LEGAL_STATUSES);
  if (region !== undefined) {
    filter.region = requireForm('region', region, REGION_PATTERN, 'four digits such as 0120');
  }
  if (legalForm !== undefined) {
    const form = findLegalForm(legalForm) ?? legalForm;
    filter.legalForm = requireOne('legal_form', form, LEGAL_FORMS);
  }
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
  if (value !== undefined) return value;
  const choice = toWordList(values, 'or');
  throw refuseQuery(`Give ${name} as ${choice.replace(/\.$/, '')}.`);
}

function requireForm(name: Parameter, text: string, pattern: string, form: string): string {
  if (new RegExp(pattern).test(text)) return text;
  throw refuseQuery(`Give ${name} as ${form}.`);
}

/** Tells lists apart, so that none accepts the cursor of another. */
function toListId(values: { readonly [Name in Parameter]?: string | undefined }): string {
  const kept = ['name' as const, ...FILTERS].map((parameter) => values[parameter] ?? null);
  return hash('sha256', JSON.stringify(kept)).slice(0, 16);
}

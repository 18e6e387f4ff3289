import type { FastifyContextConfig } from 'fastify';
import { toWordList } from '../domain/word-list.ts';
import type { ServicePart } from '../web/service-part.ts';

export const REST_PREFIX = '/api/v1';

/** The most companies of one request, which counts as a request for each. */
export const MAX_IDNOS = 50;
/** The most bytes of the body of an operation that names no other maximum. */
export const MAX_BODY_BYTES = 16_384;
/** Enough for the 2,000 IDNOs of a change of the watch list on a line each. */
export const MAX_WATCH_LIST_BODY_BYTES = 65_536;
/** The most IDNOs of a watch list in one answer. */
export const MAX_WATCH_LIST_LIMIT = 1_000;
export const DEFAULT_WATCH_LIST_LIMIT = 100;

/**
 * The number of requests that a request counts as, at most the lowest limit of a plan. With `upTo`
 * the handler calls `Admit`, with at most that number, when it knows what the body asks for. A body
 * that it refuses, by throwing, counts as one request.
 */
export type Cost = number | { readonly upTo: number };

export interface ApiOperation {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below REST_PREFIX, with parameters as OpenAPI writes them. */
  path: `/${string}`;
  /** Its parameters, in the order of messages and documents. */
  parameters: readonly string[];
  cost: Cost;
  maxBodyBytes?: number;
  /** The part of the service under which the status page reports its failures. */
  part: ServicePart;
}

/**
 * The operations of the API, each behind the guard. Its routes and their cost, 404, 405 and 413, the
 * OpenAPI document and the contract tests follow this table.
 */
export const OPERATIONS = {
  company: {
    method: 'GET',
    path: '/company/{idno}',
    parameters: ['idno', 'at'],
    cost: 1,
    part: 'lookups',
  },
  history: {
    method: 'GET',
    path: '/company/{idno}/history',
    parameters: ['idno', 'after', 'limit'],
    cost: 1,
    part: 'lookups',
  },
  companies: {
    method: 'POST',
    path: '/companies',
    parameters: [],
    cost: { upTo: MAX_IDNOS },
    part: 'lookups',
  },
  search: {
    method: 'GET',
    path: '/search',
    parameters: ['name', 'status', 'region', 'legal_form', 'caem', 'limit', 'after', 'total'],
    cost: 1,
    part: 'search',
  },
  changes: {
    method: 'GET',
    path: '/changes',
    parameters: ['after', 'from', 'limit', 'watched'],
    cost: 1,
    part: 'search',
  },
  usage: {
    method: 'GET',
    path: '/usage',
    parameters: [],
    cost: 1,
    part: 'lookups',
  },
  watchlist: {
    method: 'GET',
    path: '/watchlist',
    parameters: ['after', 'limit'],
    cost: 1,
    part: 'watchList',
  },
  'change-watchlist': {
    method: 'POST',
    path: '/watchlist',
    parameters: [],
    cost: 1,
    maxBodyBytes: MAX_WATCH_LIST_BODY_BYTES,
    part: 'watchList',
  },
  watch: {
    method: 'PUT',
    path: '/watchlist/{idno}',
    parameters: ['idno'],
    cost: 1,
    part: 'watchList',
  },
  unwatch: {
    method: 'DELETE',
    path: '/watchlist/{idno}',
    parameters: ['idno'],
    cost: 1,
    part: 'watchList',
  },
} as const satisfies Record<string, ApiOperation>;

export type OperationName = keyof typeof OPERATIONS;

const PARAMETER = /\{(\w+)\}/g;
const BY_PATH = [...Map.groupBy(Object.values(OPERATIONS), ({ path }) => REST_PREFIX + path)];
const METHODS = BY_PATH.map(([path, operations]) => ({
  pattern: new RegExp(`^${path.replace(PARAMETER, '[^/]*')}$`),
  // A route of GET answers HEAD too.
  methods: operations.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method)),
}));

/** Every value that the header `Allow` can have. */
export const ALLOWED_METHODS = [...new Set(METHODS.map(({ methods }) => methods.join(', ')))];

/** For messages: `/api/v1/company/{idno}, … and …`. */
export const PATH_LIST = toWordList(
  BY_PATH.map(([path]) => path),
  'and',
);

/** The route of an operation, as the framework takes it. */
export function toRoute(
  operation: OperationName,
  config: Pick<FastifyContextConfig, 'takesTestKey'> = {},
) {
  const {
    method,
    path,
    cost,
    part,
    maxBodyBytes = MAX_BODY_BYTES,
  }: ApiOperation = OPERATIONS[operation];
  return {
    method,
    url: path.replace(PARAMETER, ':$1'),
    bodyLimit: maxBodyBytes,
    config: { cost, part, ...config },
  };
}

/** The methods of the operations with this path; none where there is no such path. */
export function listMethods(path: string): readonly string[] {
  return METHODS.find(({ pattern }) => pattern.test(path))?.methods ?? [];
}

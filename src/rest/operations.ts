import { toWordList } from '../domain/word-list.ts';

export const REST_PREFIX = '/api/v1';

interface ApiOperation {
  method: 'GET';
  /** Below REST_PREFIX, with parameters as OpenAPI writes them. */
  path: `/${string}`;
  /** Its parameters, in the order of messages and documents. */
  parameters: readonly string[];
  /** It counts against the limit as this many requests. */
  cost: number;
  /** The identifiers of its errors, in addition to those that every operation has. */
  errors: readonly string[];
}

/**
 * The operations of the API, each behind the guard. Its routes and their cost, 404 and 405, the
 * OpenAPI document and the contract tests follow this table.
 */
export const OPERATIONS = {
  company: {
    method: 'GET',
    path: '/company/{idno}',
    parameters: ['idno'],
    cost: 1,
    errors: ['invalid_idno', 'not_found'],
  },
  search: {
    method: 'GET',
    path: '/search',
    parameters: ['name', 'status', 'region', 'legal_form', 'caem', 'limit', 'after'],
    cost: 1,
    errors: ['invalid_query'],
  },
  changes: {
    method: 'GET',
    path: '/changes',
    parameters: ['after', 'from', 'limit'],
    cost: 1,
    errors: ['invalid_query', 'cursor_expired'],
  },
} as const satisfies Record<string, ApiOperation>;

export type OperationName = keyof typeof OPERATIONS;

const PARAMETER = /\{(\w+)\}/g;
const PATHS = Object.values(OPERATIONS).map(({ path }) => REST_PREFIX + path);
const KNOWN_PATH = new RegExp(
  `^(?:${PATHS.map((path) => path.replace(PARAMETER, '[^/]*')).join('|')})$`,
);

/** For messages: `/api/v1/company/{idno}, … and …`. */
export const PATH_LIST = toWordList(PATHS, 'and');

/** The path of an operation as the router writes it. */
export function toRoute(operation: OperationName): string {
  return OPERATIONS[operation].path.replace(PARAMETER, ':$1');
}

/** Whether an operation has this path, whatever its method. */
export function isKnownPath(path: string): boolean {
  return KNOWN_PATH.test(path);
}

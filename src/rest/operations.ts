import { toWordList } from '../domain/word-list.ts';

export const REST_PREFIX = '/api/v1';

/** The paths of the API's operations below REST_PREFIX, with parameters as OpenAPI writes them. */
export const OPERATIONS = {
  company: '/company/{idno}',
  search: '/search',
  changes: '/changes',
} as const;

const PARAMETER = /\{(\w+)\}/g;
const PATHS = Object.values(OPERATIONS).map((path) => REST_PREFIX + path);
const KNOWN_PATH = new RegExp(
  `^(?:${PATHS.map((path) => path.replace(PARAMETER, '[^/]*')).join('|')})$`,
);

/** For messages: `/api/v1/company/{idno}, … and …`. */
export const PATH_LIST = toWordList(PATHS, 'and');

/** The path of an operation as the router writes it. */
export function toRoute(operation: keyof typeof OPERATIONS): string {
  return OPERATIONS[operation].replace(PARAMETER, ':$1');
}

/** Whether an operation has this path, whatever its method. */
export function isKnownPath(path: string): boolean {
  return KNOWN_PATH.test(path);
}

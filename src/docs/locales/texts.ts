/** The sections of the guide, in the order of reading; their anchors are the same in all languages. */
export const GUIDE_SECTIONS = [
  'first-request',
  'try',
  'keys',
  'errors',
  'limit',
  'retries',
  'etag',
  'search',
  'changes',
  'test-companies',
  'tools',
] as const;
export type GuideSection = (typeof GUIDE_SECTIONS)[number];

/** Every error of the API. */
export const ERROR_NAMES = [
  'missing_or_invalid_api_key',
  'no_active_api_plan',
  'https_required',
  'rate_limited',
  'invalid_idno',
  'invalid_query',
  'cursor_expired',
  'not_found',
  'method_not_allowed',
  'internal_error',
  'unavailable',
  'bad_request',
  'headers_too_large',
  'request_timeout',
  'expectation_failed',
] as const;
export type ErrorName = (typeof ERROR_NAMES)[number];

/** The headers that report the usage of the limit. */
export const LIMIT_HEADERS = [
  'X-RateLimit-Limit',
  'X-RateLimit-Tier',
  'X-RateLimit-Remaining',
  'RateLimit-Policy',
  'RateLimit',
] as const;
export type LimitHeader = (typeof LIMIT_HEADERS)[number];

/** A moment of the picture of the limit. */
export interface PictureMoment {
  clock: string;
  counted: number;
  free: number;
  untilFree: number;
}

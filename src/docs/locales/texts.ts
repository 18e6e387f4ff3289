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

/**
 * Every text of the guide, and of what stands around it, in one language. Texts may contain `code`,
 * **strong words** and [links](/docs).
 */
export interface Texts {
  /** Of the browser's tab and for search engines. */
  description: string;
  menu: string;
  pages: Readonly<Record<'guide' | 'reference' | 'data' | 'mcp' | 'versions', string>>;
  next: (page: string) => string;

  finder: FinderTexts;

  heading: string;
  lead: string;
  sections: Readonly<Record<GuideSection, string>>;
  first: {
    steps: readonly string[];
    answerLead: string;
    answer: string;
    after: readonly string[];
  };
  try: TryTexts;
  keys: { lead: string; headers: string; form: string; rules: readonly string[] };
  errors: {
    lead: string;
    body: string;
    status: string;
    whatToDo: string;
    retry: string;
    yes: string;
    no: string;
    order: string;
    byName: Readonly<Record<ErrorName, string>>;
  };
  limit: {
    plan: string;
    window: string;
    requests: (limit: number) => string;
    lead: string;
    picture: {
      title: string;
      moment: (moment: PictureMoment) => string;
      at: (clock: string) => string;
      verdict: (moment: PictureMoment) => string;
      caption: (after: PictureMoment) => string;
    };
    rules: readonly string[];
    headersLead: string;
    headers: Readonly<Record<LimitHeader, string>>;
  };
  retries: { rules: readonly string[]; slowDown: string; after: string };
  etag: { lead: string; request: string; after: string };
  search: {
    lead: string;
    request: string;
    answer: string;
    rules: readonly string[];
    after: string;
  };
  changes: {
    lead: string;
    request: string;
    answer: string;
    steps: readonly string[];
    rules: readonly string[];
    after: string;
  };
  testCompanies: {
    lead: string;
    use: string;
    /** By IDNO. */
    byIdno: Readonly<Record<string, string>>;
    unknown: string;
    after: string;
  };
  tools: { lead: string };
}

/** The search within the documentation. */
export interface FinderTexts {
  label: string;
  button: string;
  found: (query: string, results: number) => string;
}

/** The form that sends a request from the page. */
export interface TryTexts {
  lead: string;
  withoutScript: string;
  key: string;
  keyHint: string;
  company: string;
  send: string;
  forget: string;
  sending: string;
  noAnswer: string;
  answer: string;
}

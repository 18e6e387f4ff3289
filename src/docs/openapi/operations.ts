import { TEST_API_KEY, toKeyStart } from '../../domain/account/api-key.ts';
import { API_PLANS, LIMIT_WINDOW_SECONDS } from '../../domain/account/plan.ts';
import { MAX_WATCH_CHANGES } from '../../domain/account/watch-list.ts';
import { LEGAL_STATUSES } from '../../domain/company/company.ts';
import { IDNO_PATTERN, MIN_IDNO_DIGITS, STORED_IDNO_PATTERN } from '../../domain/company/idno.ts';
import {
  CHANGES_KEPT_MONTHS,
  DEFAULT_CHANGES_LIMIT,
  DEFAULT_HISTORY_LIMIT,
  MAX_CHANGES_CURSOR_LENGTH,
  MAX_CHANGES_LIMIT,
  MAX_HISTORY_LIMIT,
} from '../../domain/company/public-changes.ts';
import {
  CAEM_PATTERN,
  DEFAULT_SEARCH_LIMIT,
  MAX_CURSOR_LENGTH,
  MAX_SEARCH_LIMIT,
  REGION_PATTERN,
} from '../../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../../domain/company/search-text.ts';
import {
  EXAMPLE_IDNO,
  TEST_COMPANIES,
  UNKNOWN_TEST_IDNO,
} from '../../domain/company/test-companies.ts';
import { LEGAL_FORMS } from '../../domain/register/legal-form.ts';
import { toWordList } from '../../domain/word-list.ts';
import { ERROR_ANSWERS, NOT_JSON, toMethodNotAllowed } from '../../rest/errors.ts';
import {
  type ApiOperation,
  DEFAULT_WATCH_LIST_LIMIT,
  listMethods,
  MAX_BODY_BYTES,
  MAX_IDNOS,
  MAX_WATCH_LIST_LIMIT,
  OPERATIONS,
  type OperationName,
  REST_PREFIX,
} from '../../rest/operations.ts';
import { HTTP_ERRORS } from '../../web/errors.ts';
import examples from './examples.json' with { type: 'json' };
import { COUNTED, HEADERS, type HeaderName, toHeaders } from './headers.ts';
import {
  type Content,
  type Example,
  type Examples,
  type Response,
  type Responses,
  type SchemaName,
  SHARED_RESPONSES,
  toContent,
  toError,
} from './responses.ts';
import { SCHEMAS } from './schemas.ts';

const COMPANY_URL = 'http://127.0.0.1:3000/companie/';
const [ordinary] = TEST_COMPANIES;
const active: Readonly<Record<string, unknown>> = { ...ordinary?.company };
const sparse: Readonly<Record<string, unknown>> = examples.company;

/** Example answers: every field, in the order of the answer. */
const COMPANY_EXAMPLES = {
  active: toExample('An active company', (name) =>
    name === 'url' ? COMPANY_URL + active.idno : active[toDomainName(name)],
  ),
  sparse: toExample('A liquidated company of which little is known', (name) => sparse[name]),
};

function toExample(summary: string, read: (name: string) => unknown): Example {
  const names = Object.keys(SCHEMAS.Company.properties);
  return { summary, value: Object.fromEntries(names.map((name) => [name, read(name) ?? null])) };
}

function toDomainName(name: string): string {
  return name.replace(/_(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

const USAGE_EXAMPLES: Examples = {
  account: {
    summary: 'An account; the other days are left out',
    value: {
      plan: API_PLANS[0]?.plan,
      tier: API_PLANS[0]?.tier,
      plan_ends_at: '2027-01-31T22:00:00.000Z',
      limit: API_PLANS[0]?.limit,
      window_seconds: LIMIT_WINDOW_SECONDS,
      remaining: 41,
      key: { start: toKeyStart(TEST_API_KEY), created_at: '2026-09-01T08:00:00.000Z' },
      days: [
        {
          day: '2026-09-21',
          ok: 120,
          not_modified: 3,
          not_found: 1,
          client_errors: 0,
          limited: 0,
        },
      ],
      watch_list_size: 12,
      watch_list_max: API_PLANS[0]?.watchListSize,
      webhook: { state: 'working', failing_since: null, next_attempt_at: null },
    },
  },
};

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  description: string;
  schema: { type: string; enum?: readonly string[]; [keyword: string]: unknown };
  /** Its value in the example request. */
  example?: string;
  /** One that it may have, where the example request lacks it. */
  examples?: { value: { value: string } };
}

export interface Operation {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security?: readonly [];
  parameters: readonly Parameter[];
  requestBody?: { required: true; content: Content };
  responses: Responses;
}

const ANSWER_HEADERS: readonly HeaderName[] = ['ETag', 'X-Data-Date', ...COUNTED];
const COMPANY_HEADERS: readonly HeaderName[] = [
  'ETag',
  'X-Data-Date',
  'X-Removed-Since',
  ...COUNTED,
];
const WATCH_LIST_HEADERS: readonly HeaderName[] = ['ETag', ...COUNTED];

const WATCHED_IDNO = inPath(
  'idno',
  'The IDNO: 13 ASCII digits.',
  { pattern: STORED_IDNO_PATTERN },
  EXAMPLE_IDNO,
);
const NOT_WATCHABLE = toError(
  'The IDNO does not have 13 digits (`invalid_idno`), or the request is not valid HTTP (`bad_request`).',
  [ERROR_ANSWERS.invalid_watched_idno],
  COUNTED,
  ['bad_request'],
);
const WATCH_LIST_LIMITS = API_PLANS.map(
  ({ name, watchListSize }) => `${watchListSize} with ${name}`,
);
const WATCH_LIST_FULL = toError(
  `The watch list would have more IDNOs than the plan allows (${WATCH_LIST_LIMITS.join(', ')}), and nothing has changed. A list over the limit of a smaller plan can only be shortened.`,
  [ERROR_ANSWERS.watchlist_full],
);

/** The operations of the API, behind its guard. */
export const API_OPERATIONS: Readonly<Record<OperationName, Operation>> = {
  company: {
    operationId: 'getCompany',
    tags: ['Companies'],
    summary: 'Fetch one company',
    description:
      'Returns the company with this IDNO. HEAD returns the same headers without the body. Checks come in this order: 401, 403, 429, then all others; only requests that pass the first three count against the limit. `https_required` (403) comes before the key is looked at.',
    parameters: [
      inPath(
        'idno',
        `The company's IDNO: ASCII digits, at least ${MIN_IDNO_DIGITS} of them. The register's numbers have 13. Numbers that begin with 0 are those of test companies (\`/codes/test-companies.json\`).`,
        { pattern: IDNO_PATTERN },
        EXAMPLE_IDNO,
      ),
      ifNoneMatch('the company has not changed'),
      // The last one, since generated clients number them.
      inQuery(
        'at',
        'The company as it was served with the last dump of this day or before; `X-Data-Date` is then the date of that dump. 404 for a day before the company was listed.',
        { format: 'date' },
        HEADERS['X-Data-Date'].example,
      ),
    ],
    responses: {
      200: toFound(
        'The company. Every field is always present; fields that the register does not provide are `null`, or `[]` for a list.',
        'Company',
        COMPANY_EXAMPLES,
        COMPANY_HEADERS,
      ),
      304: toUnchanged('The company has not changed', COMPANY_HEADERS),
      400: toError(
        `The IDNO is not of digits only, or has fewer than ${MIN_IDNO_DIGITS} (\`invalid_idno\`); \`at\` is no day, or one before the first dump (\`invalid_query\`); or the request is not valid HTTP (\`bad_request\`). A request that cannot be parsed at all gets a response without the headers of the limit.`,
        [ERROR_ANSWERS.invalid_idno, HTTP_ERRORS.bad_request],
        COUNTED,
        ['invalid_query'],
      ),
      404: toError(
        'The register has no company with this IDNO, or there is nothing at this address.',
        [ERROR_ANSWERS.company_not_found],
      ),
      ...toCommonResponses('company'),
    },
  },
  history: {
    operationId: 'getCompanyHistory',
    tags: ['Companies'],
    summary: 'Fetch the history of a company',
    description:
      'Returns what imports have changed of the company, newest first, each change with the values before and after; the last one is its appearance. The history is kept whole, of at most the newest 1,000 changes. A change that clients do not see, as of a text that the service reads in the same way, is none. A list counts as one request.',
    parameters: [
      inPath(
        'idno',
        `The company's IDNO: ASCII digits, at least ${MIN_IDNO_DIGITS} of them.`,
        { pattern: IDNO_PATTERN },
        EXAMPLE_IDNO,
      ),
      inQuery('after', '`next` of the previous response: continues with older changes.', {
        minLength: 1,
        maxLength: MAX_CHANGES_CURSOR_LENGTH,
      }),
      limitInQuery('changes', MAX_HISTORY_LIMIT, DEFAULT_HISTORY_LIMIT),
      ifNoneMatch('the history has not changed'),
    ],
    responses: {
      200: toFound('The changes.', 'HistoryPage', examples.history),
      304: toUnchanged('The history has not changed'),
      400: toError(
        `The IDNO is not of digits only, or has fewer than ${MIN_IDNO_DIGITS} (\`invalid_idno\`); a parameter is unknown, repeated or of another form, or \`after\` is no cursor of a history (\`invalid_query\`); or the request is not valid HTTP (\`bad_request\`).`,
        [ERROR_ANSWERS.invalid_idno, HTTP_ERRORS.bad_request],
        COUNTED,
        ['invalid_query'],
      ),
      404: toError('The register has no company with this IDNO.', [
        ERROR_ANSWERS.company_not_found,
      ]),
      ...toCommonResponses('history'),
    },
  },
  companies: {
    operationId: 'getCompanies',
    tags: ['Companies'],
    summary: 'Fetch several companies',
    description: `Returns up to ${MAX_IDNOS} companies by their IDNOs, in the order of the request: each exactly as it is returned alone, \`null\` for one that the register does not have. It counts as one request for each IDNO, repeated and unknown ones too, or, if fewer requests are left, is refused as a whole with 429, which counts nothing; then \`t\` of \`RateLimit\` tells when there is room for all of it. A request whose body is refused counts as one. There is no 304.`,
    parameters: [],
    requestBody: {
      required: true,
      content: toContent('CompaniesRequest', {
        two: { summary: 'Two companies', value: { idnos: [EXAMPLE_IDNO, UNKNOWN_TEST_IDNO] } },
      }),
    },
    responses: {
      200: toFound(
        'The companies, `null` for an IDNO that the register does not have.',
        'CompanyList',
        {
          two: {
            summary: 'A company, and an IDNO that the register does not have',
            value: {
              companies: [COMPANY_EXAMPLES.active.value, null],
              removed_since: [null, null],
            },
          },
        },
      ),
      400: toError(
        `The body is not JSON, has anything but \`idnos\`, or has no or more than ${MAX_IDNOS} of them (\`invalid_query\`); an element is not a text of at least ${MIN_IDNO_DIGITS} digits (\`invalid_idno\`, with its position in the message, from 0); or the request is not valid HTTP (\`bad_request\`).`,
        [
          { error: 'invalid_query', message: `Give idnos as a list of 1 to ${MAX_IDNOS} texts.` },
          {
            error: 'invalid_idno',
            message: `Give idnos[1] as a text of digits only, at least ${MIN_IDNO_DIGITS} of them.`,
          },
        ],
        COUNTED,
        ['bad_request'],
      ),
      ...toCommonResponses('companies'),
    },
  },
  search: {
    operationId: 'searchCompanies',
    tags: ['Companies'],
    summary: 'Search companies',
    description:
      'Returns companies by name, by filters, or by both. Case, diacritics, quotes and the legal form are ignored (â and î count as i inside a word, and â as a too; a hyphen or an apostrophe may be left out), and the last word may be incomplete. Cyrillic letters find Latin names and the reverse. The name itself comes first, then names that begin with it, then names with all the words; among these, shorter names come first. Names that companies had before are searched too. Without a name, companies come by IDNO. Give a name or a filter at least. A search counts as one request.',
    parameters: [
      {
        ...inQuery(
          'name',
          'A name or its beginning, or words of it; or an IDNO, which finds its company.',
          {
            minLength: 1,
            maxLength: MAX_SEARCH_LENGTH,
            pattern: '\\S',
          },
        ),
        example: 'exemplu activ',
      },
      inQuery(
        'status',
        'Only companies with this legal status.',
        { enum: LEGAL_STATUSES },
        ordinary?.company.status,
      ),
      inQuery(
        'region',
        'Only companies with this CUATM code.',
        { pattern: REGION_PATTERN },
        ordinary?.company.region,
      ),
      inQuery(
        'legal_form',
        'Only companies with this legal form. Send it as the list of legal forms has it; one that differs from it only in case or diacritics is understood too.',
        { enum: LEGAL_FORMS },
        ordinary?.company.legalForm,
      ),
      inQuery(
        'caem',
        'Only companies with this code among their activities.',
        { pattern: CAEM_PATTERN },
        ordinary?.company.caemMain,
      ),
      limitInQuery('companies', MAX_SEARCH_LIMIT, DEFAULT_SEARCH_LIMIT),
      inQuery(
        'after',
        '`next` of the previous response, to the same name and filters: continues after it.',
        { minLength: 1, maxLength: MAX_CURSOR_LENGTH },
      ),
      ifNoneMatch('the result has not changed'),
      // The last one, since generated clients number them.
      inQuery(
        'total',
        'Whether the response has `total`, the number of companies in all pages, or `more_than`; it takes longer.',
        { enum: ['true', 'false'], default: 'false' },
      ),
    ],
    responses: {
      200: toFound('The companies found, none as `[]`.', 'SearchPage', examples.search),
      304: toUnchanged('The result has not changed'),
      400: toQueryError(
        'the cursor is of another list, or there is neither a name nor a filter',
        MAX_SEARCH_LIMIT,
      ),
      ...toCommonResponses('search'),
    },
  },
  changes: {
    operationId: 'listChanges',
    tags: ['Companies'],
    summary: 'List changes',
    description: `Returns which companies have changed, oldest first: what imports of the register's dumps, supplements and better reading of the same filings have changed. Follow it with \`next\`, and look up what it names: then you have the same data as the service. Without \`after\` and \`from\` it begins at the present. The changes of an import appear all at once when it has completed, those of one import by IDNO; the first dump of an installation makes none, and a cursor from before it is answered 410 afterwards. Changes are kept for ${CHANGES_KEPT_MONTHS} months. A list counts as one request.`,
    parameters: [
      inQuery('after', '`next` of the previous response: continues after it.', {
        minLength: 1,
        maxLength: MAX_CHANGES_CURSOR_LENGTH,
      }),
      inQuery(
        'from',
        'In place of `after`: begins with the first dump of this day or a later one.',
        { format: 'date' },
        HEADERS['X-Removed-Since'].example,
      ),
      limitInQuery('changes', MAX_CHANGES_LIMIT, DEFAULT_CHANGES_LIMIT),
      inQuery(
        'watched',
        'Only changes of the companies in the watch list, with the same cursors. A response may then have fewer changes than `limit`, or none, while `more` is `true`: go on with `next`.',
        { enum: ['true', 'false'], default: 'false' },
      ),
      ifNoneMatch('there is nothing new'),
    ],
    responses: {
      200: toFound('The changes, none as `[]`.', 'ChangePage', examples.changes),
      304: toUnchanged('Nothing is new'),
      400: toQueryError(
        '`after` is no cursor of this list, or there are both `after` and `from`',
        MAX_CHANGES_LIMIT,
      ),
      410: toError(
        'Some of the changes that `after` or `from` asks for are no longer kept, the cursor is from before the first dump of this installation, or this installation does not know the cursor (`cursor_expired`).',
        [ERROR_ANSWERS.cursor_expired],
      ),
      ...toCommonResponses('changes'),
    },
  },
  usage: {
    operationId: 'getUsage',
    tags: ['Account'],
    summary: 'Fetch plan and usage',
    description:
      'Returns the plan of the key and what of it is used: the limit and what is left of it, requests by day and outcome, the watch list and the state of the webhook. It counts as one request. The public test key gets an answer in the same form, with invented days.',
    parameters: [],
    responses: {
      200: toFound('Plan and usage.', 'Usage', USAGE_EXAMPLES, COUNTED),
      400: toError(
        'The request has a parameter (`invalid_query`), or is not valid HTTP (`bad_request`).',
        [{ error: 'invalid_query', message: 'Leave out "days": there are no parameters.' }],
        COUNTED,
        ['bad_request'],
      ),
      ...toCommonResponses('usage'),
    },
  },
  watchlist: {
    operationId: 'getWatchList',
    tags: ['Watch list'],
    summary: 'List watched companies',
    description:
      "Returns the IDNOs in the account's watch list in ascending order. The list belongs to the account and stays when its key is replaced or its plan ends. The public test key has no watch list.",
    parameters: [
      inQuery('after', '`next` of the previous response: continues after this IDNO.', {
        pattern: STORED_IDNO_PATTERN,
      }),
      limitInQuery('IDNOs', MAX_WATCH_LIST_LIMIT, DEFAULT_WATCH_LIST_LIMIT),
      ifNoneMatch('the list has not changed'),
    ],
    responses: {
      200: toFound('The IDNOs, none as `[]`.', 'WatchList', examples.watchlist, WATCH_LIST_HEADERS),
      304: toUnchanged('The list has not changed', WATCH_LIST_HEADERS),
      400: toQueryError('`after` is not an IDNO', MAX_WATCH_LIST_LIMIT),
      ...toCommonResponses('watchlist'),
    },
  },
  'change-watchlist': {
    operationId: 'changeWatchList',
    tags: ['Watch list'],
    summary: 'Watch several companies',
    description: `Adds up to ${MAX_WATCH_CHANGES} IDNOs to the account's watch list and removes as many: all of them or, if the list would be full, none. An IDNO that is in the list already, or not in it, stays as it is. It counts as one request.`,
    parameters: [],
    requestBody: {
      required: true,
      content: toContent('WatchListChange', {
        change: {
          summary: 'One company more and one less',
          value: { add: [EXAMPLE_IDNO], remove: [UNKNOWN_TEST_IDNO] },
        },
      }),
    },
    responses: {
      200: toFound(
        'What has changed.',
        'WatchListOutcome',
        { change: { summary: 'One added', value: { added: 1, removed: 0, size: 1 } } },
        WATCH_LIST_HEADERS,
      ),
      400: toError(
        `The body is not JSON, has anything but \`add\` and \`remove\`, has neither, has more than ${MAX_WATCH_CHANGES} IDNOs in one, or has an IDNO in both (\`invalid_query\`); an element is not a text of 13 digits (\`invalid_idno\`, with its position in the message, from 0); or the request is not valid HTTP (\`bad_request\`).`,
        [
          { error: 'invalid_query', message: 'Give add or remove, or both.' },
          { error: 'invalid_idno', message: 'Give add[1] as a text of 13 digits.' },
        ],
        COUNTED,
        ['bad_request'],
      ),
      409: WATCH_LIST_FULL,
      ...toCommonResponses('change-watchlist'),
    },
  },
  watch: {
    operationId: 'watchCompany',
    tags: ['Watch list'],
    summary: 'Watch a company',
    description:
      "Adds an IDNO to the account's watch list; if it is in the list already, nothing changes. The register need not have the company: it may be registered later.",
    parameters: [WATCHED_IDNO],
    responses: {
      204: { description: 'The list has the IDNO.', headers: toHeaders(COUNTED) },
      400: NOT_WATCHABLE,
      409: WATCH_LIST_FULL,
      ...toCommonResponses('watch'),
    },
  },
  unwatch: {
    operationId: 'unwatchCompany',
    tags: ['Watch list'],
    summary: 'Stop watching a company',
    description:
      "Removes an IDNO from the account's watch list; if it is not in the list, nothing changes.",
    parameters: [WATCHED_IDNO],
    responses: {
      204: { description: 'The list does not have the IDNO.', headers: toHeaders(COUNTED) },
      400: NOT_WATCHABLE,
      ...toCommonResponses('unwatch'),
    },
  },
};

/** The lists of codes, which need no key, by their paths. */
export const LIST_OPERATIONS: Readonly<
  Record<'/codes/{list_file}' | '/codes/test-companies.json', Operation>
> = {
  '/codes/{list_file}': {
    operationId: 'getCodeList',
    tags: ['Code lists'],
    summary: 'Fetch a list of codes',
    description:
      'Returns every value of a field in words. No key is needed, and nothing is counted. `version` and the `ETag` change if and only if the codes do; caches may keep a response for an hour. The activities include every code that a company has or had: a new one is in the list within a minute, and in a response from a cache within an hour more.',
    security: [],
    parameters: [
      inPath(
        'list_file',
        'The list: activities (`caem`), legal forms (`legal_form`), statuses (`status`), types of founders (`type`).',
        { enum: ['caem.json', 'legal-forms.json', 'statuses.json', 'founder-types.json'] },
        'statuses.json',
      ),
      ifNoneMatch('the list is the same'),
    ],
    responses: {
      ...toListResponses('CodeList', examples.codes),
      404: toError('There is no such list.', [HTTP_ERRORS.not_found], []),
      503: toError(
        'The list of activities cannot be read now.',
        [HTTP_ERRORS.unavailable],
        ['Retry-After-Fault'],
      ),
    },
  },
  '/codes/test-companies.json': {
    operationId: 'listTestCompanies',
    tags: ['Code lists'],
    summary: 'List the test companies',
    description:
      'Returns the invented companies that every installation serves, each with its full response. No key is needed, and nothing is counted; caches may keep a response for an hour.',
    security: [],
    parameters: [ifNoneMatch('the list is the same')],
    responses: toListResponses('TestCompanies'),
  },
};

function inPath(name: string, description: string, form: object, example: string): Parameter {
  const schema = { type: 'string', ...form };
  return { name, in: 'path', required: true, description, schema, example };
}

/** `value`: one that it may have, for programs that fill in a request; the example request lacks it. */
function inQuery(
  name: string,
  description: string,
  form: object,
  value?: string | null,
): Parameter {
  const examples = value == null ? {} : { examples: { value: { value } } };
  return { name, in: 'query', description, schema: { type: 'string', ...form }, ...examples };
}

function limitInQuery(items: string, maximum: number, byDefault: number): Parameter {
  return inQuery('limit', `The most ${items} of this response.`, {
    type: 'integer',
    minimum: 1,
    maximum,
    default: byDefault,
  });
}

function ifNoneMatch(unchanged: string): Parameter {
  return {
    name: 'If-None-Match',
    in: 'header',
    required: false,
    description: `The \`ETag\` of an earlier response: while ${unchanged}, the response is 304 without a body.`,
    schema: { type: 'string' },
  };
}

function toFound(
  description: string,
  schema: SchemaName,
  examples: Examples,
  headers = ANSWER_HEADERS,
): Response {
  return { description, headers: toHeaders(headers), content: toContent(schema, examples) };
}

function toUnchanged(what: string, headers = ANSWER_HEADERS): Response {
  return {
    description: `${what} since the response with the \`ETag\` that was sent as \`If-None-Match\`. No body. It counts against the limit.`,
    headers: toHeaders(headers),
  };
}

function toListResponses(schema: SchemaName, examples?: Examples): Responses {
  const headers = toHeaders([
    'ETag',
    'X-Request-Id',
    'Cache-Control-List',
    'Access-Control-Allow-Origin',
  ]);
  return {
    200: { description: 'The list.', headers, content: toContent(schema, examples) },
    304: { description: 'The list is the same.', headers },
    400: toError('The request is not valid HTTP.', [HTTP_ERRORS.bad_request], []),
    405: toError(
      'The request has a method other than GET or HEAD.',
      [HTTP_ERRORS.method_not_allowed],
      ['Allow', 'X-Request-Id'],
    ),
    408: SHARED_RESPONSES[408],
    417: toError(
      'The request has a header `Expect` with a value other than `100-continue`.',
      [HTTP_ERRORS.expectation_failed],
      ['X-Request-Id'],
    ),
    431: SHARED_RESPONSES[431],
  };
}

/** The responses that follow from the operation's method, and those of every operation. */
function toCommonResponses(name: OperationName): Responses {
  const { method, path, maxBodyBytes = MAX_BODY_BYTES }: ApiOperation = OPERATIONS[name];
  const methods = listMethods(REST_PREFIX + path);
  return {
    ...SHARED_RESPONSES,
    ...(methods.some((one) => one !== 'GET' && one !== 'HEAD') && {
      405: toError(
        `The request has a method other than ${toWordList(methods, 'and')}.`,
        [toMethodNotAllowed(methods)],
        ['Allow', ...COUNTED],
      ),
    }),
    ...(method !== 'GET' && {
      413: toError(`The body is larger than ${maxBodyBytes / 1_024} KiB.`, [
        HTTP_ERRORS.body_too_large,
      ]),
      415: toError('The body is not sent as `application/json`.', [NOT_JSON]),
    }),
  };
}

function toQueryError(others: string, maxLimit: number): Response {
  return toError(
    `A parameter is unknown, repeated, too long or of another form, ${others} (\`invalid_query\`); or the request is not valid HTTP (\`bad_request\`).`,
    [{ error: 'invalid_query', message: `Give limit as a number from 1 to ${maxLimit}.` }],
    COUNTED,
    ['bad_request'],
  );
}

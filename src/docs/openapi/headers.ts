import { API_PLANS, LIMIT_WINDOW_SECONDS, TIERS } from '../../domain/account/plan.ts';
import { ALLOWED_METHODS } from '../../rest/operations.ts';
import { RETRY_AFTER_FAULT_SECONDS } from '../../web/errors.ts';
import { LIMIT_HEADERS } from '../locales/en-api.ts';

export interface Header {
  required?: true;
  description: string;
  schema: { type: 'string' | 'integer'; [keyword: string]: unknown };
  example: string | number;
}

export interface Reference {
  $ref: string;
}

export const EXAMPLE_HASH = '27de1d73e62f0f1fd7ce2d6c3adb02e8a6bc0f30b1a5a3f8a72a1ae6c2f5e0ab';

const LIMITS = API_PLANS.map(({ limit }) => limit);
const WINDOW = LIMIT_WINDOW_SECONDS;
/** The plan of the examples. */
const { tier, limit } = API_PLANS[0] ?? { tier: '', limit: 0 };
const [allow = ''] = ALLOWED_METHODS;

/**
 * Every header of an answer. `Retry-After` has two meanings, and so two entries. Values that may
 * change within v1 are no `enum`, `const` or `pattern`, which generated clients enforce.
 */
export const HEADERS = {
  ETag: always(
    'A hash of the body. It changes if and only if the body does.',
    { type: 'string' },
    `"${EXAMPLE_HASH}"`,
  ),
  'X-Data-Date': {
    description:
      "The date of the register's dump whose state is served: the last full one. Servers that share a database may tell it a few seconds late. Absent before the first dump has been imported.",
    schema: { type: 'string', format: 'date' },
    example: '2026-09-14',
  },
  'X-Removed-Since': {
    description:
      'The date of the first full dump without the company, which the service returns as it was last. Absent while the register lists the company.',
    schema: { type: 'string', format: 'date' },
    example: '2026-09-21',
  },
  'Cache-Control': {
    description: 'Only the client may cache a response, and must revalidate it before each use.',
    schema: { type: 'string', 'x-extensible-enum': ['private, no-cache'] },
    example: 'private, no-cache',
  },
  'Cache-Control-List': {
    description: 'Anyone may cache a list of codes for an hour.',
    schema: { type: 'string', 'x-extensible-enum': ['public, max-age=3600'] },
    example: 'public, max-age=3600',
  },
  'Access-Control-Allow-Origin': {
    description: 'Pages of any site may read the lists of codes.',
    schema: { type: 'string', 'x-extensible-enum': ['*'] },
    example: '*',
  },
  'X-Request-Id': {
    description:
      'Identifies the request, also on the account page and in the log of the service, which generates it and never takes it from the request. Absent where the request could not be parsed (400, 408, 431) or the server had too many others (503).',
    schema: { type: 'string' },
    example: '5f0c7a1e-4d7b-4f43-9a3f-0d6c0f6f2b11',
  },
  'X-RateLimit-Limit': ofLimit(
    'X-RateLimit-Limit',
    { type: 'integer', minimum: 1, 'x-extensible-enum': LIMITS },
    limit,
  ),
  'X-RateLimit-Tier': ofLimit(
    'X-RateLimit-Tier',
    { type: 'string', 'x-extensible-enum': TIERS },
    tier,
  ),
  'X-RateLimit-Remaining': ofLimit(
    'X-RateLimit-Remaining',
    { type: 'integer', minimum: 0 },
    limit - 1,
  ),
  'RateLimit-Policy': ofLimit(
    'RateLimit-Policy',
    {
      type: 'string',
      'x-extensible-enum': API_PLANS.map((plan) => toPolicy(plan)),
    },
    toPolicy({ tier, limit }),
  ),
  RateLimit: ofLimit('RateLimit', { type: 'string' }, `"${tier}";r=${limit - 1};t=${WINDOW}`),
  'Retry-After-Window': always(
    'Always the same: the seconds after which the window is certainly empty. `t` of `RateLimit` tells the earliest moment at which a slot is free.',
    { type: 'integer', minimum: 1, 'x-extensible-enum': [WINDOW] },
    WINDOW,
  ),
  'Retry-After-Fault': always(
    'Seconds after which to try again.',
    { type: 'integer', minimum: 1 },
    RETRY_AFTER_FAULT_SECONDS,
  ),
  'WWW-Authenticate': always(
    'How to authenticate.',
    { type: 'string', 'x-extensible-enum': ['Bearer'] },
    'Bearer',
  ),
  Allow: always(
    'The methods that the URL supports.',
    { type: 'string', 'x-extensible-enum': ALLOWED_METHODS },
    allow,
  ),
} satisfies Record<string, Header>;

export type HeaderName = keyof typeof HEADERS;

/** The headers of answers to requests that the limit admitted or refused. */
export const COUNTED = [
  'X-Request-Id',
  'Cache-Control',
  ...(Object.keys(LIMIT_HEADERS) as LimitHeader[]),
] as const;
type LimitHeader = keyof typeof LIMIT_HEADERS;

/** The name of a header as it is sent, without the suffix that names one of several meanings. */
export function toHeaderName(name: string): string {
  return name.replace(/-(?:Window|Fault|List)$/, '');
}

/** References to these headers, for a response. */
export function toHeaders(names: readonly HeaderName[]): Readonly<Record<string, Reference>> {
  const references = names.map((name) => [
    toHeaderName(name),
    { $ref: `#/components/headers/${name}` },
  ]);
  return Object.fromEntries(references);
}

function toPolicy(plan: { tier: string; limit: number }): string {
  return `"${plan.tier}";q=${plan.limit};w=${WINDOW}`;
}

function always(description: string, schema: Header['schema'], example: string | number): Header {
  return { required: true, description, schema, example };
}

function ofLimit(name: LimitHeader, schema: Header['schema'], example: string | number): Header {
  return { description: LIMIT_HEADERS[name], schema, example };
}

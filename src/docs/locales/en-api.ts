import { API_PLAN_CHOICE, API_PLANS, LIMIT_WINDOW_SECONDS } from '../../domain/account/plan.ts';
import { toWordList } from '../../domain/word-list.ts';
import { FACTS } from '../facts.ts';

const TIERS = API_PLANS.map(({ tier, name }) => `\`${tier}\` (${name})`);

/** What to do about a 429, wherever it is described. */
export const WAIT_AT_LIMIT = `Wait \`t\` seconds of the header \`RateLimit\`: that is the earliest moment at which a slot is free. \`Retry-After\` is always ${LIMIT_WINDOW_SECONDS}, after which the window is certainly empty.`;

/** What to do about each error of the API, in the order in which the documents list them. */
export const WHAT_TO_DO = {
  missing_or_invalid_api_key:
    'Send the key in one of the two headers. If it was regenerated or revoked on the account page, use the new one.',
  no_active_api_plan: `Subscribe to a ${API_PLAN_CHOICE} plan, or renew it. The key stays the same and works again from the next request on.`,
  https_required:
    'Use the address with `https`, and regenerate the key: it was sent over `http`, where others can read it.',
  rate_limited: WAIT_AT_LIMIT,
  invalid_idno:
    'Check the number before you send it: digits only, 13 of them for a company of the register. Do not retry the same request.',
  invalid_query:
    'Correct the parameter or the body as the message says. Do not retry the same request.',
  cursor_expired:
    'Get `next` of a request without `after` and `from`, then look up all your companies again, then follow the list from that cursor. Do not retry the same request.',
  watchlist_full:
    'Remove companies from the watch list that you no longer need, or get a plan with a longer one. Do not retry the same request.',
  not_found:
    'This is a result, not a failure: there is no such company. Do not retry; a company that is registered later comes with a later dump.',
  method_not_allowed: 'Use a method that the header `Allow` names.',
  body_too_large: `Send less: a body has at most ${FACTS.maxBodyKib} KiB; one that changes the watch list, ${FACTS.maxWatchBodyKib} KiB.`,
  unsupported_media_type: 'Send the body as JSON, with `Content-Type: application/json`.',
  internal_error:
    'Send it again, a few times at most. If the error persists, report the request id in the message.',
  unavailable:
    'Send it again after as many seconds as `Retry-After` says, and double the wait each time it fails.',
  bad_request:
    'Let a library build the request: the method is unknown to HTTP, a header is malformed, or there is not exactly one `Host`.',
  headers_too_large:
    'Shorten the address and the headers; a request of this API needs a few hundred bytes.',
  request_timeout: 'Send it again on a new connection.',
  expectation_failed: 'Omit `Expect`: a request without a body does not need it.',
};

export type ErrorName = keyof typeof WHAT_TO_DO;

/** What the headers of the limit report. */
export const LIMIT_HEADERS = {
  'X-RateLimit-Limit': `Requests of the key's plan in any ${LIMIT_WINDOW_SECONDS} seconds. Present on every response after key and plan were accepted.`,
  'X-RateLimit-Tier': `The tier of the plan at this moment: ${toWordList(TIERS, 'or')}.`,
  'X-RateLimit-Remaining': 'Requests that would still be admitted at this instant.',
  'RateLimit-Policy':
    'The limit in the form of the IETF draft on RateLimit header fields: `q` requests in any `w` seconds.',
  RateLimit:
    'What is left in the form of the same draft: `r` requests now; in `t` seconds the oldest counted request leaves the window and its slot is free.',
};

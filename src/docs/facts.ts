import { maxHeaderSize } from 'node:http';
import {
  API_KEY_LENGTH,
  API_KEY_PATTERN,
  API_KEY_PREFIX,
  TEST_API_KEY,
} from '../domain/account/api-key.ts';
import { API_PLANS, LIMIT_WINDOW_SECONDS } from '../domain/account/plan.ts';
import { MAX_WATCH_CHANGES } from '../domain/account/watch-list.ts';
import { CHANGES_KEPT_MONTHS, MAX_CHANGES_LIMIT } from '../domain/company/public-changes.ts';
import { MAX_SEARCH_LIMIT } from '../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { TEST_COMPANIES } from '../domain/company/test-companies.ts';
import { MAX_BODY_BYTES, MAX_IDNOS, MAX_WATCH_LIST_BODY_BYTES } from '../rest/operations.ts';

/** The plan of the examples. */
const examplePlan = API_PLANS[0] ?? { name: '', limit: 0 };

/**
 * What the pages say about the program, taken from where the program defines it. Facts of the
 * register, such as the 13 digits of an IDNO, stand in the texts: they do not change with the program.
 */
export const FACTS = {
  plans: API_PLANS,
  planNames: API_PLANS.map(({ name }) => name),
  windowSeconds: LIMIT_WINDOW_SECONDS,
  examplePlan: examplePlan.name,
  exampleLimit: examplePlan.limit,
  keyPrefix: API_KEY_PREFIX,
  keyLength: API_KEY_LENGTH,
  keyPattern: API_KEY_PATTERN,
  testKey: TEST_API_KEY,
  changesKeptMonths: CHANGES_KEPT_MONTHS,
  maxIdnos: MAX_IDNOS,
  maxBodyKib: MAX_BODY_BYTES / 1_024,
  maxWatchBodyKib: MAX_WATCH_LIST_BODY_BYTES / 1_024,
  maxWatchChanges: MAX_WATCH_CHANGES,
  maxSearchLimit: MAX_SEARCH_LIMIT,
  maxSearchLength: MAX_SEARCH_LENGTH,
  maxChangesLimit: MAX_CHANGES_LIMIT,
  maxHeadersKib: maxHeaderSize / 1_024,
  /** Of the test company with the most. */
  manyActivities: Math.max(...TEST_COMPANIES.map(({ company }) => company.caem.length)),
} as const;

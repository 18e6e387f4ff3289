import { maxHeaderSize } from 'node:http';
import { API_KEY_LENGTH, API_KEY_PATTERN, API_KEY_PREFIX } from '../domain/account/api-key.ts';
import {
  API_PLAN_CHOICE,
  API_PLANS,
  HIGHEST_LIMIT,
  LIMIT_WINDOW_MS,
  TIERS,
} from '../domain/account/plan.ts';
import { FOUNDER_TYPES, LEGAL_STATUSES } from '../domain/company/company.ts';
import { IDNO_PATTERN, MIN_IDNO_DIGITS } from '../domain/company/idno.ts';
import { LEGAL_FORM_LABELS } from '../domain/company/legal-form-labels.ts';
import {
  CHANGE_CAUSES,
  CHANGE_KINDS,
  CHANGES_KEPT_MONTHS,
  DEFAULT_CHANGES_LIMIT,
  MAX_CHANGES_CURSOR_LENGTH,
  MAX_CHANGES_LIMIT,
} from '../domain/company/public-changes.ts';
import {
  CAEM_PATTERN,
  DEFAULT_SEARCH_LIMIT,
  MAX_CURSOR_LENGTH,
  MAX_SEARCH_LIMIT,
  REGION_PATTERN,
} from '../domain/company/search-parameters.ts';
import { MAX_SEARCH_LENGTH } from '../domain/company/search-text.ts';
import { TEST_COMPANIES } from '../domain/company/test-companies.ts';
import { LEGAL_FORMS } from '../domain/register/legal-form.ts';
import { MAX_LINE_LENGTH } from '../domain/register/text.ts';
import { FIRST_DAY } from '../domain/time/calendar-date.ts';
import { toWordList } from '../domain/word-list.ts';
import { RETRY_AFTER_FAULT_SECONDS } from '../web/errors.ts';

const limits = API_PLANS.map(({ limit }) => limit);
const windowSeconds = LIMIT_WINDOW_MS / 1_000;
/** The plan of the examples. */
const examplePlan = API_PLANS[0] ?? { name: '', tier: '', limit: 0 };

/**
 * What the pages and the OpenAPI document say about the program, taken from where the program
 * defines it. Facts of the register, such as the 13 digits of an IDNO, stand in the texts: they do
 * not change with the program.
 */
export const FACTS = {
  plans: API_PLANS,
  planNames: API_PLANS.map(({ name }) => name),
  planChoice: API_PLAN_CHOICE,
  tierChoice: toWordList(
    API_PLANS.map(({ tier, name }) => `\`${tier}\` (${name})`),
    'or',
  ),
  tiers: TIERS,
  tierPattern: TIERS.join('|'),
  limits,
  limitPattern: limits.join('|'),
  limitDigits: String(HIGHEST_LIMIT).length,
  highestRemaining: HIGHEST_LIMIT - 1,
  windowSeconds,
  windowDigits: String(windowSeconds).length,
  examplePlan: examplePlan.name,
  exampleTier: examplePlan.tier,
  exampleLimit: examplePlan.limit,
  exampleRemaining: examplePlan.limit - 1,
  retryAfterFault: RETRY_AFTER_FAULT_SECONDS,
  keyPrefix: API_KEY_PREFIX,
  keyLength: API_KEY_LENGTH,
  keyPattern: API_KEY_PATTERN,
  minIdnoDigits: MIN_IDNO_DIGITS,
  idnoPattern: IDNO_PATTERN,
  legalStatuses: LEGAL_STATUSES,
  legalFormLabels: LEGAL_FORM_LABELS,
  founderTypes: FOUNDER_TYPES,
  maxTextLength: MAX_LINE_LENGTH,
  legalForms: LEGAL_FORMS,
  maxSearchLength: MAX_SEARCH_LENGTH,
  maxSearchLimit: MAX_SEARCH_LIMIT,
  defaultSearchLimit: DEFAULT_SEARCH_LIMIT,
  maxCursorLength: MAX_CURSOR_LENGTH,
  changeKinds: CHANGE_KINDS,
  changeCauses: CHANGE_CAUSES,
  changesKeptMonths: CHANGES_KEPT_MONTHS,
  maxChangesLimit: MAX_CHANGES_LIMIT,
  defaultChangesLimit: DEFAULT_CHANGES_LIMIT,
  maxChangesCursorLength: MAX_CHANGES_CURSOR_LENGTH,
  regionPattern: REGION_PATTERN,
  caemPattern: CAEM_PATTERN,
  maxHeaderKib: maxHeaderSize / 1_024,
  firstYear: FIRST_DAY.slice(0, 4),
  /** Of the test company with the most. */
  manyActivities: Math.max(...TEST_COMPANIES.map(({ company }) => company.caem.length)),
} as const;

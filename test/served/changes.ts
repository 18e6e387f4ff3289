/** A constant that the program enforces, another value for it, and what no text may say then. */
export interface Change {
  file: string;
  constant: string;
  value: string;
  /** The value of today as texts say it. */
  today: RegExp;
}

const LIMITS = /\b(?:60|300|59|299)\b(?!,)/;
const PLANS = /\b(?:Free|Starter|Business|Agency)\b/;
const TEN_MINUTES = /\b10 (?:min|мин)/;

export const CHANGES: readonly Change[] = [
  ['domain/account/plan.ts', 'TIER_LIMITS', '{ medium: 77, high: 310 }', LIMITS],
  ['domain/account/plan.ts', 'LIMIT_WINDOW_MS', '62_000', LIMITS],
  [
    'domain/account/plan.ts',
    'PLAN_NAMES',
    "{ free: 'A', starter: 'B', business: 'C', agency: 'D' }",
    PLANS,
  ],
  ['domain/account/api-key.ts', 'API_KEY_PREFIX', "'key_'", /\breg_(?!date)/],
  ['domain/account/api-key.ts', 'RANDOM_LENGTH', '31', /\b40 characters|\{36\}/],
  ['domain/account/api-key.ts', 'KEY_START_LENGTH', '9', /\b8 characters/],
  ['domain/account/email.ts', 'MAX_EMAIL_LENGTH', '253', /maxlength="254"/],
  ['domain/company/idno.ts', 'MIN_IDNO_DIGITS', '11', /(?:least|than) 10\b(?!,)|\{10,\}/],
  ['domain/company/public-changes.ts', 'CHANGES_KEPT_MONTHS', '14', /kept for 13 months/],
  ['domain/register/text.ts', 'MAX_LINE_LENGTH', '8_200', /\b8,?192\b/],
  ['domain/time/calendar-date.ts', 'FIRST_DAY', "'1901-01-01'", /before 1900/],
  ['accounts/sign-in.ts', 'LINK_VALID_MS', '{ mail: 540_000, command: 300_000 }', TEN_MINUTES],
  ['accounts/sign-in-attempts.ts', 'ATTEMPT_WINDOW_MS', '480_000', TEN_MINUTES],
  ['accounts/keys.ts', 'MAX_NEW_KEYS', '11', /\b10 (?:new|chei|нов)/],
  ['accounts/sessions.ts', 'MAX_LISTED_SESSIONS', '22', /\blast used first, at most 20\b/],
  ['accounts/usage.ts', 'USAGE_DAYS', '31', /\b30 (?:days|de zile|дней)/],
  ['store/port/audit.ts', 'ADDRESS_RETENTION_DAYS', '91', /\b90 days/],
  ['store/port/imports.ts', 'MAX_STORED_REJECTS', '1_001', /1,000 rows/],
  ['store/port/staff-reads.ts', 'MAX_STAFF_PAGE', '102', /\b(?:1 to|At most) 100\b/],
  ['schema/staff/days.ts', 'MAX_DAYS', '367', /\b366\b/],
  ['schema/staff/mutations.ts', 'MAX_REASON_LENGTH', '201', /3 to 200/],
  ['schema/viewer.ts', 'MAX_AUDIT_ENTRIES', '21', /newest first, at most 20\b/],
  ['account-page/events/signature.ts', 'TOLERANCE_MS', '360_000', /within 5 minutes/],
  ['web/errors.ts', 'RETRY_AFTER_FAULT_SECONDS', '6', /"example": 5\b/],
].map(([file, constant, value, today]) => ({ file, constant, value, today })) as Change[];

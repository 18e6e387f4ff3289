import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './support/image.ts';

/** Where texts for clients, visitors, holders and staff stand. */
const SOURCES = globSync(
  [
    'src/**/{locales,templates}/*',
    'src/{account-page,company-page,docs,mail,mcp,schema,site,web}/**/*.{ts,json}',
    'src/rest/errors.ts',
    'src/accounts/mail/notification.ts',
  ],
  { cwd: ROOT },
);
/** Code that has no text: a definition of a constant, times of caches, coordinates of a drawing. */
const WITHOUT_TEXT =
  /^(?:export )?const [A-Z_]+ = [\d_]+;|max-age=\d+|ticks: \[[\d, ]+\]|^\s*(?:\*|\/\/|\/\*).*/gm;

const LIMITS = /\b(?:60|300|59|299)\b(?!,)/;
const TEN_MINUTES = /\b10 (?:min|мин)/;

/** Constants that texts say by deriving it, and what a text would have that repeats the value. */
const CONSTANTS: readonly [constant: string, repeated: RegExp, example: string][] = [
  ['TIER_LIMITS, LIMIT_WINDOW_MS', LIMITS, 'in any 60 seconds'],
  ['PLAN_NAMES', /\b(?:Free|Starter|Business|Agency)\b/, 'the Agency plan'],
  ['API_KEY_PREFIX', /\breg_(?!date)/, 'begins with reg_'],
  ['API_KEY_LENGTH', /\b40 characters|\{36\}/, 'has 40 characters'],
  ['KEY_START_LENGTH', /\b8 characters/, 'its first 8 characters'],
  ['MAX_EMAIL_LENGTH', /maxlength="254"/, '<input maxlength="254">'],
  ['MIN_IDNO_DIGITS', /(?:least|than) 10\b(?!,)|\{10,\}/, 'at least 10 of them'],
  ['CHANGES_KEPT_MONTHS', /kept for 13 months/, 'are kept for 13 months'],
  ['MAX_LINE_LENGTH', /\b8,?192\b/, 'of 8,192 characters'],
  ['FIRST_DAY', /before 1900/, 'a day before 1900'],
  ['LINK_VALID_MS, ATTEMPT_WINDOW_MS', TEN_MINUTES, 'for 10 minutes'],
  ['MAX_NEW_KEYS', /\b10 (?:new|chei|нов)/, '10 new keys'],
  ['MAX_LISTED_SESSIONS, MAX_AUDIT_ENTRIES', /first, at most 20\b/, 'newest first, at most 20'],
  ['USAGE_DAYS', /\b30 (?:days|de zile|дней)/, 'the last 30 days'],
  ['ADDRESS_RETENTION_DAYS', /\b90 days/, 'after 90 days'],
  ['MAX_STORED_REJECTS', /1,000 rows/, 'at most 1,000 rows'],
  ['MAX_STAFF_PAGE', /\b(?:1 to|At most) 100\b/, 'a number from 1 to 100'],
  ['MAX_DAYS', /\b366\b/, 'at most 366 days'],
  ['MAX_REASON_LENGTH', /3 to 200/, '3 to 200 characters'],
  ['MAX_WEBHOOK_URL_LENGTH', /\b500 (?:char|de car|симв)/, 'at most 500 characters'],
  ['MAX_REQUESTED_ATTEMPTS', /\b10 (?:attempts|de încerc|попыт)/, 'at most 10 attempts an hour'],
  ['WEBHOOK_TIMEOUT_MS', /within 10 seconds/, 'Respond within 10 seconds'],
  ['MAX_EVENT_CHANGES', /\b100 (?:changes|de modif|измен)/, 'at most 100 changes'],
  ['TOLERANCE_MS', /within 5 minutes/, 'within 5 minutes'],
];

it.each(CONSTANTS)('no text repeats %s, which it must derive', (_constant, repeated, example) => {
  expect(example).toMatch(repeated);
  expect(SOURCES.length).toBeGreaterThan(50);
  const found = SOURCES.filter((path) => {
    const source = readFileSync(join(ROOT, path), 'utf8').replace(WITHOUT_TEXT, '');
    return repeated.test(source);
  });
  expect(found).toEqual([]);
});

import { API_PLANS, TIERS } from '../../domain/account/plan.ts';
import { MAX_WATCH_CHANGES } from '../../domain/account/watch-list.ts';
import { MAX_EVENT_CHANGES, WEBHOOK_STATES } from '../../domain/account/webhook.ts';
import { FOUNDER_TYPES, LEGAL_STATUSES } from '../../domain/company/company.ts';
import { IDNO_PATTERN, STORED_IDNO_PATTERN } from '../../domain/company/idno.ts';
import {
  CHANGE_CAUSES,
  CHANGE_KINDS,
  MAX_CHANGES_CURSOR_LENGTH,
  MAX_CHANGES_LIMIT,
  MAX_HISTORY_LIMIT,
} from '../../domain/company/public-changes.ts';
import {
  CAEM_PATTERN,
  MAX_COUNTED_COMPANIES,
  MAX_CURSOR_LENGTH,
  MAX_SEARCH_LIMIT,
  REGION_PATTERN,
} from '../../domain/company/search-parameters.ts';
import { LEGAL_FORM_LABELS } from '../../domain/register/legal-form.ts';
import { STATUS_LABELS } from '../../domain/register/status.ts';
import { MAX_LINE_LENGTH } from '../../domain/register/text.ts';
import { FIRST_DAY } from '../../domain/time/calendar-date.ts';
import { MAX_IDNOS, MAX_WATCH_LIST_LIMIT } from '../../rest/operations.ts';
import { WHAT_TO_DO } from '../locales/en-api.ts';
import words from './words.json' with { type: 'json' };

const { legal_form: legalForm, status, reg_date: regDate } = words.Company.properties;
/** The texts of words.json, completed with values that the program defines. */
const WORDS = {
  ...words,
  Company: {
    ...words.Company,
    properties: {
      ...words.Company.properties,
      legal_form: { ...legalForm, 'x-values': LEGAL_FORM_LABELS },
      status: { ...status, 'x-values': STATUS_LABELS },
      reg_date: {
        ...regDate,
        'x-null': regDate['x-null'].replace('{firstYear}', FIRST_DAY.slice(0, 4)),
      },
    },
  },
};
type Words = typeof WORDS;

const TEXT = { type: 'string' };
const DATE = { type: 'string', format: 'date' };
const TIME = { type: 'string', format: 'date-time' };
const URI = { type: 'string', format: 'uri' };
const BOOLEAN = { type: 'boolean' };
const IDNO = { type: 'string', pattern: STORED_IDNO_PATTERN };
const COUNT = { type: 'integer', minimum: 0 };
const WATCH_CHANGES = { type: 'array', maxItems: MAX_WATCH_CHANGES, items: IDNO };
const TEST_IDNO = { type: 'string', pattern: '^0[0-9]{12}$' };
const NAME = { type: 'string', minLength: 1, maxLength: MAX_LINE_LENGTH };
const STATUS = { type: 'string', enum: LEGAL_STATUSES };
const CAEM_CODE = { type: 'string', pattern: CAEM_PATTERN };
const VERSION = { type: 'string', minLength: 1 };

/**
 * The schemas of the API's bodies, with properties in their order. `words.json` has the
 * descriptions, which the document and the data dictionary show.
 */
export const SCHEMAS = {
  Company: toObject('Company', {
    idno: IDNO,
    name: NAME,
    legal_form: nullable(TEXT),
    status: STATUS,
    reg_date: nullable(DATE),
    address: nullable(NAME),
    region: nullable({ type: 'string', pattern: REGION_PATTERN }),
    capital: nullable({ type: 'string', pattern: '^[0-9]{1,15}\\.[0-9]{2}$' }),
    vat_payer: nullable(BOOLEAN),
    caem_main: nullable(CAEM_CODE),
    url: URI,
    founders: listOf('Founder'),
    admins: { type: 'array', items: NAME },
    caem: listOf('CaemEntry'),
  }),
  Founder: toObject('Founder', {
    name: NAME,
    share: nullable({ type: 'string', pattern: '^[0-9]{1,3},[0-9]{2}%$' }),
    type: { type: 'string', enum: FOUNDER_TYPES },
  }),
  CaemEntry: toObject('CaemEntry', { code: CAEM_CODE, label: TEXT, main: BOOLEAN }),
  CompaniesRequest: {
    ...toObject('CompaniesRequest', {
      idnos: {
        type: 'array',
        minItems: 1,
        maxItems: MAX_IDNOS,
        items: { type: 'string', pattern: IDNO_PATTERN },
      },
    }),
    additionalProperties: false,
  },
  CompanyList: toObject('CompanyList', {
    companies: {
      type: 'array',
      maxItems: MAX_IDNOS,
      items: { anyOf: [refer('Company'), { type: 'null' }] },
    },
    removed_since: { type: 'array', maxItems: MAX_IDNOS, items: nullable(DATE) },
  }),
  SearchPage: toObject(
    'SearchPage',
    {
      companies: listOf('FoundCompany', MAX_SEARCH_LIMIT),
      next: nullable({ type: 'string', maxLength: MAX_CURSOR_LENGTH }),
      total: { type: 'integer', minimum: 0, maximum: MAX_COUNTED_COMPANIES },
      more_than: { type: 'integer', minimum: 0 },
    },
    ['companies', 'next'],
  ),
  FoundCompany: toObject('FoundCompany', {
    idno: IDNO,
    name: NAME,
    legal_form: nullable(TEXT),
    status: STATUS,
    region: nullable({ type: 'string', pattern: REGION_PATTERN }),
    url: URI,
    former_name: nullable(NAME),
    removed_since: nullable(DATE),
  }),
  ChangePage: toObject('ChangePage', {
    changes: listOf('Change', MAX_CHANGES_LIMIT),
    next: { type: 'string', minLength: 1, maxLength: MAX_CHANGES_CURSOR_LENGTH },
    more: BOOLEAN,
  }),
  Change: toObject('Change', {
    idno: IDNO,
    kind: { type: 'string', enum: CHANGE_KINDS },
    fields: { type: 'array', items: TEXT },
    cause: { type: 'string', enum: CHANGE_CAUSES },
    data_date: DATE,
  }),
  HistoryPage: toObject('HistoryPage', {
    changes: listOf('PastChange', MAX_HISTORY_LIMIT),
    next: nullable({ type: 'string', minLength: 1, maxLength: MAX_CHANGES_CURSOR_LENGTH }),
  }),
  PastChange: toObject('PastChange', {
    data_date: DATE,
    kind: { type: 'string', enum: CHANGE_KINDS },
    fields: { type: 'array', items: TEXT },
    // Any of the fields of a company: typed ones that may be missing differ by language.
    before: { type: 'object', additionalProperties: {} },
    after: { type: 'object', additionalProperties: {} },
  }),
  Usage: toObject('Usage', {
    plan: { type: 'string', 'x-extensible-enum': API_PLANS.map(({ plan }) => plan) },
    tier: { type: 'string', 'x-extensible-enum': TIERS },
    plan_ends_at: nullable(TIME),
    limit: COUNT,
    window_seconds: COUNT,
    remaining: COUNT,
    key: toObject('UsedKey', { start: TEXT, created_at: TIME }),
    days: listOf('UsedDay'),
    watch_list_size: COUNT,
    watch_list_max: COUNT,
    webhook: {
      ...toObject('UsedWebhook', {
        state: { type: 'string', 'x-extensible-enum': WEBHOOK_STATES },
        failing_since: nullable(TIME),
        next_attempt_at: nullable(TIME),
      }),
      type: ['object', 'null'],
    },
  }),
  UsedDay: toObject('UsedDay', {
    day: DATE,
    ok: COUNT,
    not_modified: COUNT,
    not_found: COUNT,
    client_errors: COUNT,
    limited: COUNT,
  }),
  WatchList: toObject('WatchList', {
    idnos: { type: 'array', maxItems: MAX_WATCH_LIST_LIMIT, items: IDNO },
    next: nullable(IDNO),
  }),
  WatchListChange: {
    ...toObject('WatchListChange', { add: WATCH_CHANGES, remove: WATCH_CHANGES }, []),
    additionalProperties: false,
    minProperties: 1,
  },
  WatchListOutcome: toObject('WatchListOutcome', { added: COUNT, removed: COUNT, size: COUNT }),
  ChangesEvent: toObject('ChangesEvent', {
    type: { type: 'string', const: 'companies.changed' },
    timestamp: TIME,
    data: refer('ChangesEventData'),
  }),
  ChangesEventData: toObject('ChangesEventData', {
    changes: listOf('Change', MAX_EVENT_CHANGES),
    next: { type: 'string', minLength: 1, maxLength: MAX_CHANGES_CURSOR_LENGTH },
  }),
  TestEvent: toObject('TestEvent', {
    type: { type: 'string', const: 'webhook.test' },
    timestamp: TIME,
    data: { type: 'object' },
  }),
  CodeList: toObject('CodeList', { version: VERSION, codes: listOf('Code') }),
  Code: toObject(
    'Code',
    {
      code: { type: 'string', minLength: 1 },
      edition: TEXT,
      ro: nullable(TEXT),
      ru: TEXT,
      en: nullable(TEXT),
      meaning: TEXT,
    },
    ['code', 'ro', 'en'],
  ),
  TestCompanies: toObject('TestCompanies', {
    version: VERSION,
    companies: listOf('TestCompany'),
    unknown: TEST_IDNO,
  }),
  TestCompany: toObject('TestCompany', { idno: TEST_IDNO, shows: TEXT, answer: refer('Company') }),
  ApiError: toObject('ApiError', {
    error: { type: 'string', 'x-extensible-enum': Object.keys(WHAT_TO_DO) },
    message: TEXT,
  }),
};

/**
 * An object with exactly the properties that have a description. By default all are required.
 * Clients accept others, because fields are added within v1.
 */
function toObject<
  Name extends keyof Words,
  Forms extends Readonly<Record<keyof Words[Name]['properties'], object>>,
>(
  name: Name,
  forms: Forms & Record<Exclude<keyof Forms, keyof Words[Name]['properties']>, never>,
  required = Object.keys(forms),
) {
  const { description, properties } = WORDS[name];
  const texts: Readonly<Record<string, object>> = properties;
  const entries = Object.entries<object>(forms).map(([key, form]) => [
    key,
    { ...form, ...texts[key] },
  ]);
  return {
    type: 'object',
    description,
    required,
    properties: Object.fromEntries(entries) as {
      [Key in keyof Forms]: Forms[Key] &
        Words[Name]['properties'][Key & keyof Words[Name]['properties']];
    },
    // Said outright: some generators take its absence for a closed object.
    additionalProperties: true,
  };
}

function nullable<Form extends { type: string }>(form: Form) {
  return { ...form, type: [form.type, 'null'] };
}

function listOf(name: keyof Words, maxItems?: number) {
  return { type: 'array', ...(maxItems !== undefined && { maxItems }), items: refer(name) };
}

function refer(name: keyof Words) {
  return { $ref: `#/components/schemas/${name}` };
}

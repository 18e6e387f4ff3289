import { ANSWER_NAMES } from '../../answers/documents.ts';
import type { Company as ServedCompany } from '../../domain/company/company.ts';
import { COMPANY_FLAGS, type CompanyFlag } from '../../domain/company/flags.ts';
import type { RegisterColumn } from '../../domain/register/columns.ts';
import type { Data } from './operations.ts';

type Company = Data<'Company'>['company'];

/** A served value, beside the text of the register that it is derived from. */
export interface CompanyField {
  /** Its name in the API; of the last two, which only staff see, that of the staff view. */
  name: string;
  /** Lines; empty where the value is null or an empty list. */
  values: string[];
  raw: { column: RegisterColumn; text: string | null }[];
  /** Why it has no value; null where it has one, or where the flags explain it. */
  reason: string | null;
  flags: ExplainedFlag[];
}

interface ExplainedFlag {
  flag: CompanyFlag;
  found: string;
  served: string;
}

type Value = string | boolean | null | readonly string[];

interface FieldRule {
  columns: readonly RegisterColumn[];
  toValue: (company: Company) => Value;
  /** Whether a supplement can give it. */
  isSupplemented?: boolean;
}

/** What only staff see, after the fields of the API's answer. */
const DETAILS = ['licensedActivities', 'liquidatedOn'] as const;

type FieldName = Exclude<keyof ServedCompany, 'idno'> | (typeof DETAILS)[number];
/** They come from the column with their name, unless they have a rule of their own. */
type ColumnField = {
  [Name in FieldName & RegisterColumn]: Company[Name] extends Value ? Name : never;
}[FieldName & RegisterColumn];
type Rules = Record<Exclude<FieldName, ColumnField>, FieldRule> &
  Partial<Record<ColumnField, FieldRule>>;

const RULES: Readonly<Rules> = {
  status: {
    columns: ['status', 'liquidationDate', 'directors'],
    toValue: ({ status }) => status,
  },
  region: { columns: ['cuatm'], toValue: ({ region }) => region },
  capital: { columns: [], toValue: ({ capital }) => capital, isSupplemented: true },
  vatPayer: { columns: [], toValue: ({ vatPayer }) => vatPayer, isSupplemented: true },
  caemMain: {
    columns: ['unlicensed'],
    toValue: ({ caemMain }) => caemMain,
    isSupplemented: true,
  },
  founders: {
    columns: ['founders'],
    toValue: ({ founders }) =>
      founders.map(({ name, share, type }) => `${name} · ${share ?? 'no share'} · ${type}`),
  },
  admins: { columns: ['directors'], toValue: ({ admins }) => admins },
  caem: {
    columns: ['unlicensed'],
    toValue: ({ caem }) =>
      caem.map(({ code, label, main }) => `${code} ${label}${main ? ' (main)' : ''}`),
  },
  licensedActivities: {
    columns: ['licensed'],
    toValue: ({ licensedActivities }) => licensedActivities,
  },
  liquidatedOn: { columns: ['liquidationDate'], toValue: ({ liquidatedOn }) => liquidatedOn },
};

/** Each with its name on the page. The IDNO and the address of its page stand above them. */
const FIELDS = [
  ...[...ANSWER_NAMES].filter(([field]) => field !== 'idno' && field !== 'url'),
  ...DETAILS.map((field) => [field, field] as const),
] as readonly (readonly [FieldName, string])[];

/** The fields in the order of the API's answer. */
export function toCompanyFields(company: Company): CompanyField[] {
  return FIELDS.map(([field, name]) => {
    // `Rules` has every field but these.
    const rule = RULES[field] ?? toColumnRule(field as ColumnField);
    const { columns, toValue, isSupplemented = false } = rule;
    const values = toLines(toValue(company));
    const flags = explain(company.flags.filter((flag) => listFields(flag).includes(field)));
    const raw = columns.map((column) => ({ column, text: company.raw[column] }));
    const isUnexplained = values.length === 0 && flags.length === 0;
    const reason = isUnexplained ? toReason(columns.length > 0, isSupplemented) : null;
    return { name, values, raw, reason, flags };
  });
}

function toColumnRule(field: ColumnField): FieldRule {
  return { columns: [field], toValue: (company) => company[field] };
}

/** Flags about the company as a whole. */
export function listOtherFlags({ flags }: Company): ExplainedFlag[] {
  return explain(flags.filter((flag) => listFields(flag).length === 0));
}

function listFields(flag: CompanyFlag): readonly FieldName[] {
  return COMPANY_FLAGS[flag].fields;
}

function toLines(value: Value): string[] {
  if (value === null) return [];
  return typeof value === 'object' ? [...value] : [String(value)];
}

function explain(flags: readonly CompanyFlag[]): ExplainedFlag[] {
  return flags.map((flag) => ({ flag, ...COMPANY_FLAGS[flag] }));
}

function toReason(isInRegister: boolean, isSupplemented: boolean): string {
  if (!isInRegister) return 'No supplement names it.';
  return isSupplemented
    ? 'The register gives none, and no supplement names it.'
    : 'The register gives none.';
}

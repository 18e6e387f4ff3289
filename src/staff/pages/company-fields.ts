import { FLAG_TEXTS, type FlagText } from '../../docs/flags.ts';
import type { CompanyFlag, RegisterColumn } from '../../domain/company/company.ts';
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

interface ExplainedFlag extends FlagText {
  flag: CompanyFlag;
}

type Value = string | boolean | null | readonly string[];

interface FieldRule {
  columns: readonly RegisterColumn[];
  toValue: (company: Company) => Value;
  /** Whether a supplement can give it. */
  isSupplemented?: boolean;
}

const RULES = {
  name: { columns: ['name'], toValue: ({ name }) => name },
  legal_form: { columns: ['legalForm'], toValue: ({ legalForm }) => legalForm },
  status: {
    columns: ['status', 'liquidationDate', 'directors'],
    toValue: ({ status }) => status,
  },
  reg_date: { columns: ['regDate'], toValue: ({ regDate }) => regDate },
  address: { columns: ['address'], toValue: ({ address }) => address },
  region: { columns: ['cuatm'], toValue: ({ region }) => region },
  capital: { columns: [], toValue: ({ capital }) => capital, isSupplemented: true },
  vat_payer: { columns: [], toValue: ({ vatPayer }) => vatPayer, isSupplemented: true },
  caem_main: {
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
} as const satisfies Readonly<Record<string, FieldRule>>;

type FieldName = keyof typeof RULES;

/** The fields that a flag is about; none: the whole company. */
const FIELDS_OF_FLAGS: Readonly<Record<CompanyFlag, readonly FieldName[]>> = {
  address_unknown: ['address'],
  region_unknown: ['region'],
  legal_form_unknown: ['legal_form'],
  registration_date_invalid: ['reg_date'],
  liquidation_date_invalid: ['liquidatedOn'],
  status_uncertain: ['status'],
  directors_junk: ['admins'],
  directors_unsplit: ['admins'],
  founders_junk: ['founders'],
  founders_joint: ['founders'],
  founders_unsplit: ['founders'],
  share_invalid: ['founders'],
  shares_over_100: ['founders'],
  founder_type_uncertain: ['founders'],
  activity_unclassified: ['caem', 'licensedActivities'],
  main_activity_unknown: ['caem_main'],
  personal_number_cut: [],
  text_cut: [],
};

/** The fields in the order of the API's answer. */
export function toCompanyFields(company: Company): CompanyField[] {
  const rules = Object.entries(RULES) as [FieldName, FieldRule][];
  return rules.map(([name, { columns, toValue, isSupplemented = false }]) => {
    const values = toLines(toValue(company));
    const flags = explain(company.flags.filter((flag) => FIELDS_OF_FLAGS[flag].includes(name)));
    const raw = columns.map((column) => ({ column, text: company.raw[column] }));
    const isUnexplained = values.length === 0 && flags.length === 0;
    const reason = isUnexplained ? toReason(columns.length > 0, isSupplemented) : null;
    return { name, values, raw, reason, flags };
  });
}

/** Flags about the company as a whole. */
export function listOtherFlags({ flags }: Company): ExplainedFlag[] {
  return explain(flags.filter((flag) => FIELDS_OF_FLAGS[flag].length === 0));
}

function toLines(value: Value): string[] {
  if (value === null) return [];
  return typeof value === 'object' ? [...value] : [String(value)];
}

function explain(flags: readonly CompanyFlag[]): ExplainedFlag[] {
  return flags.map((flag) => ({ flag, ...FLAG_TEXTS[flag] }));
}

function toReason(isInRegister: boolean, isSupplemented: boolean): string {
  if (!isInRegister) return 'No supplement names it.';
  return isSupplemented
    ? 'The register gives none, and no supplement names it.'
    : 'The register gives none.';
}

import { COMPANY_FLAGS, type CompanyFlag } from '../domain/company/flags.ts';
import { FILTER_FORMS, type FilterForm } from '../domain/company/search-parameters.ts';
import { isDay } from '../domain/time/time-zone.ts';
import { type CompanyFilter, MAX_FILTERED_CHANGES } from '../store/port/search-reads.ts';
import { quoteArgument, requireImport, toCodedError } from './arguments.ts';
import { builder, toValues } from './builder.ts';
import { StatusType } from './company.ts';
import type { SchemaTypes } from './types.ts';

const FOUND = Object.fromEntries(
  Object.entries(COMPANY_FLAGS).map(([flag, { found }]) => [flag, found]),
) as Record<CompanyFlag, string>;

export const Flag = builder.enumType('CompanyFlag', {
  description: 'What is known to be uncertain or missing in a company.',
  subGraphs: ['internal', 'staff'],
  values: toValues<CompanyFlag>(FOUND),
});

export const CompanyFilterInput = builder.inputType('CompanyFilter', {
  description: 'A company must match every value that is given.',
  subGraphs: ['internal', 'staff'],
  fields: (t) => ({
    legalForm: t.string({
      description: 'Usual abbreviation, `S.R.L.`; case and diacritics are ignored.',
    }),
    status: t.field({ type: StatusType, description: 'State in law.' }),
    region: t.string({ description: 'CUATM code, four digits.' }),
    district: t.string({ description: 'The first two digits of the CUATM code, `01`.' }),
    caem: t.string({ description: 'A code among its activities, `62.01`; of Rev.1 five digits.' }),
    registeredFrom: t.string({ description: 'First day of registration, `YYYY-MM-DD`.' }),
    registeredTo: t.string({ description: 'Last day of registration, `YYYY-MM-DD`.' }),
    vatPayer: t.boolean({ description: 'As a supplement says.' }),
    flag: t.field({ type: Flag, description: 'Must be set.' }),
    gone: t.boolean({ description: 'Whether the register no longer lists it.' }),
    importId: t.id({
      description: `The \`id\` of an import that created, changed, removed or restored it, as \`importChanges\` tells; at most ${MAX_FILTERED_CHANGES.toLocaleString('en')} companies.`,
    }),
  }),
});

type FilterValues = typeof CompanyFilterInput.$inferInput;

const DAY: FilterForm = {
  toValue: (text) => (isDay(text) ? text : null),
  form: 'a day such as 2020-12-31',
};
const FORMS: Partial<Record<string, FilterForm>> = {
  ...FILTER_FORMS,
  registeredFrom: DAY,
  registeredTo: DAY,
};

/** Null counts as left out. Rejects with GraphQLError INVALID_FILTER or NO_SUCH_IMPORT. */
export async function readCompanyFilter(
  values: FilterValues,
  { reads }: Pick<SchemaTypes['Context'], 'reads'>,
): Promise<CompanyFilter> {
  const filter = toCompanyFilter(values);
  if (filter.importId === undefined) return filter;
  const importId = await requireImport(filter.importId, reads);
  if ((await reads.countImportChanges({ importId }, MAX_FILTERED_CHANGES)) !== null) return filter;
  throw toCodedError(
    'INVALID_FILTER',
    `importId must be that of an import with at most ${MAX_FILTERED_CHANGES} changes; ` +
      'importChanges lists all of any import.',
  );
}

function toCompanyFilter(values: FilterValues): CompanyFilter {
  const given = Object.entries(values).filter(([, value]) => value != null);
  return Object.fromEntries(
    given.map(([name, value]) => {
      const { [name]: wanted } = FORMS;
      const read = wanted === undefined ? value : wanted.toValue(String(value));
      if (read !== null) return [name, read];
      const message = `${name} must be ${wanted?.form}, got ${quoteArgument(String(value))}.`;
      throw toCodedError('INVALID_FILTER', message);
    }),
  );
}

import { GraphQLError } from 'graphql';
import type { CompanyFlag } from '../../domain/company/company.ts';
import { isDay } from '../../domain/time/time-zone.ts';
import type { CompanyFilter } from '../../store/port/staff-reads.ts';
import { builder } from '../builder.ts';

const Status = builder.enumType('CompanyStatus', {
  description: 'State in law.',
  subGraphs: ['staff'],
  values: {
    activa: { description: 'None of the others.' },
    in_lichidare: { description: 'A director is its liquidator.' },
    insolvabila: { description: 'A director holds an office of the insolvency law.' },
    lichidata: { description: 'It has a day of liquidation.' },
  } as const,
});

const Flag = builder.enumType('CompanyFlag', {
  description: 'What is known to be uncertain or missing in a company.',
  subGraphs: ['staff'],
  values: {
    address_unknown: { description: 'The register has no address.' },
    region_unknown: {
      description: 'It has no CUATM code, or one outside the ranges of the classifier.',
    },
    legal_form_unknown: { description: 'Its form has no usual abbreviation.' },
    registration_date_invalid: { description: 'Its day of registration is none.' },
    liquidation_date_invalid: { description: 'Its day of liquidation is none.' },
    status_uncertain: { description: 'What the register says of its state is in doubt.' },
    directors_junk: { description: 'Something among the directors names nobody.' },
    directors_unsplit: { description: 'Directors could not be told apart with certainty.' },
    founders_junk: { description: 'Something among the founders names nobody.' },
    founders_joint: { description: 'Several hold one share together.' },
    founders_unsplit: { description: 'Founders could not be told apart with certainty.' },
    share_invalid: { description: 'A share is no percentage, or cannot be read with certainty.' },
    shares_over_100: { description: 'The shares make more than 100 %.' },
    founder_type_uncertain: { description: 'A name may be of a person or of an organisation.' },
    activity_unclassified: { description: 'The classification lacks an activity.' },
    main_activity_unknown: { description: 'That is the activity that is listed first.' },
    personal_number_cut: { description: "A person's number was cut from a name." },
    text_cut: { description: 'A text was longer than what is kept.' },
  } as const satisfies Record<CompanyFlag, { description: string }>,
});

export const CompanyFilterInput = builder.inputType('CompanyFilter', {
  description: 'A company must be all that is given.',
  subGraphs: ['staff'],
  fields: (t) => ({
    legalForm: t.string({ description: 'Usual abbreviation, `S.R.L.`.' }),
    status: t.field({ type: Status, description: 'State in law.' }),
    region: t.string({ description: 'CUATM code, four digits.' }),
    caem: t.string({ description: 'A code among its activities, `62.01`; of Rev.1 five digits.' }),
    registeredFrom: t.string({ description: 'First day of registration, `YYYY-MM-DD`.' }),
    registeredTo: t.string({ description: 'Last day of registration, `YYYY-MM-DD`.' }),
    vatPayer: t.boolean({ description: 'As a supplement says.' }),
    flag: t.field({ type: Flag, description: 'Must be set.' }),
    gone: t.boolean({ description: 'Whether the last full dump lacks it.' }),
  }),
});

type FilterValues = { [Name in keyof CompanyFilter]?: CompanyFilter[Name] | null | undefined };

/** What finds nothing, or the wrong ones, for its form alone is refused. */
const FORMS: Partial<Record<string, { isGood: (text: string) => boolean; form: string }>> = {
  region: { isGood: (text) => /^\d{4}$/.test(text), form: 'four digits such as 0120' },
  caem: {
    isGood: (text) => /^(?:\d{2}\.\d{2}|\d{5})$/.test(text),
    form: 'one code such as 62.01, or five digits',
  },
  registeredFrom: { isGood: isDay, form: 'a day such as 2020-12-31' },
  registeredTo: { isGood: isDay, form: 'a day such as 2020-12-31' },
};

/** A null of the query is as if it were left out. Throws GraphQLError INVALID_FILTER. */
export function toCompanyFilter(values: FilterValues): CompanyFilter {
  const given = Object.entries(values).filter(([, value]) => value != null);
  for (const [name, value] of given) {
    const { [name]: wanted } = FORMS;
    if (wanted === undefined || wanted.isGood(String(value))) continue;
    throw new GraphQLError(`${name} must be ${wanted.form}, got ${JSON.stringify(value)}.`, {
      extensions: { code: 'INVALID_FILTER' },
    });
  }
  return Object.fromEntries(given);
}

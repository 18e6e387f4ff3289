import { toAuditEntry } from '../../accounts/actor.ts';
import type { Company } from '../../domain/company.ts';
import { toNameSearch, toPersonSearch } from '../../domain/search-text.ts';
import type { CompanyFilter } from '../../store/staff-reads.ts';
import { builder } from '../builder.ts';
import { connectionOf } from './connection.ts';
import type { StaffContext } from './context.ts';
import { readPage, requireFirst, toListCost } from './page.ts';

const DEFAULT_FIRST = 20;
const AFTER = 'The `endCursor` of the page before; left out: from the beginning.';
const FIRST = 'How many at most, 1 to 100.';
const MAX_DETAIL_LENGTH = 200;

const CompanyConnection = connectionOf('Company', 'companies');

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
    region_unknown: { description: 'It has no CUATM code.' },
    legal_form_unknown: { description: 'Its form has no usual abbreviation.' },
    registration_date_invalid: { description: 'Its day of registration is none.' },
    liquidation_date_invalid: { description: 'Its day of liquidation is none.' },
    directors_junk: { description: 'Something among the directors names nobody.' },
    founders_junk: { description: 'Something among the founders names nobody.' },
    founders_joint: { description: 'Several hold one share together.' },
    founders_unsplit: { description: 'Founders could not be told apart with certainty.' },
    share_invalid: { description: 'A share is no percentage.' },
    activity_unclassified: { description: 'The classification lacks an activity.' },
    personal_number_cut: { description: "A person's number was cut from a name." },
    text_cut: { description: 'A text was longer than what is kept.' },
  } as const,
});

const FilterInput = builder.inputType('CompanyFilter', {
  description: 'A company must be all that is given.',
  subGraphs: ['staff'],
  fields: (t) => ({
    legalForm: t.string({ description: 'Usual abbreviation, `S.R.L.`.' }),
    status: t.field({ type: Status, description: 'State in law.' }),
    region: t.string({ description: 'CUATM code, four digits.' }),
    caem: t.string({ description: 'A code among its activities, `62.01`.' }),
    registeredFrom: t.string({ description: 'First day of registration, `YYYY-MM-DD`.' }),
    registeredTo: t.string({ description: 'Last day of registration, `YYYY-MM-DD`.' }),
    vatPayer: t.boolean({ description: 'As a supplement says.' }),
    flag: t.field({ type: Flag, description: 'Must be set.' }),
    gone: t.boolean({ description: 'Whether the last full dump lacks it.' }),
  }),
});

builder.queryFields((t) => ({
  companies: t.field({
    type: CompanyConnection,
    subGraphs: ['staff'],
    description: 'Companies by number.',
    args: {
      filter: t.arg({ type: FilterInput, description: 'Left out: all.' }),
      first: t.arg.int({ required: true, defaultValue: DEFAULT_FIRST, description: FIRST }),
      after: t.arg.string({ description: AFTER }),
    },
    complexity: toListCost,
    resolve: (_root, { filter, ...args }, context) =>
      readPage(
        args,
        async (after, first) =>
          loadCompanies(await context.reads.listCompanies(toFilter(filter), after, first), context),
        ({ idno }) => idno,
      ),
  }),
  searchCompanies: t.field({
    type: ['Company'],
    subGraphs: ['staff'],
    description:
      'Companies by name, the last word perhaps unfinished; letters fold, and words of legal forms ' +
      'and quotes are left aside. The name itself comes first, then what begins with it, then what ' +
      'has all words; shorter before longer.',
    args: {
      text: t.arg.string({ required: true, description: 'What was typed.' }),
      first: t.arg.int({ required: true, defaultValue: DEFAULT_FIRST, description: FIRST }),
    },
    complexity: toListCost,
    resolve: async (_root, { text, first }, context) =>
      loadCompanies(
        await context.reads.searchCompanies(toNameSearch(text), requireFirst(first)),
        context,
      ),
  }),
  people: t.field({
    type: CompanyConnection,
    subGraphs: ['staff'],
    description:
      'Companies that one person with all these words in the name founded or directs, by number; ' +
      'the last word may be unfinished. Each search is in the audit log.',
    args: {
      name: t.arg.string({ required: true, description: 'Words of the name, in any order.' }),
      first: t.arg.int({ required: true, defaultValue: DEFAULT_FIRST, description: FIRST }),
      after: t.arg.string({ description: AFTER }),
    },
    complexity: toListCost,
    resolve: async (_root, { name, ...args }, context) => {
      requireFirst(args.first);
      const words = toPersonSearch(name);
      await noteSearch(words, context);
      return readPage(
        args,
        async (after, first) =>
          loadCompanies(await context.reads.listByPerson(words, after, first), context),
        ({ idno }) => idno,
      );
    },
  }),
}));

/** Before the answer: what was looked for is known also where the answer is cut off. */
async function noteSearch(words: readonly string[], context: StaffContext): Promise<void> {
  const detail = words.join(' ').slice(0, MAX_DETAIL_LENGTH);
  const deed = { action: 'people_searched', detail } as const;
  const { audit, actor, staff, nowMs } = context;
  await audit.append(toAuditEntry(actor, staff, deed, nowMs()));
}

async function loadCompanies(idnos: readonly string[], context: StaffContext): Promise<Company[]> {
  const { companyByIdno } = context.staffLoaders;
  const found = await Promise.all(idnos.map((idno) => companyByIdno.load(idno)));
  return found.filter((company) => company !== null);
}

type FilterValues = { [Name in keyof CompanyFilter]?: CompanyFilter[Name] | null | undefined };

/** A null of the query is as if it were left out. */
function toFilter(filter: FilterValues | null | undefined): CompanyFilter {
  const given = Object.entries(filter ?? {}).filter(([, value]) => value !== null);
  return Object.fromEntries(given);
}

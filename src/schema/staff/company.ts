import type { Company } from '../../domain/company/company.ts';
import { foldCompanyName } from '../../domain/register/company-name.ts';
import {
  type FounderIdentifier,
  mayHaveForm,
  toFounderIdentifiers,
} from '../../domain/register/founders/identifiers.ts';
import type { StoredCompany } from '../../store/port/companies.ts';
import { MAX_STAFF_PAGE } from '../../store/port/query-reads.ts';
import { builder } from '../builder.ts';
import { Flag } from '../company-filter.ts';
import { requireFirst, toListCost } from '../page.ts';
import type { FounderLink, StaffContext } from './context.ts';
import { listHistory } from './history.ts';

/** The default length of a company's lists; null counts as left out. */
const DEFAULT_FIRST = 10;

/** A field that only staff see, from the stored record of a company. */
function fromRecord<Value>(
  pick: (record: StoredCompany, context: StaffContext) => Value | Promise<Value>,
) {
  const resolve = async (company: Company, _args: unknown, context: StaffContext) =>
    pick(await loadRecord(company, context), context);
  return { subGraphs: ['staff' as const], resolve };
}

async function loadRecord(
  { idno }: Company,
  { staffLoaders }: StaffContext,
): Promise<StoredCompany> {
  const record = await staffLoaders.recordByIdno.load(idno);
  // A company that another field showed has a record, unless it was deleted since then.
  if (record === null) throw new Error(`the company ${idno} has been deleted since it was read`);
  return record;
}

builder.objectFields('Company', (t) => ({
  raw: t.field({
    type: 'RegisterRow',
    description: 'The row of the dump as the register wrote it.',
    ...fromRecord((record) => record.raw),
  }),
  flags: t.field({
    type: [Flag],
    description: 'What is known to be uncertain or missing.',
    ...fromRecord((record) => record.flags),
  }),
  directors: t.field({
    type: ['Director'],
    description: 'Those who direct it, with their roles.',
    ...fromRecord((record) => record.directors),
  }),
  licensedActivities: t.stringList({
    description: 'Activities that need a licence; the register gives them no CAEM code.',
    ...fromRecord((record) => record.licensedActivities),
  }),
  liquidatedOn: t.string({
    nullable: true,
    description: 'Day of liquidation, `YYYY-MM-DD`; null unless liquidated.',
    ...fromRecord((record) => record.liquidatedOn),
  }),
  goneSince: t.string({
    nullable: true,
    description: 'Date of the first full dump that lacked it; null while the register lists it.',
    ...fromRecord((record) => record.goneSince),
  }),
  sample: t.boolean({
    description: 'Whether it is one of the bundled sample companies.',
    ...fromRecord((record) => record.sample),
  }),
  revision: t.int({
    description: '1 when new, one more with each change.',
    ...fromRecord((record) => record.revision),
  }),
  dumpDate: t.string({
    description: 'Date of the dump that last changed it, `YYYY-MM-DD`.',
    ...fromRecord((record) => record.source.dumpDate),
  }),
  history: t.field({
    type: ['CompanyChange'],
    subGraphs: ['staff'],
    description: 'Its changes, delistings among them, the newest first.',
    args: {
      first: t.arg.int({ defaultValue: DEFAULT_FIRST, description: `At most ${MAX_STAFF_PAGE}.` }),
    },
    complexity: ({ first }) => toListCost({ first: first ?? DEFAULT_FIRST }),
    resolve: async (company, { first }, context) => {
      const limit = requireFirst(first ?? DEFAULT_FIRST);
      const record = await loadRecord(company, context);
      return (await listHistory(record, context.staffLoaders)).slice(0, limit);
    },
  }),
  founderLinks: t.field({
    type: ['FounderLink'],
    description: 'Its founders in order, each with the company that it was identified as.',
    ...fromRecord(resolveFounders),
  }),
  foundedCompanies: t.field({
    type: ['Company'],
    subGraphs: ['staff'],
    description: 'Companies that have it as a founder, by IDNO.',
    args: {
      first: t.arg.int({ defaultValue: DEFAULT_FIRST, description: `At most ${MAX_STAFF_PAGE}.` }),
    },
    complexity: ({ first }) => toListCost({ first: first ?? DEFAULT_FIRST }),
    resolve: async (company, { first }, context) => {
      const limit = requireFirst(first ?? DEFAULT_FIRST);
      const idnos = (await listFounded(company, context)).slice(0, limit);
      const found = await Promise.all(
        idnos.map((one) => context.staffLoaders.companyByIdno.load(one)),
      );
      return found.filter((company) => company !== null);
    },
  }),
}));

/** A name identifies a company if no other has it and no legal form contradicts it. */
function resolveFounders(record: StoredCompany, context: StaffContext): Promise<FounderLink[]> {
  const { founders } = record.company;
  const { namesakes, companyByIdno } = context.staffLoaders;
  const links = toFounderIdentifiers(record).map(
    async (identifier, index): Promise<FounderLink[]> => {
      const founder = founders[index];
      if (founder === undefined) return [];
      if (identifier === null) return [{ founder, idno: null, resolvedBy: null }];
      if ('idno' in identifier) return [{ founder, idno: identifier.idno, resolvedBy: 'IDNO' }];
      const [idno, other] = await namesakes.load(identifier.name);
      const isOne = idno !== undefined && other === undefined;
      const company = isOne ? await companyByIdno.load(idno) : null;
      return company !== null && mayHaveForm(company, identifier.form)
        ? [{ founder, idno: company.idno, resolvedBy: 'NAME' }]
        : [{ founder, idno: null, resolvedBy: null }];
    },
  );
  return Promise.all(links).then((found) => found.flat());
}

async function listFounded(company: Company, { staffLoaders }: StaffContext): Promise<string[]> {
  const { idno } = company;
  const folded = foldCompanyName(company.name);
  const [byIdno, namesakes] = await Promise.all([
    staffLoaders.founded.load(idno),
    folded === '' ? [] : staffLoaders.namesakes.load(folded),
  ]);
  const byName = namesakes.length === 1 ? await staffLoaders.founded.load(folded) : [];
  const records = await Promise.all(byName.map((one) => staffLoaders.recordByIdno.load(one)));
  const isFounder = (one: FounderIdentifier | null) =>
    one !== null && 'name' in one && one.name === folded && mayHaveForm(company, one.form);
  const named = records.filter(
    (record) => record !== null && toFounderIdentifiers(record).some(isFounder),
  );
  return [...new Set([...byIdno, ...named.flatMap((record) => record?.company.idno ?? [])])].sort();
}

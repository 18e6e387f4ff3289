import type { Company } from '../../domain/company/company.ts';
import { foldCompanyName } from '../../domain/register/company-name.ts';
import {
  type FounderIdentifier,
  mayHaveForm,
  toFounderIdentifiers,
} from '../../domain/register/founders/identifiers.ts';
import type { StoredCompany } from '../../store/port/companies.ts';
import { builder } from '../builder.ts';
import type { FounderLink, StaffContext } from './context.ts';
import { MAX_FIRST, requireFirst, toListCost } from './page.ts';

/** A company that is shown has a record; one that was removed meanwhile is a fault of the moment. */
async function findRecord(idno: string, { staffLoaders }: StaffContext): Promise<StoredCompany> {
  const record = await staffLoaders.recordByIdno.load(idno);
  if (record === null) throw new Error(`the company ${idno} was removed meanwhile`);
  return record;
}

builder.objectFields('Company', (t) => ({
  raw: t.field({
    type: 'RegisterRow',
    subGraphs: ['staff'],
    description: 'The row of the dump as the register wrote it.',
    resolve: async ({ idno }, _args, context) => (await findRecord(idno, context)).raw,
  }),
  flags: t.stringList({
    subGraphs: ['staff'],
    description: 'What is known to be uncertain or missing, such as `address_unknown`.',
    resolve: async ({ idno }, _args, context) => (await findRecord(idno, context)).flags,
  }),
  directors: t.field({
    type: ['Director'],
    subGraphs: ['staff'],
    description: 'Those who direct it, with their roles.',
    resolve: async ({ idno }, _args, context) => (await findRecord(idno, context)).directors,
  }),
  licensedActivities: t.stringList({
    subGraphs: ['staff'],
    description: 'Activities that need a licence; the register gives them no CAEM code.',
    resolve: async ({ idno }, _args, context) =>
      (await findRecord(idno, context)).licensedActivities,
  }),
  liquidatedOn: t.string({
    nullable: true,
    subGraphs: ['staff'],
    description: 'Day of liquidation, `YYYY-MM-DD`; null unless liquidated.',
    resolve: async ({ idno }, _args, context) => (await findRecord(idno, context)).liquidatedOn,
  }),
  goneSince: t.string({
    nullable: true,
    subGraphs: ['staff'],
    description: 'Date of the first full dump that lacked it; null while the register lists it.',
    resolve: async ({ idno }, _args, context) => (await findRecord(idno, context)).goneSince,
  }),
  sample: t.boolean({
    subGraphs: ['staff'],
    description: 'Whether it is one of the bundled invented companies.',
    resolve: async ({ idno }, _args, context) => (await findRecord(idno, context)).sample,
  }),
  revision: t.int({
    subGraphs: ['staff'],
    description: 'How often it was written: 1 when new, one more with each change.',
    resolve: async ({ idno }, _args, context) => (await findRecord(idno, context)).revision,
  }),
  dumpDate: t.string({
    subGraphs: ['staff'],
    description: 'Date of the dump that brought it as it is, `YYYY-MM-DD`.',
    resolve: async ({ idno }, _args, context) => (await findRecord(idno, context)).source.dumpDate,
  }),
  history: t.field({
    type: ['CompanyChange'],
    subGraphs: ['staff'],
    description: 'What it was before each change, the newest first.',
    args: { first: t.arg.int({ defaultValue: 10, description: `At most ${MAX_FIRST}.` }) },
    complexity: (args) => toListCost(toFirst(args)),
    resolve: async ({ idno }, args, { staffLoaders }) => {
      const limit = requireFirst(toFirst(args).first);
      return (await staffLoaders.changes.load(idno)).slice(0, limit);
    },
  }),
  founderLinks: t.field({
    type: ['FounderLink'],
    subGraphs: ['staff'],
    description: 'Its founders in order, each with the company that it is found to be.',
    resolve: async ({ idno }, _args, context) =>
      resolveFounders(await findRecord(idno, context), context),
  }),
  foundedCompanies: t.field({
    type: ['Company'],
    subGraphs: ['staff'],
    description: 'Companies that have it as a founder, by number.',
    args: { first: t.arg.int({ defaultValue: 10, description: `At most ${MAX_FIRST}.` }) },
    complexity: (args) => toListCost(toFirst(args)),
    resolve: async (company, args, context) => {
      const limit = requireFirst(toFirst(args).first);
      const idnos = (await listFounded(company, context)).slice(0, limit);
      const found = await Promise.all(
        idnos.map((one) => context.staffLoaders.companyByIdno.load(one)),
      );
      return found.filter((company) => company !== null);
    },
  }),
}));

function toFirst({ first }: { first?: number | null | undefined }): { first: number } {
  return { first: first ?? 10 };
}

/** A name counts where exactly one company has it, and no form speaks against that. */
function resolveFounders(record: StoredCompany, context: StaffContext): Promise<FounderLink[]> {
  const { founders } = record.company;
  const { namesakes, companyByIdno } = context.staffLoaders;
  const links = toFounderIdentifiers(record).map(async (mark, place): Promise<FounderLink[]> => {
    const founder = founders[place];
    if (founder === undefined) return [];
    if (mark === null) return [{ founder, idno: null, resolvedBy: null }];
    if ('idno' in mark) return [{ founder, idno: mark.idno, resolvedBy: 'IDNO' }];
    const [idno, other] = await namesakes.load(mark.name);
    const isOne = idno !== undefined && other === undefined;
    const company = isOne ? await companyByIdno.load(idno) : null;
    return company !== null && mayHaveForm(company, mark.form)
      ? [{ founder, idno: company.idno, resolvedBy: 'NAME' }]
      : [{ founder, idno: null, resolvedBy: null }];
  });
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
  const isFounder = (mark: FounderIdentifier | null) =>
    mark !== null && 'name' in mark && mark.name === folded && mayHaveForm(company, mark.form);
  const named = records.filter(
    (record) => record !== null && toFounderIdentifiers(record).some(isFounder),
  );
  return [...new Set([...byIdno, ...named.flatMap((record) => record?.company.idno ?? [])])].sort();
}

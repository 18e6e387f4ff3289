import { toAuditEntry } from '../../accounts/actor.ts';
import { cutSecrets } from '../../domain/account/secret-texts.ts';
import { matchesPerson, toPersonSearch } from '../../domain/company/search-text.ts';
import type { StoredCompany } from '../../store/port/companies.ts';
import { builder, shownIn, toValues } from '../builder.ts';
import { defineList, IDNOS } from '../page.ts';
import type { PersonMatch, StaffContext } from './context.ts';

const MAX_DETAIL_LENGTH = 200;

interface FoundByPerson {
  record: StoredCompany;
  /** The words that were searched for. */
  words: readonly string[];
}

const Capacity = builder.enumType('PersonCapacity', {
  description: 'What a person is to a company.',
  subGraphs: ['staff'],
  values: toValues({
    FOUNDER: 'One of its founders.',
    DIRECTOR: 'One of those who direct it.',
  }),
});

builder.objectType('PersonMatch', {
  description: 'A person who has all the words in the name.',
  ...shownIn('staff'),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Name as filed.' }),
    capacity: t.expose('capacity', {
      type: Capacity,
      description: 'What they are to the company.',
    }),
    role: t.exposeString('role', {
      nullable: true,
      description: "Of a director, the register's own word; null where it gives none.",
    }),
    share: t.exposeString('share', {
      nullable: true,
      description: 'Of a founder, the share of the capital; null where the register gives none.',
    }),
  }),
});

const PersonEdge = defineList({
  name: 'people',
  types: 'PersonCompany',
  node: 'Company',
  listed: 'companies of a person',
  description:
    'Companies that one person with all these words in the name founded or directs, by IDNO; ' +
    'case and diacritics are ignored (â and î count as i inside a word), and the last word is ' +
    'completed. Each search is in the audit log.',
  args: builder.args((t) => ({
    name: t.string({ required: true, description: 'Words of the name, in any order.' }),
  })),
  toNode: ({ record }: FoundByPerson) => record.company,
  positions: IDNOS,
  toPosition: ({ record }) => record.company.idno,
  async open({ name }, context) {
    // Folding would make a key in the text unrecognizable.
    const words = toPersonSearch(cutSecrets(name));
    await noteSearch(words, context);
    return {
      query: words,
      read: async (after, first) =>
        loadRecords(await context.reads.listByPerson(words, after, first), words, context),
      count: (max) => context.reads.countByPerson(words, max),
    };
  },
});

builder.objectField(PersonEdge, 'matches', (t) =>
  t.field({
    type: ['PersonMatch'],
    description: 'Who matched, and as what: founders first.',
    resolve: ({ entry }) => listMatches(entry),
  }),
);

/** Written before the search, so that it is known even if the answer is cut off. */
async function noteSearch(words: readonly string[], context: StaffContext): Promise<void> {
  const detail = words.join(' ').slice(0, MAX_DETAIL_LENGTH);
  const event = { action: 'people_searched', detail } as const;
  const { audit, actor, staff, nowMs } = context;
  await audit.append(toAuditEntry(actor, staff, event, nowMs()));
}

async function loadRecords(
  idnos: readonly string[],
  words: readonly string[],
  { staffLoaders }: StaffContext,
): Promise<FoundByPerson[]> {
  const found = await Promise.all(idnos.map((idno) => staffLoaders.recordByIdno.load(idno)));
  return found.filter((record) => record !== null).map((record) => ({ record, words }));
}

function listMatches({ record, words }: FoundByPerson): PersonMatch[] {
  const founders = record.company.founders.map(({ name, share }) => {
    return { name, capacity: 'FOUNDER' as const, role: null, share };
  });
  const directors = record.directors.map(({ name, role }) => {
    return { name, capacity: 'DIRECTOR' as const, role, share: null };
  });
  return [...founders, ...directors].filter(({ name }) => matchesPerson(name, words));
}

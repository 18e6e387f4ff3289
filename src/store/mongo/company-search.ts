import type { Filter, Sort } from 'mongodb';
import { listPeople, namesSomeone } from '../../domain/company/search-text.ts';
import type { StaffReads } from '../port/staff-reads.ts';
import type { Calls } from './calls.ts';
import type { Collections, CompanyDocument } from './collections.ts';

/** Behind every text that begins with the one before it, as texts are ordered by their bytes. */
const LAST_CHARACTER = '\u{10ffff}';
const ID_ONLY = { _id: 1 } as const;
const SHORT_FIRST = { 'search.length': 1, 'search.name': 1, _id: 1 } as const satisfies Sort;
/** Companies that are looked at with one call, for a person with several words. */
const BATCH_SIZE = 500;

type CompanyFilter = Filter<CompanyDocument>;

export type CompanySearch = Pick<
  StaffReads,
  'searchCompanies' | 'listByPerson' | 'findNamesakes' | 'listFounded'
>;

/** By the fields that were folded at the import, in the order that `StaffReads` tells. */
export function createCompanySearch({ companies }: Collections, calls: Calls): CompanySearch {
  async function listSorted(filter: CompanyFilter, sort: Sort, first: number): Promise<string[]> {
    const found = await calls.read((limits) =>
      companies
        .find(filter, { projection: ID_ONLY, ...limits })
        .sort(sort)
        .limit(first)
        .toArray(),
    );
    return found.map(({ _id }) => _id);
  }

  /** Several words may be those of two people; one word is of one person alone. */
  async function listByPerson(words: readonly string[], after: string | null, first: number) {
    const filter = { ...toWordsFilter('search.people', words), _id: { $gt: after ?? '' } };
    if (words.length === 1) return await listSorted(filter, ID_ONLY, first);
    const projection = { 'company.founders': 1, 'company.admins': 1 };
    return await calls.read(async (limits) => {
      const options = { projection, batchSize: BATCH_SIZE, ...limits };
      const idnos: string[] = [];
      for await (const found of companies.find(filter, options).sort(ID_ONLY)) {
        if (namesSomeone(listPeople(found), words)) idnos.push(found._id);
        if (idnos.length === first) break;
      }
      return idnos;
    });
  }

  /** For each of the values that `field` may have, so many of the companies that have it. */
  async function groupBy(
    field: 'search.name' | 'search.founders',
    values: readonly string[],
    first: number,
  ): Promise<string[][]> {
    const filter = { [field]: { $in: [...values] } };
    const found = await calls.read((limits) =>
      companies
        .aggregate<{ _id: string; idnos: string[] }>(
          [
            { $match: filter },
            { $project: { [field]: 1 } },
            { $unwind: `$${field}` },
            { $match: filter },
            { $sort: { _id: 1 } },
            { $group: { _id: `$${field}`, idnos: { $firstN: { input: '$_id', n: first } } } },
          ],
          limits,
        )
        .toArray(),
    );
    const byValue = new Map(found.map(({ _id, idnos }) => [_id, idnos]));
    return values.map((value) => byValue.get(value) ?? []);
  }

  return {
    async searchCompanies(text, first) {
      if (text === '') return [];
      const [initial = ''] = text;
      const begins = { $gte: text, $lt: text + LAST_CHARACTER };
      const opened = { 'search.initial': initial, 'search.name': begins };
      const beginning = await listSorted(opened, SHORT_FIRST, first);
      const rest = first - beginning.length;
      if (rest === 0) return beginning;
      const words = toWordsFilter('search.words', text.split(' '));
      const containing = { $and: [words, { 'search.name': { $not: begins } }] };
      return [...beginning, ...(await listSorted(containing, SHORT_FIRST, rest))];
    },
    listByPerson: async (words, after, first) =>
      words.length === 0 ? [] : await listByPerson(words, after, first),
    findNamesakes: (names) => groupBy('search.name', names, 2),
    listFounded: (marks, first) => groupBy('search.founders', marks, first),
  };
}

/** All words, of the last one the beginning. */
function toWordsFilter(field: 'search.words' | 'search.people', words: readonly string[]) {
  const last = words.at(-1) ?? '';
  const begun = { [field]: { $elemMatch: { $gte: last, $lt: last + LAST_CHARACTER } } };
  return { $and: [...words.slice(0, -1).map((word) => ({ [field]: word })), begun] };
}

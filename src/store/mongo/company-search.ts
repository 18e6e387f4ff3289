import type { Filter, Sort } from 'mongodb';
import { listPeople, namesSomeone } from '../../domain/company/search-text.ts';
import type { StaffReads } from '../port/staff-reads.ts';
import type { Calls } from './calls.ts';
import type { Collections, CompanyDocument } from './collections.ts';
import { findIds } from './find.ts';
import { SHORT_FIRST } from './indexes.ts';

/** Ends the range of texts with a given beginning, as texts are ordered by their bytes. */
const LAST_CHARACTER = '\u{10ffff}';
/** Companies in one response of the server, in a search for a person with several words. */
const BATCH_SIZE = 500;

type CompanyFilter = Filter<CompanyDocument>;

export type CompanySearch = Pick<
  StaffReads,
  'searchCompanies' | 'listByPerson' | 'findNamesakes' | 'listFounded'
>;

/** Searches the normalized fields; the results have the order that `StaffReads` states. */
export function createCompanySearch({ companies }: Collections, calls: Calls): CompanySearch {
  const listSorted = (filter: CompanyFilter, sort: Sort, limit: number) =>
    findIds(calls, companies, filter, { sort, limit });

  /** Several words may match two different people, so each company found is checked. */
  async function listByPerson(words: readonly string[], after: string | null, first: number) {
    const filter = { ...toWordsFilter('search.people', words), _id: { $gt: after ?? '' } };
    if (words.length === 1) return await listSorted(filter, { _id: 1 }, first);
    const projection = { 'company.founders': 1, 'company.admins': 1 };
    return await calls.read(async (limits) => {
      const options = { projection, batchSize: BATCH_SIZE, ...limits };
      const idnos: string[] = [];
      for await (const found of companies.find(filter, options).sort({ _id: 1 })) {
        if (namesSomeone(listPeople(found), words)) idnos.push(found._id);
        if (idnos.length === first) break;
      }
      return idnos;
    });
  }

  /** For each value, the first companies whose `field` has it. */
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
      const prefix = { $gte: text, $lt: text + LAST_CHARACTER };
      const withPrefix = { 'search.initial': initial, 'search.name': prefix };
      const best = await listSorted(withPrefix, SHORT_FIRST, first);
      const rest = first - best.length;
      if (rest === 0) return best;
      const words = toWordsFilter('search.words', text.split(' '));
      const withWords = { $and: [words, { 'search.name': { $not: prefix } }] };
      return [...best, ...(await listSorted(withWords, SHORT_FIRST, rest))];
    },
    listByPerson: async (words, after, first) =>
      words.length === 0 ? [] : await listByPerson(words, after, first),
    findNamesakes: (names) => groupBy('search.name', names, 2),
    listFounded: (identifiers, first) => groupBy('search.founders', identifiers, first),
  };
}

/** Matches all words; the last one may be incomplete. */
function toWordsFilter(field: 'search.words' | 'search.people', words: readonly string[]) {
  const last = words.at(-1) ?? '';
  const lastPrefix = { [field]: { $elemMatch: { $gte: last, $lt: last + LAST_CHARACTER } } };
  return { $and: [...words.slice(0, -1).map((word) => ({ [field]: word })), lastPrefix] };
}

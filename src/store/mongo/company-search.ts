import { listPeople, namesSomeone } from '../../domain/company/search-text.ts';
import { findByRank } from '../port/search-reads.ts';
import type { StaffReads } from '../port/staff-reads.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { findIds } from './find.ts';
import { createNameSearch, toWordsFilter } from './name-search.ts';

/** Companies in one response of the server, in a search for a person with several words. */
const BATCH_SIZE = 500;

export type CompanySearch = Pick<
  StaffReads,
  'searchCompanies' | 'listByPerson' | 'findNamesakes' | 'listFounded'
>;

/** Searches the normalized fields; the results have the order that `StaffReads` states. */
export function createCompanySearch(collections: Collections, calls: Calls): CompanySearch {
  const { companies } = collections;
  const names = createNameSearch(collections, calls);

  /** Several words may match two different people, so each company found is checked. */
  async function listByPerson(words: readonly string[], after: string | null, first: number) {
    const filter = { ...toWordsFilter('search.people', words), _id: { $gt: after ?? '' } };
    if (words.length === 1) {
      return await findIds(calls, companies, filter, { sort: { _id: 1 }, limit: first });
    }
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
      const query = { text, filter: {}, after: null, first };
      return (await findByRank(query, names.listCurrent)).map(({ idno }) => idno);
    },
    listByPerson: async (words, after, first) =>
      words.length === 0 ? [] : await listByPerson(words, after, first),
    findNamesakes: (names) => groupBy('search.name', names, 2),
    listFounded: (identifiers, first) => groupBy('search.founders', identifiers, first),
  };
}

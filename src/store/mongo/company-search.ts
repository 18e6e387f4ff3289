import { listPeople, namesSomeone } from '../../domain/company/search-text.ts';
import { type StaffReads, toTotal } from '../port/staff-reads.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import { findIds } from './find.ts';
import { toWordsFilter } from './name-search.ts';

/** Companies in one response of the server, in a search for a person with several words. */
const BATCH_SIZE = 500;

export type CompanySearch = Pick<
  StaffReads,
  'listByPerson' | 'countByPerson' | 'findNamesakes' | 'listFounded'
>;

/** Searches the normalized fields; the results have the order that `StaffReads` states. */
export function createCompanySearch(collections: Collections, calls: Calls): CompanySearch {
  const { companies } = collections;

  /** Several words may match two different people, so each company found is checked. */
  async function listByPerson(words: readonly string[], after: string | null, first: number) {
    if (words.length === 0) return [];
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
    listByPerson,
    async countByPerson(words, max) {
      return toTotal((await listByPerson(words, null, max + 1)).length, max);
    },
    findNamesakes: (names) => groupBy('search.name', names, 2),
    listFounded: (identifiers, first) => groupBy('search.founders', identifiers, first),
  };
}

import type { Condition } from 'mongodb';
import { withDelisting } from '../../domain/company/company.ts';
import { listPeople, matchesAnyPerson } from '../../domain/company/search-text.ts';
import { raceAgainst } from '../../domain/time-limit.ts';
import type { StaffCompanyReads } from '../port/query-reads.ts';
import { type CompanySummary, createSearchReads, type SearchReads } from '../port/search-reads.ts';
import { createQueryReads, type QueryReading } from '../query-reads.ts';
import { type Call, raceWithin, toUnavailable } from './calls.ts';
import { type ClientLimits, connect, createClient } from './client.ts';
import { inOrder } from './collection.ts';
import { type Collections, toCollections } from './collections.ts';
import { findRecords } from './companies.ts';
import { countByValue, findStats } from './company-stats.ts';
import { createFindConditions } from './conditions.ts';
import type { CompanyDocument } from './documents.ts';
import { createNameSearch, toWordsFilter } from './name-search.ts';
import { createAccountData } from './open.ts';

const TIMEOUTS = {
  serverSelectionTimeoutMS: 1_500,
  connectTimeoutMS: 1_500,
  socketTimeoutMS: 15_000,
};
/** Each share has its own few connections: none waits for another, and no look-up for any. */
export const QUERY_LIMITS = {
  staff: { ...TIMEOUTS, waitQueueTimeoutMS: 5_000, maxPoolSize: 4 },
  search: { ...TIMEOUTS, waitQueueTimeoutMS: 2_000, maxPoolSize: 2 },
  webhooks: { ...TIMEOUTS, waitQueueTimeoutMS: 5_000, maxPoolSize: 2 },
} as const satisfies Readonly<Record<string, ClientLimits>>;
/** The time limit of one call; its signal may abort it sooner. */
const CALL_MS = 5_000;
/** Companies in one response of the server, in a search for a person with several words. */
const BATCH_SIZE = 500;
/** A page is first looked for among this many companies. */
const NEAR = 1_000;

/** Rejects with Unavailable if no server responds. */
export async function openMongoQueryReads(
  uri: string,
  limits: ClientLimits,
): Promise<QueryReading> {
  const client = createClient(uri, limits);
  await connect(client);
  return {
    open(signal) {
      const call = createAbortableCall(signal);
      const collections = toCollections(client.db(), call);
      return createQueryReads(
        createCompanyQueries(collections),
        collections.documents,
        createAccountData(collections),
      );
    },
    close: () => client.close(),
  };
}

/** When the signal aborts, the calls reject with its reason and the server stops its work. */
function createAbortableCall(signal: AbortSignal): Call {
  return async (_, work) => {
    signal.throwIfAborted();
    try {
      return await raceWithin(CALL_MS, (limits) =>
        raceAgainst(signal, work({ ...limits, signal: AbortSignal.any([limits.signal, signal]) })),
      );
    } catch (error) {
      throw signal.aborted ? signal.reason : toUnavailable(error);
    }
  };
}

export function createCompanyQueries(collections: Collections): StaffCompanyReads & SearchReads {
  const { companies } = collections;
  const findConditions = createFindConditions(collections);

  /**
   * A common value fills a page among the next companies, which saves sorting all companies with the
   * value where no index has their order.
   */
  const listCompanies: StaffCompanyReads['listCompanies'] = async (filter, after, first) => {
    const conditions = await findConditions(filter);
    const start = after ?? '';
    const list = (_id: Condition<string>, limit: number) =>
      companies.findIds({ _id, ...conditions }, { sort: { _id: 1 }, limit });
    if (Object.keys(conditions).length === 0) return await list({ $gt: start }, first);
    const options = { sort: { _id: 1 }, skip: NEAR - 1, projection: { _id: 1 } } as const;
    const last = await companies.findOne({ _id: { $gt: start } }, options);
    if (last === null) return await list({ $gt: start }, first);
    const near = await list({ $gt: start, $lte: last._id }, first);
    if (near.length === first) return near;
    return [...near, ...(await list({ $gt: last._id }, first - near.length))];
  };

  /** Several words may match two different people, so each company found is checked. */
  async function listByPerson(words: readonly string[], after: string | null, first: number) {
    if (words.length === 0) return [];
    const filter = { ...toWordsFilter('search.people', words), _id: { $gt: after ?? '' } };
    if (words.length === 1) {
      return await companies.findIds(filter, { sort: { _id: 1 }, limit: first });
    }
    const projection = { 'company.founders': 1, 'company.admins': 1 };
    return await companies.read(async (driver, limits) => {
      const options = { projection, batchSize: BATCH_SIZE, ...limits };
      const idnos: string[] = [];
      for await (const found of driver.find(filter, options).sort({ _id: 1 })) {
        if (matchesAnyPerson(listPeople(found), words)) idnos.push(found._id);
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
    const found = await companies.aggregate<{ _id: string; idnos: string[] }>([
      { $match: filter },
      { $project: { [field]: 1 } },
      { $unwind: `$${field}` },
      { $match: filter },
      { $sort: { _id: 1 } },
      { $group: { _id: `$${field}`, idnos: { $firstN: { input: '$_id', n: first } } } },
    ]);
    return inOrder(values, found, ({ idnos }) => idnos).map((one) => one ?? []);
  }

  return {
    ...createSearchReads({
      ...createNameSearch(collections, findConditions),
      async findSummaries(idnos) {
        if (idnos.length === 0) return [];
        const found = await companies.find({ _id: { $in: [...idnos] } }, SUMMARY);
        return inOrder(idnos, found, toSummary);
      },
      listCompanies,
    }),
    listCompanies,
    listByPerson,
    /** See `QueryReads`. */
    async countByPerson(words, max) {
      const { length } = await listByPerson(words, null, max + 1);
      return length > max ? null : length;
    },
    findNamesakes: (names) => groupBy('search.name', names, 2),
    listFounded: (identifiers, first) => groupBy('search.founders', identifiers, first),
    findCompanies: (idnos) => findRecords(idnos, collections),
    countCompanies: async (filter, max) => companies.countUpTo(max, await findConditions(filter)),
    async countByValue(filter) {
      const conditions = await findConditions(filter);
      const saved = Object.keys(conditions).length === 0 ? await findStats(collections) : null;
      return saved ?? (await countByValue(collections, conditions));
    },
  };
}

const SUMMARY = {
  projection: {
    'company.name': 1,
    'company.legalForm': 1,
    'company.status': 1,
    'company.region': 1,
    goneSince: 1,
  },
} as const;

function toSummary({
  _id: idno,
  company,
  goneSince,
}: Pick<CompanyDocument, '_id' | 'company' | 'goneSince'>): CompanySummary {
  const { name, legalForm, status, region } = company;
  return withDelisting({ idno, name, legalForm, status, region }, goneSince);
}

import { raceAgainst } from '../../domain/time-limit.ts';
import type {
  ImportChangeFilter,
  QueryReading,
  QueryReads,
  RejectFilter,
} from '../port/query-reads.ts';
import { createAccountReads } from './account-reads.ts';
import { type Call, raceWithin, toUnavailable } from './calls.ts';
import { type ClientLimits, createClient } from './client.ts';
import { type Collections, toCollections } from './collections.ts';
import { createCompanyQueries } from './company-queries.ts';
import { createImportStore, toRun } from './imports.ts';
import { createChangeReads, findChangesOf, toRecordedChange } from './public-changes.ts';

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

/** Connects with the first read. */
export function openMongoQueryReads(uri: string, limits: ClientLimits): QueryReading {
  const client = createClient(uri, limits);
  return {
    open: (signal) => createQueryReads(toCollections(client.db(), createAbortableCall(signal))),
    close: () => client.close(),
  };
}

function createQueryReads(collections: Collections): QueryReads {
  const { imports, rejects, publicChanges } = collections;

  /** Null if there is no such import. */
  async function toChangeFilter({ importId, kind }: ImportChangeFilter, after: string | null) {
    const range = await findChangesOf(importId, after, collections);
    return range === null || kind === undefined ? range : { ...range, kind };
  }

  return {
    ...createCompanyQueries(collections),
    ...createAccountReads(collections),
    ...createChangeReads(collections),
    listImports: createImportStore(collections).list,
    async findImports(ids) {
      const found = await imports.find({ _id: { $in: [...ids] } });
      const runs = new Map(found.map((run) => [run._id, toRun(run)]));
      return ids.map((id) => runs.get(id) ?? null);
    },
    async listRejects(filter, from, first) {
      const conditions = { ...filter, place: { $gte: from } };
      const found = await rejects.find(conditions, { sort: { place: 1 }, limit: first });
      return found.map(({ _id, importId, ...reject }) => reject);
    },
    countRejects: (filter: RejectFilter, max) => rejects.countUpTo(max, filter),
    async listImportChanges(filter, after, first) {
      const conditions = await toChangeFilter(filter, after);
      if (conditions === null) return [];
      const options = { sort: { _id: 1 }, limit: first } as const;
      return (await publicChanges.find(conditions, options)).map(toRecordedChange);
    },
    async countImportChanges(filter, max) {
      const conditions = await toChangeFilter(filter, null);
      return conditions === null ? 0 : await publicChanges.countUpTo(max, conditions);
    },
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

import type { StaffReading, StaffReads } from '../port/staff-reads.ts';
import { type Calls, raceWithin, toUnavailable } from './calls.ts';
import { type ClientLimits, createClient } from './client.ts';
import { type Collections, toCollections } from './collections.ts';
import { createImportStore } from './imports.ts';
import { createStaffAccountReads } from './staff-accounts.ts';
import { createStaffCompanyReads } from './staff-companies.ts';

/** A few connections of their own, so that staff reads keep no API request waiting. */
const STAFF_LIMITS: ClientLimits = {
  serverSelectionTimeoutMS: 1_500,
  waitQueueTimeoutMS: 5_000,
  connectTimeoutMS: 1_500,
  socketTimeoutMS: 15_000,
  maxPoolSize: 4,
};
/** The time of one call; its query may be cut sooner. */
const CALL_MS = 5_000;

/** Connects with the first read. */
export function openMongoStaffReads(uri: string): StaffReading {
  const client = createClient(uri, STAFF_LIMITS);
  const collections = toCollections(client.db());
  return {
    open: (signal) => createStaffReads(collections, createCutCalls(signal)),
    close: () => client.close(),
  };
}

function createStaffReads(collections: Collections, calls: Calls): StaffReads {
  const { rejects } = collections;
  return {
    ...createStaffCompanyReads(collections, calls),
    ...createStaffAccountReads(collections, calls),
    listImports: createImportStore(collections, calls).list,
    async listRejects(importId, after, first) {
      const found = await calls.read((limits) =>
        rejects
          .find({ importId, place: { $gte: after } }, limits)
          .sort({ place: 1 })
          .limit(first)
          .toArray(),
      );
      return found.map(({ row, column, value, reason }) => ({ row, column, value, reason }));
    },
  };
}

/** Calls that the signal cuts: they reject with its reason, and the server stops its work. */
function createCutCalls(cut: AbortSignal): Calls {
  const read: Calls['read'] = async (ask) => {
    cut.throwIfAborted();
    try {
      return await raceWithin(CALL_MS, (limits) =>
        raceAgainst(cut, ask({ ...limits, signal: AbortSignal.any([limits.signal, cut]) })),
      );
    } catch (error) {
      throw cut.aborted ? cut.reason : toUnavailable(error);
    }
  };
  return { lookUp: read, read, write: (change) => read(change) };
}

async function raceAgainst<Result>(cut: AbortSignal, work: Promise<Result>): Promise<Result> {
  const over = Promise.withResolvers<never>();
  const giveUp = () => over.reject(cut.reason);
  cut.addEventListener('abort', giveUp);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    cut.removeEventListener('abort', giveUp);
  }
}

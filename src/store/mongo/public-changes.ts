import type { Filter } from 'mongodb';
import {
  type ChangePosition,
  createPublicChangeReads,
  MAX_CHANGE_RUNS,
  type PublicChangeReads,
  type RecordedChange,
} from '../port/public-changes.ts';
import type { Collections } from './collections.ts';
import type { PublicChangeDocument } from './documents.ts';

/** The digits of a time, so that the order of texts is that of times until the year 33658. */
const TIME_DIGITS = 15;
/** Changes read, compared or deleted in one call. */
const CHANGES_PER_CALL = 1_000;

export function createChangeReads({ imports, publicChanges }: Collections): PublicChangeReads {
  return createPublicChangeReads({
    async listRuns() {
      const options = { ...RUN, sort: { startedAtMs: -1 }, limit: MAX_CHANGE_RUNS } as const;
      return (await imports.find({}, options)).reverse();
    },
    async list(after, endMs, first) {
      const range = {
        $gt: toPositionId(after),
        $lt: toPositionId({ importMs: endMs, idno: null }),
      };
      const options = { sort: { _id: 1 }, limit: first } as const;
      return (await publicChanges.find({ _id: range }, options)).map(toRecordedChange);
    },
    async listAt(positions) {
      const _id = { $in: positions.map(toPositionId) };
      return (await publicChanges.find({ _id }, { sort: { _id: 1 } })).map(toRecordedChange);
    },
  });
}

/** The fields of `ChangeRun`. */
const RUN = {
  projection: { startedAtMs: 1, kind: 1, outcome: 1, sample: 1, dumpDate: 1, recordsChanges: 1 },
} as const;

/** The range of an import's changes after an IDNO; null if there is no such import. */
export async function findChangesOf(
  importId: string,
  after: string | null,
  { imports }: Collections,
): Promise<Filter<PublicChangeDocument> | null> {
  const run = await imports.findOne({ _id: importId });
  if (run === null) return null;
  const importMs = run.startedAtMs;
  const range = {
    $gt: toPositionId({ importMs, idno: after ?? '' }),
    $lt: toPositionId({ importMs, idno: null }),
  };
  return { _id: range };
}

/** The companies of an import's changes. Throws a RangeError for more than `max`. */
export async function listChangedIdnos(
  importId: string,
  collections: Collections,
  max: number,
): Promise<string[]> {
  const filter = await findChangesOf(importId, null, collections);
  if (filter === null) return [];
  const ids = await collections.publicChanges.findIds(filter, { limit: max + 1 });
  if (ids.length > max) throw new RangeError(`import ${importId} has more than ${max} changes`);
  return ids.map((id) => id.slice(TIME_DIGITS + 1));
}

/** See `ImportStore.tidyChanges`. */
export async function tidyChanges(collections: Collections, beforeMs: number): Promise<void> {
  const { imports, publicChanges } = collections;
  // First, and whatever a server's clock says: no client may miss changes without an error.
  const recorded = { startedAtMs: { $lt: beforeMs }, recordsChanges: true };
  await imports.updateMany(recorded, { $set: { recordsChanges: false } });
  const old = { _id: { $lt: toPositionId({ importMs: beforeMs - 1, idno: null }) } };
  for (;;) {
    const ids = await publicChanges.findIds(old, { limit: CHANGES_PER_CALL });
    await publicChanges.deleteEach(ids);
    if (ids.length < CHANGES_PER_CALL) break;
  }
  const completed = { outcome: 'completed' } as const;
  const newest = { sort: { startedAtMs: -1 } } as const;
  const end = await imports.findOne(completed, newest);
  const endMs = end?.startedAtMs ?? 0;
  for (let after = toPositionId({ importMs: endMs, idno: null }); ; ) {
    const options = { sort: { _id: 1 }, limit: CHANGES_PER_CALL } as const;
    const found = await publicChanges.find({ _id: { $gt: after } }, options);
    const last = found.at(-1);
    if (last === undefined) return;
    await publicChanges.deleteEach(await findUnwritten(found, collections));
    after = last._id;
  }
}

/** The ids of those whose company has not been written. */
async function findUnwritten(
  changes: readonly PublicChangeDocument[],
  { companies }: Collections,
): Promise<string[]> {
  const projection = { revision: 1, goneSince: 1 };
  const ids = changes.map(({ idno }) => idno);
  const found = await companies.find({ _id: { $in: ids } }, { projection });
  const states = new Map(found.map((company) => [company._id, company]));
  return changes.flatMap(({ _id, idno, revision, kind }) => {
    const state = states.get(idno);
    const isWritten =
      state !== undefined &&
      (state.revision > revision ||
        (state.revision === revision && (kind !== 'removed' || state.goneSince !== null)));
    return isWritten ? [] : [_id];
  });
}

export function toPublicChangeDocument(change: RecordedChange): PublicChangeDocument {
  return { _id: toPositionId(change), ...change };
}

export function toRecordedChange({ _id, ...change }: PublicChangeDocument): RecordedChange {
  return change;
}

/** Sorts as the changes do; the semicolon, after the colon, stands for the end of the import. */
function toPositionId({ importMs, idno }: ChangePosition): string {
  const time = String(importMs).padStart(TIME_DIGITS, '0');
  return idno === null ? `${time};` : `${time}:${idno}`;
}

import type { Delisting } from '../../domain/company/company.ts';
import {
  type ImportRun,
  type ImportStore,
  INTERRUPTED_MESSAGE,
  MAX_STORED_REJECTS,
} from '../port/imports.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import type { RejectDocument, RunDocument } from './documents.ts';
import { findAll } from './find.ts';
import { COMPLETED_DUMP, tidyChanges } from './public-changes.ts';

/** The most completed runs that are searched for one whose classification is stored. */
const MAX_RUNS_WITH_CLASSIFICATION = 100;
const NEWEST_END_FIRST = { finishedAtMs: -1, startedAtMs: -1 } as const;

/** Records every import, in the same database as the companies that it wrote. */
export function createImportStore(collections: Collections, calls: Calls): ImportStore {
  const { imports, rejects, classifications } = collections;

  async function findClassification(id: string) {
    const found = await calls.read((limits) => classifications.findOne({ _id: id }, limits));
    if (found === null) return null;
    const { _id, ...content } = found;
    return { id, ...content };
  }

  return {
    async record({ id, ...run }) {
      await calls.write(() => imports.replaceOne({ _id: id }, run, { upsert: true }));
    },
    async markInterrupted(finishedAtMs) {
      const { modifiedCount } = await calls.write(() =>
        imports.updateMany(
          { outcome: 'running' },
          { $set: { finishedAtMs, outcome: 'interrupted', message: INTERRUPTED_MESSAGE } },
        ),
      );
      return modifiedCount;
    },
    async findLastFull() {
      const found = await calls.read((limits) =>
        imports.findOne(
          { kind: 'full', outcome: 'completed', sample: false },
          { sort: NEWEST_END_FIRST, ...limits },
        ),
      );
      return found === null ? null : toRun(found);
    },
    async hasDump() {
      return (await calls.read((limits) => imports.findOne(COMPLETED_DUMP, limits))) !== null;
    },
    async list(first) {
      const options = { sort: { startedAtMs: -1, _id: 1 }, limit: first } as const;
      return (await findAll(calls, imports, {}, options)).map(toRun);
    },
    tidyChanges: (beforeMs) => tidyChanges(collections, calls, beforeMs),

    /** Surplus rows of a longer list are deleted last; a repeated call replaces the others. */
    async saveRejects(importId, rows) {
      if (rows.length > MAX_STORED_REJECTS) {
        throw new RangeError(
          `at most ${MAX_STORED_REJECTS} rejects are stored, got ${rows.length}`,
        );
      }
      const upserts = rows.map((reject, place) => {
        const { _id, ...replacement } = toRejectDocument({ importId, place, ...reject });
        return { replaceOne: { filter: { _id }, replacement, upsert: true } };
      });
      if (upserts.length > 0) {
        await calls.write(() => rejects.bulkWrite(upserts, { ordered: false }));
      }
      await calls.write(() => rejects.deleteMany({ importId, place: { $gte: rows.length } }));
    },

    async saveClassification({ id, ...content }) {
      await calls.write(() =>
        classifications.updateOne({ _id: id }, { $setOnInsert: content }, { upsert: true }),
      );
    },
    findClassification,
    async findLastClassification() {
      const runs = await findAll(
        calls,
        imports,
        { classificationId: { $type: 'string' }, outcome: 'completed', sample: false },
        { sort: NEWEST_END_FIRST, limit: MAX_RUNS_WITH_CLASSIFICATION },
      );
      const ids = new Set(runs.flatMap(({ classificationId: id }) => (id === null ? [] : [id])));
      for (const id of ids) {
        const found = await findClassification(id);
        if (found !== null) return found;
      }
      return null;
    },
  };
}

/** See `CompanyReads.findDataDate`. */
export async function findDataDate(
  { imports }: Collections,
  calls: Pick<Calls, 'read'>,
): Promise<string | null> {
  const found = await calls.read((limits) =>
    imports.findOne(
      { kind: { $in: ['full', 'partial'] }, outcome: 'completed' },
      {
        projection: { dumpDate: 1 },
        sort: { sample: 1, kind: 1, ...NEWEST_END_FIRST },
        ...limits,
      },
    ),
  );
  return found?.dumpDate ?? null;
}

/** See `CompanyReads.findDelisting`. */
export async function findDelisting(
  idno: string,
  { companies, imports }: Collections,
  calls: Pick<Calls, 'read'>,
): Promise<Delisting | null> {
  const projection = { goneSince: 1, sample: 1, 'source.dumpDate': 1 };
  const found = await calls.read((limits) =>
    companies.findOne({ _id: idno, goneSince: { $type: 'string' } }, { projection, ...limits }),
  );
  if (found === null || found.goneSince === null) return null;
  const { goneSince: since, sample, source } = found;
  const last = await calls.read((limits) =>
    imports.findOne(
      { kind: 'full', outcome: 'completed', sample, dumpDate: { $lt: since } },
      { projection: { dumpDate: 1 }, sort: { dumpDate: -1 }, ...limits },
    ),
  );
  const lastDate = last?.dumpDate ?? '';
  return { since, dataDate: lastDate > source.dumpDate ? lastDate : source.dumpDate };
}

/** See `CompanyReads.findLastImportMs`. */
export async function findLastImportMs(
  { imports }: Collections,
  calls: Pick<Calls, 'read'>,
): Promise<number | null> {
  const found = await calls.read((limits) =>
    imports.findOne(
      { outcome: 'completed' },
      { projection: { finishedAtMs: 1 }, sort: { sample: 1, ...NEWEST_END_FIRST }, ...limits },
    ),
  );
  return found?.finishedAtMs ?? null;
}

export function toRejectDocument(reject: Omit<RejectDocument, '_id'>): RejectDocument {
  return { _id: `${reject.importId}:${reject.place}`, ...reject };
}

function toRun({ _id: id, ...run }: RunDocument): ImportRun {
  return { id, ...run };
}

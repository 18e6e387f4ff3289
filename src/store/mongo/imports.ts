import type { Delisting } from '../../domain/company/company.ts';
import {
  assertRejects,
  type FindLastRun,
  type ImportRun,
  type ImportStore,
} from '../port/imports.ts';
import type { ImportChangeFilter, StaffImportReads } from '../port/query-reads.ts';
import { inOrder } from './collection.ts';
import type { Collections } from './collections.ts';
import { saveStats } from './company-stats.ts';
import type { Keyed, RejectDocument } from './documents.ts';
import { findChangesOf, tidyChanges, toRecordedChange } from './public-changes.ts';

/** Records every import, in the same database as the companies that it wrote. */
export function createImportStore(collections: Collections): ImportStore {
  const { imports, rejects, classifications } = collections;

  return {
    async record({ id, ...run }) {
      // Without saved counts each query counts the companies itself.
      if (run.outcome === 'completed') await saveStats(id, collections).catch(() => {});
      await imports.replaceAll([{ _id: id, ...run }]);
    },
    findLastRun: createFindLastRun(collections),
    async list(first) {
      const options = { sort: { startedAtMs: -1, _id: 1 }, limit: first } as const;
      return (await imports.find({}, options)).map(toRun);
    },
    tidyChanges: (beforeMs) => tidyChanges(collections, beforeMs),

    /** Surplus rows of a longer list are deleted last; a repeated call replaces the others. */
    async saveRejects(importId, rows) {
      assertRejects(rows);
      await rejects.replaceAll(
        rows.map((reject, place) => toRejectDocument({ importId, place, ...reject })),
      );
      await rejects.deleteMany({ importId, place: { $gte: rows.length } });
    },

    saveClassification: ({ id, ...content }) =>
      classifications.insertMissing([{ _id: id, ...content }]),
    async findClassification(id) {
      const found = await classifications.findOne({ _id: id });
      if (found === null) return null;
      const { _id, ...content } = found;
      return { id, ...content };
    },
  };
}

export function createImportReads(collections: Collections): StaffImportReads {
  const { imports, rejects, publicChanges } = collections;

  /** Null if there is no such import. */
  async function toChangeFilter({ importId, kind }: ImportChangeFilter, after: string | null) {
    const range = await findChangesOf(importId, after, collections);
    return range === null || kind === undefined ? range : { ...range, kind };
  }

  return {
    listImports: createImportStore(collections).list,
    async findImports(ids) {
      return inOrder(ids, await imports.find({ _id: { $in: [...ids] } }), toRun);
    },
    async listRejects(filter, from, first) {
      const conditions = { ...filter, place: { $gte: from } };
      const found = await rejects.find(conditions, { sort: { place: 1 }, limit: first });
      return found.map(({ _id, importId, ...reject }) => reject);
    },
    countRejects: (filter, max) => rejects.countUpTo(max, filter),
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

/** See `ImportStore.findLastRun`. */
export function createFindLastRun({ imports }: Collections): FindLastRun {
  return async ({ kinds, sample, outcome = 'completed', withClassification }) => {
    const found = await imports.findOne(
      {
        kind: { $in: kinds },
        outcome,
        sample,
        ...(withClassification && { classificationId: { $type: 'string' } }),
      },
      { sort: { finishedAtMs: -1, startedAtMs: -1 } },
    );
    return found === null ? null : toRun(found);
  };
}

/** See `CompanyReads.findDelisting`. */
export async function findDelisting(
  idno: string,
  { companies, imports }: Collections,
): Promise<Delisting | null> {
  const projection = { goneSince: 1, sample: 1, 'source.dumpDate': 1 };
  const delisted = { _id: idno, goneSince: { $type: 'string' } } as const;
  const found = await companies.findOne(delisted, { projection });
  if (found === null || found.goneSince === null) return null;
  const { goneSince: since, sample, source } = found;
  const last = await imports.findOne(
    { kind: 'full', outcome: 'completed', sample, dumpDate: { $lt: since } },
    { projection: { dumpDate: 1 }, sort: { dumpDate: -1 } },
  );
  const lastDate = last?.dumpDate ?? '';
  return { since, dataDate: lastDate > source.dumpDate ? lastDate : source.dumpDate };
}

export function toRejectDocument(reject: Omit<RejectDocument, '_id'>): RejectDocument {
  return { _id: `${reject.importId}:${reject.place}`, ...reject };
}

function toRun({ _id: id, ...run }: Keyed<ImportRun, 'id'>): ImportRun {
  return { id, ...run };
}

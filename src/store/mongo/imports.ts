import type { Delisting } from '../../domain/company/company.ts';
import {
  assertRejects,
  type FindLastRun,
  type ImportRun,
  type ImportStore,
} from '../port/imports.ts';
import type { Calls } from './calls.ts';
import type { Collections } from './collections.ts';
import type { RejectDocument, RunDocument } from './documents.ts';
import { findAll } from './find.ts';
import { tidyChanges } from './public-changes.ts';

/** Records every import, in the same database as the companies that it wrote. */
export function createImportStore(collections: Collections, calls: Calls): ImportStore {
  const { imports, rejects, classifications } = collections;

  return {
    async record({ id, ...run }) {
      await calls.write(() => imports.replaceOne({ _id: id }, run, { upsert: true }));
    },
    findLastRun: createFindLastRun(collections, calls),
    async list(first) {
      const options = { sort: { startedAtMs: -1, _id: 1 }, limit: first } as const;
      return (await findAll(calls, imports, {}, options)).map(toRun);
    },
    tidyChanges: (beforeMs) => tidyChanges(collections, calls, beforeMs),

    /** Surplus rows of a longer list are deleted last; a repeated call replaces the others. */
    async saveRejects(importId, rows) {
      assertRejects(rows);
      const upserts = rows.map((reject, index) => {
        const { _id, ...replacement } = toRejectDocument({ importId, place: index, ...reject });
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
    async findClassification(id) {
      const found = await calls.read((limits) => classifications.findOne({ _id: id }, limits));
      if (found === null) return null;
      const { _id, ...content } = found;
      return { id, ...content };
    },
  };
}

/** See `ImportStore.findLastRun`. */
export function createFindLastRun(
  { imports }: Collections,
  calls: Pick<Calls, 'read'>,
): FindLastRun {
  return async ({ kinds, sample, withClassification }) => {
    const found = await calls.read((limits) =>
      imports.findOne(
        {
          kind: { $in: kinds },
          outcome: 'completed',
          sample,
          ...(withClassification && { classificationId: { $type: 'string' } }),
        },
        { sort: { finishedAtMs: -1, startedAtMs: -1 }, ...limits },
      ),
    );
    return found === null ? null : toRun(found);
  };
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

export function toRejectDocument(reject: Omit<RejectDocument, '_id'>): RejectDocument {
  return { _id: `${reject.importId}:${reject.place}`, ...reject };
}

function toRun({ _id: id, ...run }: RunDocument): ImportRun {
  return { id, ...run };
}

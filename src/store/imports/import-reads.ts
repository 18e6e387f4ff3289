import { findOne } from '../port/documents.ts';
import { type ImportCollections, NEWEST_RUN_FIRST } from '../port/layout.ts';
import type { ImportChangeFilter, StaffImportReads } from '../port/query-reads.ts';
import { toChangeRange, toRecordedChange } from './public-changes.ts';
import { createRejectReads } from './rejects.ts';
import { toRun } from './runs.ts';

export function createImportReads(documents: ImportCollections): StaffImportReads {
  const { imports, publicChanges } = documents;

  /** Matches nothing if there is no such import. */
  async function toWhere({ importId, kind }: ImportChangeFilter, after: string | null = null) {
    const run = await findOne(imports, importId);
    return run === null ? [] : { id: toChangeRange(run.startedAtMs, after), kind };
  }

  return {
    ...createRejectReads(documents),
    async listImports(first) {
      return (await imports.find({ ...NEWEST_RUN_FIRST, first })).map(toRun);
    },
    findImports: async (ids) => (await imports.getMany(ids)).map((found) => found && toRun(found)),
    async listImportChanges(filter, after, first) {
      const where = await toWhere(filter, after);
      return (await publicChanges.find({ where, by: ['id'], first })).map(toRecordedChange);
    },
    countImportChanges: async (filter, max) => publicChanges.count(await toWhere(filter), max),
  };
}

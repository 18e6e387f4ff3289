import type { ChangeKind } from '../../domain/company/public-changes.ts';
import { findOne } from '../port/documents.ts';
import type { ImportRun } from '../port/imports.ts';
import { type ImportCollections, NEWEST_RUN_FIRST } from '../port/layout.ts';
import type { RecordedChange } from '../port/public-changes.ts';
import { toChangeRange, toRecordedChange } from './public-changes.ts';
import { createRejectReads } from './rejects.ts';
import { toRun } from './runs.ts';

/** Changes must match all given fields. */
interface ImportChangeFilter {
  importId: string;
  kind?: ChangeKind;
}

export type ImportReads = ReturnType<typeof createImportReads>;

/** The reads of staff. */
export function createImportReads(documents: ImportCollections) {
  const { imports, publicChanges } = documents;

  /** Matches nothing if there is no such import. */
  async function toWhere({ importId, kind }: ImportChangeFilter, after: string | null = null) {
    const run = await findOne(imports, importId);
    return run === null ? [] : { id: toChangeRange(run.startedAtMs, after), kind };
  }

  return {
    ...createRejectReads(documents),
    /** Newest first. */
    async listImports(first: number): Promise<ImportRun[]> {
      return (await imports.find({ ...NEWEST_RUN_FIRST, first })).map(toRun);
    },
    /** In the order of the ids, whatever their outcome; null if there is no such import. */
    findImports: async (ids: readonly string[]): Promise<(ImportRun | null)[]> =>
      (await imports.getMany(ids)).map((found) => found && toRun(found)),
    /** The changes for clients, by IDNO, including those of an import that has not completed. */
    async listImportChanges(
      filter: ImportChangeFilter,
      after: string | null,
      first: number,
    ): Promise<RecordedChange[]> {
      const where = await toWhere(filter, after);
      return (await publicChanges.find({ where, by: ['id'], first })).map(toRecordedChange);
    },
    countImportChanges: async (filter: ImportChangeFilter, max: number) =>
      publicChanges.count(await toWhere(filter), max),
  };
}

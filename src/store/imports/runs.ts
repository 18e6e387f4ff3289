import { Unavailable } from '../../domain/errors.ts';
import type { CompanyReads, CompanyWrites } from '../port/companies.ts';
import { findOne } from '../port/documents.ts';
import {
  assertRejects,
  DUMP_KINDS,
  type DumpContents,
  IMPORT_KINDS,
  IMPORT_OUTCOMES,
  type ImportRun,
  type RunQuery,
  type StoredClassification,
  type StoredReject,
} from '../port/imports.ts';
import { type ImportCollections, type ImportDocument, NEWEST_RUN_FIRST } from '../port/layout.ts';
import { tidyChanges } from './public-changes.ts';
import { removeRejects, toRejectDocument } from './rejects.ts';

export type ImportStore = ReturnType<typeof createImportStore>;

/** Records every import, in the same file as the companies that it wrote. */
export function createImportStore(
  documents: ImportCollections,
  findRevisions: CompanyWrites['findRevisions'],
) {
  const { imports, dumpContents, rejects, classifications } = documents;
  return {
    /** Inserts or replaces the run. */
    async record(run: ImportRun): Promise<void> {
      const stored = await findOne(imports, run.id);
      // Unlike `replace`, it is harmless when the driver repeats it.
      const [written] = await imports.replaceEach([{ ...run, version: stored?.version ?? 0 }]);
      if (written === null) {
        throw new Unavailable(`the store: another process has changed the import ${run.id}`);
      }
    },
    /** What the columns of an import's dump contain: apart from its run, as it is ten times as long. */
    async saveContents(id: string, contents: DumpContents): Promise<void> {
      await dumpContents.replaceEach([{ id, version: 0, ...contents }]);
    },
    /** Null for an import without a dump. */
    async findContents(importId: string): Promise<DumpContents | null> {
      const found = await findOne(dumpContents, importId);
      if (found === null) return null;
      const { id, version, ...contents } = found;
      return contents;
    },
    findLastRun: createFindLastRun(documents),
    /** Newest first. */
    async list(first: number): Promise<ImportRun[]> {
      return (await imports.find({ ...NEWEST_RUN_FIRST, first })).map(toRun);
    },
    /**
     * Deletes the changes of imports that began before `beforeMs`, and those that an interrupted
     * import recorded without writing their company. Call this before an import's first write.
     */
    tidyChanges: (beforeMs: number) => tidyChanges(documents, findRevisions, beforeMs),
    /** Replaces the stored rejects with at most MAX_STORED_REJECTS, in the order of the file. */
    async saveRejects(importId: string, rows: readonly StoredReject[]): Promise<void> {
      assertRejects(rows);
      await removeRejects(documents, importId);
      await rejects.replaceEach(
        rows.map((reject, index) => toRejectDocument(importId, index, reject)),
      );
    },
    /** Stored classifications are never deleted, since companies refer to them. */
    async saveClassification(classification: StoredClassification): Promise<void> {
      await classifications.replaceEach([{ version: 0, ...classification }]);
    },
    async findClassification(id: string): Promise<StoredClassification | null> {
      const found = await findOne(classifications, id);
      if (found === null) return null;
      const { version, ...classification } = found;
      return classification;
    },
  };
}

/** The reads of `CompanyReads` that need the runs of imports only. */
export function createRunReads(
  documents: Pick<ImportCollections, 'imports' | 'copies'>,
): Pick<
  CompanyReads,
  'findDataDate' | 'findLastImportMs' | 'listLastImports' | 'findChangesEndMs' | 'isPartialCopy'
> {
  const findLastRun = createFindLastRun(documents);
  return {
    async findDataDate() {
      for (const sample of [false, true]) {
        for (const kind of DUMP_KINDS) {
          const run = await findLastRun({ kinds: [kind], sample });
          if (run !== null) return run.dumpDate;
        }
      }
      return null;
    },
    async findLastImportMs() {
      const kinds = IMPORT_KINDS;
      const run =
        (await findLastRun({ kinds, sample: false })) ??
        (await findLastRun({ kinds, sample: true }));
      return run?.finishedAtMs ?? null;
    },
    async listLastImports() {
      const queries = IMPORT_KINDS.flatMap((kind) =>
        IMPORT_OUTCOMES.map((outcome) => ({ kinds: [kind], outcome, sample: false })),
      );
      const runs = await Promise.all(queries.map(findLastRun));
      return runs.filter((run) => run !== null);
    },
    async findChangesEndMs() {
      // Before the first dump nothing that an import did is a change.
      if ((await findLastRun({ kinds: DUMP_KINDS, sample: false })) === null) return 0;
      return (await findLastRun({ kinds: IMPORT_KINDS, sample: false }))?.startedAtMs ?? 0;
    },
    isPartialCopy: async () => (await documents.copies.count({ finishedAtMs: null }, 0)) === null,
  };
}

/** The classification of the last completed import with one, excluding the bundled sample. */
export async function findLastClassification({
  findLastRun,
  findClassification,
}: Pick<ImportStore, 'findLastRun' | 'findClassification'>): Promise<StoredClassification | null> {
  const query = { kinds: IMPORT_KINDS, sample: false, withClassification: true };
  const id = (await findLastRun(query))?.classificationId ?? null;
  return id === null ? null : await findClassification(id);
}

/** The import that ended last, of running ones that began last; null if there is none. */
type FindLastRun = (query: RunQuery) => Promise<ImportRun | null>;

/** A query for each kind reads one run of an index. */
function createFindLastRun({ imports }: Pick<ImportCollections, 'imports'>): FindLastRun {
  return async ({ kinds, sample, outcome = 'completed', withClassification }) => {
    const found = await Promise.all(
      kinds.map((kind) => {
        const isClassified = withClassification && { classificationId: { not: null } };
        const where = { kind, outcome, sample, ...isClassified };
        const by = ['finishedAtMs', 'startedAtMs'];
        return imports.find({ where, by, descending: true, first: 1 });
      }),
    );
    const [last] = found.flat().sort(compareEnds);
    return last === undefined ? null : toRun(last);
  };
}

/** The last first. */
function compareEnds(one: ImportRun, other: ImportRun): number {
  const ended = (other.finishedAtMs ?? 0) - (one.finishedAtMs ?? 0);
  return ended || other.startedAtMs - one.startedAtMs;
}

export function toRun({ version, ...run }: ImportDocument): ImportRun {
  return run;
}

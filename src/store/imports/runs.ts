import { Unavailable } from '../../domain/errors.ts';
import type { CompanyReads, CompanyWrites } from '../port/companies.ts';
import { findOne } from '../port/documents.ts';
import {
  assertRejects,
  DUMP_KINDS,
  type FindLastRun,
  IMPORT_KINDS,
  IMPORT_OUTCOMES,
  type ImportRun,
  type ImportStore,
} from '../port/imports.ts';
import { type ImportCollections, type ImportDocument, NEWEST_RUN_FIRST } from '../port/layout.ts';
import { tidyChanges } from './public-changes.ts';
import { removeRejects, toRejectDocument } from './rejects.ts';

/** Records every import, in the same file as the companies that it wrote. */
export function createImportStore(
  documents: ImportCollections,
  findRevisions: CompanyWrites['findRevisions'],
): ImportStore {
  const { imports, dumpContents, rejects, classifications } = documents;
  return {
    async record(run) {
      const stored = await findOne(imports, run.id);
      // Unlike `replace`, it is harmless when the driver repeats it.
      const [written] = await imports.replaceEach([{ ...run, version: stored?.version ?? 0 }]);
      if (written === null) {
        throw new Unavailable(`the store: another process has changed the import ${run.id}`);
      }
    },
    async saveContents(id, contents) {
      await dumpContents.replaceEach([{ id, version: 0, ...contents }]);
    },
    async findContents(importId) {
      const found = await findOne(dumpContents, importId);
      if (found === null) return null;
      const { id, version, ...contents } = found;
      return contents;
    },
    findLastRun: createFindLastRun(documents),
    async list(first) {
      return (await imports.find({ ...NEWEST_RUN_FIRST, first })).map(toRun);
    },
    tidyChanges: (beforeMs) => tidyChanges(documents, findRevisions, beforeMs),
    async saveRejects(importId, rows) {
      assertRejects(rows);
      await removeRejects(documents, importId);
      await rejects.replaceEach(
        rows.map((reject, place) => toRejectDocument(importId, place, reject)),
      );
    },
    async saveClassification(classification) {
      await classifications.replaceEach([{ version: 0, ...classification }]);
    },
    async findClassification(id) {
      const found = await findOne(classifications, id);
      if (found === null) return null;
      const { version, ...classification } = found;
      return classification;
    },
  };
}

/** The reads of `CompanyReads` that need the runs of imports only. */
export function createRunReads(
  documents: Pick<ImportCollections, 'imports'>,
): Pick<
  CompanyReads,
  'findDataDate' | 'findLastImportMs' | 'listLastImports' | 'findChangesEndMs'
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
  };
}

/** See `ImportStore.findLastRun`. A query for each kind reads one run of an index. */
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

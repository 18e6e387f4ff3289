import type { DatabaseSync } from 'node:sqlite';
import type { StaffReads } from '../port/staff-reads.ts';
import { asStoreCall } from './database.ts';
import { prepareListRuns, toReject, toRun } from './imports.ts';

/** What staff ask of imports. */
export function createImportReads(
  db: DatabaseSync,
): Pick<StaffReads, 'listImports' | 'listRejects'> {
  const list = prepareListRuns(db);
  const listRejects = db.prepare(
    'SELECT reject FROM rejects WHERE import_id = ? AND place >= ? ORDER BY place LIMIT ?',
  );
  return {
    listImports: (first) => asStoreCall(() => list.all(first).map(toRun)),
    listRejects: (importId, after, first) =>
      asStoreCall(() => listRejects.all(importId, after, first).map(toReject)),
  };
}

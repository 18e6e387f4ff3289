import type { DatabaseSync } from 'node:sqlite';
import {
  type ChangeRun,
  type ChangeSource,
  createPublicChangeReads,
  MAX_CHANGE_RUNS,
  type PublicChangeReads,
  type RecordedChange,
} from '../port/public-changes.ts';
import { readIdno } from './company-record.ts';
import { asStoreCalls, inTransaction, toFields } from './database.ts';

type Row = Record<string, unknown>;

/** Changes deleted in one transaction. */
const ROWS_PER_DELETION = 5_000;
/** Greater than any IDNO. */
const AFTER_ALL_IDNOS = 1e13;

export function createChangeReads(db: DatabaseSync): PublicChangeReads {
  const listRuns = db.prepare(`SELECT * FROM (SELECT started_at_ms, kind, outcome, sample,
      run ->> '$.dumpDate' AS dump_date, run ->> '$.recordsChanges' AS records_changes
    FROM imports ORDER BY started_at_ms DESC LIMIT ${MAX_CHANGE_RUNS}) ORDER BY started_at_ms`);
  const list = db.prepare(`SELECT * FROM public_changes
    WHERE (import_ms, idno) > (?, ?) AND import_ms <= ? ORDER BY import_ms, idno LIMIT ?`);
  const listAt = db.prepare(`SELECT * FROM public_changes WHERE (import_ms, idno) IN
    (SELECT value ->> 0, value ->> 1 FROM json_each(?)) ORDER BY import_ms, idno`);
  const source = asStoreCalls<ChangeSource>({
    listRuns: () => listRuns.all().map(toChangeRun),
    list({ importMs, idno }, endMs, first) {
      const after = idno === null ? AFTER_ALL_IDNOS : Number(idno);
      return list.all(importMs, after, endMs, first).map(toRecordedChange);
    },
    listAt(positions) {
      const keys = positions.map(({ importMs, idno }) => [importMs, Number(idno)]);
      return listAt.all(JSON.stringify(keys)).map(toRecordedChange);
    },
  });
  return createPublicChangeReads(source);
}

function toChangeRun(row: Row): ChangeRun {
  return {
    ...toFields<ChangeRun>(row),
    sample: row['sample'] === 1,
    recordsChanges: row['records_changes'] === 1,
  };
}

/** See `ImportStore.tidyChanges`. */
export function tidyChanges(db: DatabaseSync, beforeMs: number): void {
  // First, and whatever a server's clock says: no client may miss changes without an error.
  inTransaction(db, () => db.prepare(MARK_DELETED).run(beforeMs));
  const deleteOld = db.prepare(`DELETE FROM public_changes WHERE (import_ms, idno) IN
    (SELECT import_ms, idno FROM public_changes WHERE import_ms < ? LIMIT ${ROWS_PER_DELETION})`);
  let deleted: number;
  do {
    deleted = inTransaction(db, () => Number(deleteOld.run(beforeMs).changes));
  } while (deleted === ROWS_PER_DELETION);
  inTransaction(db, () => db.exec(DELETE_UNWRITTEN));
}

const MARK_DELETED = `
  UPDATE imports SET run = json_set(run, '$.recordsChanges', json('false'))
  WHERE started_at_ms < ? AND run ->> '$.recordsChanges' = 1`;

/** Those after the last completed import whose company has not been written. */
const DELETE_UNWRITTEN = `
  DELETE FROM public_changes AS change
  WHERE import_ms > (SELECT coalesce(max(started_at_ms), 0) FROM imports WHERE outcome = 'completed')
    AND NOT EXISTS (SELECT 1 FROM companies WHERE companies.idno = change.idno
      AND (revision > change.revision
        OR revision = change.revision AND (kind <> 'removed' OR gone_since IS NOT NULL)))`;

export function toPublicChangeColumns(change: RecordedChange) {
  const { importMs, idno, revision, kind, fields, cause, dataDate } = change;
  return [importMs, Number(idno), revision, kind, JSON.stringify(fields), cause, dataDate] as const;
}

export function toRecordedChange(row: Row): RecordedChange {
  const fields = JSON.parse(String(row['fields']));
  return { ...toFields<RecordedChange>(row), idno: readIdno(row), fields };
}

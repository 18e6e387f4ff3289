import type { DatabaseSync } from 'node:sqlite';
import {
  type ChangeSource,
  type PublicChangeReads,
  type RecordedChange,
  readPage,
} from '../port/public-changes.ts';
import { toIdno } from './company-record.ts';
import { asStoreCall, inTransaction } from './database.ts';

type Row = Record<string, unknown>;

/** Changes deleted in one transaction. */
const ROWS_PER_DELETION = 5_000;
/** More than the number of any company. */
const BEHIND_ALL = 1e13;

export function createPublicChangeReads(db: DatabaseSync): PublicChangeReads {
  const source = createSource(db);
  return { readChanges: (query) => readPage(source, query) };
}

function createSource(db: DatabaseSync): ChangeSource {
  const statements = prepare(db);
  return {
    findEnd: (beforeMs) => asStoreCall(() => Number(statements.findEnd.get(beforeMs)?.['ms'] ?? 0)),
    hasImport: (atMs) => asStoreCall(() => statements.findImport.get(atMs) !== undefined),
    findFirstFrom: (date) =>
      asStoreCall(() => {
        const ms = statements.findFirstFrom.get(date)?.['ms'] ?? null;
        return ms === null ? null : Number(ms);
      }),
    findFirstDump: () => asStoreCall(() => Number(statements.findFirstDump.get()?.['ms'] ?? 0)),
    hasLost: (...range) => asStoreCall(() => statements.findLost.get(...range) !== undefined),
    list: ({ importMs, idno }, endMs, first) =>
      asStoreCall(() => {
        const after = idno === null ? BEHIND_ALL : Number(idno);
        return statements.list.all(importMs, after, endMs, first).map(toRecordedChange);
      }),
  };
}

/** See `ImportStore.tidyChanges`. */
export function tidyChanges(db: DatabaseSync, beforeMs: number): void {
  // First, and whatever a server's clock says: a client must not miss changes without a word.
  inTransaction(db, () => db.prepare(MARK_DELETED).run(beforeMs));
  const deleteOld = db.prepare(`DELETE FROM public_changes WHERE (import_ms, idno) IN
    (SELECT import_ms, idno FROM public_changes WHERE import_ms < ? LIMIT ${ROWS_PER_DELETION})`);
  let deleted: number;
  do {
    deleted = inTransaction(db, () => Number(deleteOld.run(beforeMs).changes));
  } while (deleted === ROWS_PER_DELETION);
  inTransaction(db, () => db.exec(DELETE_TORN));
}

const MARK_DELETED = `
  UPDATE imports SET run = json_set(run, '$.recordsChanges', json('false'))
  WHERE started_at_ms < ? AND run ->> '$.recordsChanges' = 1`;

/** Those after the last completed import whose company has not been written. */
const DELETE_TORN = `
  DELETE FROM public_changes AS change
  WHERE import_ms > (SELECT coalesce(max(started_at_ms), 0) FROM imports WHERE outcome = 'completed')
    AND NOT EXISTS (SELECT 1 FROM companies WHERE companies.idno = change.idno
      AND (revision > change.revision
        OR revision = change.revision AND (kind <> 'removed' OR gone_since IS NOT NULL)))`;

export type PublicChangeColumns = ReturnType<typeof toPublicChangeColumns>;

export function toPublicChangeColumns(change: RecordedChange) {
  const { importMs, idno, revision, kind, fields, cause, dataDate } = change;
  return [importMs, Number(idno), revision, kind, JSON.stringify(fields), cause, dataDate] as const;
}

export function toRecordedChange(row: Row): RecordedChange {
  return {
    importMs: Number(row['import_ms']),
    idno: toIdno(row),
    revision: Number(row['revision']),
    kind: String(row['kind']) as RecordedChange['kind'],
    fields: JSON.parse(String(row['fields'])),
    cause: String(row['cause']) as RecordedChange['cause'],
    dataDate: String(row['data_date']),
  };
}

function prepare(db: DatabaseSync) {
  return {
    findEnd: db.prepare(`SELECT started_at_ms AS ms FROM imports
      WHERE started_at_ms < ? AND outcome = 'completed' ORDER BY started_at_ms DESC LIMIT 1`),
    findImport: db.prepare('SELECT 1 FROM imports WHERE started_at_ms = ? LIMIT 1'),
    findFirstFrom: db.prepare(`SELECT min(started_at_ms) AS ms FROM imports
      WHERE sample = 0 AND outcome <> 'refused' AND run ->> '$.dumpDate' >= ?`),
    findFirstDump: db.prepare(`SELECT started_at_ms AS ms FROM imports
      WHERE kind IN ('full', 'partial') AND outcome = 'completed' AND sample = 0
      ORDER BY started_at_ms LIMIT 1`),
    findLost: db.prepare(`SELECT 1 FROM imports
      WHERE started_at_ms > ? AND started_at_ms <= ? AND outcome NOT IN ('refused', 'running')
        AND (started_at_ms < ? OR run ->> '$.recordsChanges' IS NOT 1) LIMIT 1`),
    list: db.prepare(`SELECT * FROM public_changes
      WHERE (import_ms, idno) > (?, ?) AND import_ms <= ? ORDER BY import_ms, idno LIMIT ?`),
  };
}

import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Delisting } from '../../domain/company/company.ts';
import {
  assertRejects,
  type FindLastRun,
  type ImportRun,
  type ImportStore,
  type StoredClassification,
  type StoredReject,
} from '../port/imports.ts';
import type { ImportChangeFilter, RejectFilter, StaffImportReads } from '../port/query-reads.ts';
import { countRows, listRows, toConditions } from './conditions.ts';
import { asStoreCalls, inTransaction } from './database.ts';
import { tidyChanges, toRecordedChange } from './public-changes.ts';

type Row = Record<string, unknown>;

/** Records every import, in the same file as the companies that it wrote. */
export function createImportStore(db: DatabaseSync): ImportStore {
  const statements = prepare(db);

  function record(run: ImportRun): void {
    const { id, startedAtMs, finishedAtMs, kind, outcome, sample, classificationId } = run;
    const columns = [id, startedAtMs, finishedAtMs, kind, outcome, sample ? 1 : 0] as const;
    statements.upsert.run(...columns, classificationId, JSON.stringify(run));
  }

  function saveRejects(importId: string, rejects: readonly StoredReject[]): void {
    assertRejects(rejects);
    statements.removeRejects.run(importId);
    for (const [index, reject] of rejects.entries()) {
      statements.saveReject.run(importId, index, JSON.stringify(reject));
    }
  }

  return asStoreCalls<ImportStore>({
    record,
    findLastRun: prepareFindLastRun(db),
    list: (first) => statements.list.all(first).map(toRun),
    tidyChanges: (beforeMs) => tidyChanges(db, beforeMs),

    saveRejects: (importId, rejects) => inTransaction(db, () => saveRejects(importId, rejects)),

    saveClassification(classification) {
      statements.saveClassification.run(classification.id, JSON.stringify(classification));
    },
    findClassification(id) {
      const row = statements.findClassification.get(id);
      return row === undefined ? null : toStoredClassification(row);
    },
  });
}

function prepare(db: DatabaseSync) {
  return {
    upsert: db.prepare(`INSERT OR REPLACE INTO imports (id, started_at_ms, finished_at_ms, kind,
      outcome, sample, classification_id, run) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    list: prepareListRuns(db),
    removeRejects: db.prepare('DELETE FROM rejects WHERE import_id = ?'),
    saveReject: db.prepare('INSERT INTO rejects VALUES (?, ?, ?)'),
    saveClassification: db.prepare('INSERT OR IGNORE INTO classifications VALUES (?, ?)'),
    findClassification: db.prepare('SELECT classification FROM classifications WHERE id = ?'),
  };
}

export function createImportReads(db: DatabaseSync): StaffImportReads {
  const list = prepareListRuns(db);
  const findRun = db.prepare('SELECT run FROM imports WHERE id = ?');
  return asStoreCalls<StaffImportReads>({
    listImports: (first) => list.all(first).map(toRun),
    findImports: (ids) =>
      ids.map((id) => {
        const row = findRun.get(id);
        return row === undefined ? null : toRun(row);
      }),
    listRejects(filter, from, first) {
      const conditions = toConditions(REJECT_CONDITIONS, filter);
      const page = { from: 'rejects', conditions, by: 'place', after: from - 1, first };
      return listRows(db, page).map((row) => ({ ...toReject(row), place: Number(row['place']) }));
    },
    countRejects: (filter, max) =>
      countRows(db, 'rejects', toConditions(REJECT_CONDITIONS, filter), max),
    listImportChanges(filter, after, first) {
      const conditions = toConditions(CHANGE_CONDITIONS, filter);
      const range = { by: 'idno', after: Number(after ?? -1), first };
      return listRows(db, { from: 'public_changes', conditions, ...range }).map(toRecordedChange);
    },
    countImportChanges: (filter, max) =>
      countRows(db, 'public_changes', toConditions(CHANGE_CONDITIONS, filter), max),
  });
}

const CHANGE_CONDITIONS: Readonly<Record<keyof ImportChangeFilter, string>> = {
  importId: 'import_ms = (SELECT started_at_ms FROM imports WHERE id = :importId)',
  kind: 'kind = :kind',
};

const REJECT_CONDITIONS: Readonly<Record<keyof RejectFilter, string>> = {
  importId: 'import_id = :importId',
  reason: "reject ->> 'reason' = :reason",
};

/** Newest first. */
function prepareListRuns(db: DatabaseSync): StatementSync {
  return db.prepare('SELECT run FROM imports ORDER BY started_at_ms DESC, id LIMIT ?');
}

/** See `ImportStore.findLastRun`. */
export function prepareFindLastRun(db: DatabaseSync): FindLastRun {
  const statement = db.prepare(`SELECT run FROM imports
    WHERE outcome = :outcome AND sample = :sample
      AND kind IN (SELECT value FROM json_each(:kinds))
      AND (:any OR classification_id IS NOT NULL)
    ORDER BY finished_at_ms DESC, started_at_ms DESC LIMIT 1`);
  return async ({ kinds, sample, outcome = 'completed', withClassification }) => {
    const row = statement.get({
      kinds: JSON.stringify(kinds),
      outcome,
      sample: Number(sample),
      any: withClassification ? 0 : 1,
    });
    return row === undefined ? null : toRun(row);
  };
}

/** See `CompanyReads.findDelisting`. The dump of a record is in its packed details. */
export function prepareFindDelisting(db: DatabaseSync): (idno: number | null) => Delisting | null {
  const statement = db.prepare(`SELECT gone_since AS since, max(details ->> '$[4]', coalesce((
      SELECT max(run ->> '$.dumpDate') FROM imports
      WHERE kind = 'full' AND outcome = 'completed' AND sample = companies.sample
        AND run ->> '$.dumpDate' < gone_since), '')) AS date
    FROM companies WHERE idno = ? AND gone_since IS NOT NULL`);
  return (idno) => {
    const row = statement.get(idno);
    if (row === undefined) return null;
    return { since: String(row['since']), dataDate: String(row['date']) };
  };
}

export function toRun(row: Row): ImportRun {
  return JSON.parse(String(row['run']));
}

export function toReject(row: Row): StoredReject {
  return JSON.parse(String(row['reject']));
}

export function toStoredClassification(row: Row): StoredClassification {
  return JSON.parse(String(row['classification']));
}

import type { DatabaseSync } from 'node:sqlite';
import type { ImportRun, ImportStore } from '../import-store.ts';
import { answer } from './database.ts';

/** The record of every import, in the same file as the companies that it wrote. */
export function createImportStore(db: DatabaseSync): ImportStore {
  const upsert = db.prepare('INSERT OR REPLACE INTO imports VALUES (?, ?, ?, ?, ?, ?, ?)');
  const findLastFull = db.prepare(`SELECT run FROM imports
    WHERE kind = 'full' AND outcome = 'completed' AND sample = 0
    ORDER BY dump_date DESC, started_at_ms DESC LIMIT 1`);
  const list = db.prepare('SELECT run FROM imports ORDER BY started_at_ms DESC, id LIMIT ?');

  return {
    record: (run) =>
      answer(() => {
        const { id, startedAtMs, kind, outcome, dumpDate, sample } = run;
        upsert.run(id, startedAtMs, kind, outcome, dumpDate, sample ? 1 : 0, JSON.stringify(run));
      }),
    findLastFull: () =>
      answer(() => {
        const row = findLastFull.get();
        return row === undefined ? null : toRun(row);
      }),
    list: (first) => answer(() => list.all(first).map(toRun)),
  };
}

function toRun(row: Record<string, unknown>): ImportRun {
  return JSON.parse(String(row['run']));
}

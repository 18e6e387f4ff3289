import type { DatabaseSync } from 'node:sqlite';
import { toHistoryDocument, toHistoryRange } from '../../imports/history.ts';
import { toPublicChangeDocument } from '../../imports/public-changes.ts';
import { toSupplementDocument } from '../../imports/supplements.ts';
import {
  type CompanyChange,
  MAX_RECORDS_PER_WRITE,
  type StoredCompany,
  type StoredSupplement,
} from '../../port/companies.ts';
import type { RecordedChange } from '../../port/public-changes.ts';
import type { ActivityIds } from '../activities.ts';
import { createCompanyIndex, toIndexedValues } from '../company-index.ts';
import { type CompanyColumns, readIdno, toCompanyColumns } from '../company-record.ts';
import { createGroupCommit } from '../database.ts';
import { prepareUpsert, toDocumentRow } from '../document-collection.ts';
import { createFormerNameIndex, toFormerNameColumns } from '../former-names.ts';

type CompanyBatch = ReturnType<typeof toBatch>;

/**
 * The rows of one write as plain columns, which are cheap to send to a thread; each company once.
 * The writer normalizes the texts of the index, so that a thread has half of the work.
 */
export function toBatch(
  activities: ActivityIds,
  companies: readonly StoredCompany[],
  changes: readonly CompanyChange[],
  supplements: readonly StoredSupplement[],
  published: readonly RecordedChange[],
) {
  const last = new Map(companies.map((company) => [company.company.idno, company]));
  const rows = Array.from(last.values(), (company) => ({
    columns: toCompanyColumns(company, activities),
    indexed: toIndexedValues(company),
  }));
  return {
    activities: activities.takeNew(),
    companies: rows,
    changes: changes.map((change) => ({
      idno: Number(change.idno),
      revision: change.revision,
      row: toDocumentRow(toHistoryDocument(change)),
      formerName: toFormerNameColumns(change),
    })),
    supplements: supplements.map((one) => toDocumentRow(toSupplementDocument(one))),
    published: published.map((one) => toDocumentRow(toPublicChangeDocument(one))),
  };
}

/** Groups writes into transactions; after the first error it writes nothing more. */
export interface CompanyWriter {
  write(batch: CompanyBatch): void;
  /** Removes at most MAX_RECORDS_PER_WRITE and returns how many. */
  removeSamples(): number;
  flush(): void;
}

/** Commits after `rowsPerCommit` rows, or at a flush. */
export function createCompanyWriter(db: DatabaseSync, rowsPerCommit: number): CompanyWriter {
  const statements = prepare(db);
  const index = createCompanyIndex(db);
  const formerNames = createFormerNameIndex(db);
  const group = createGroupCommit(db, rowsPerCommit);

  function put(columns: CompanyColumns): { id: number; isNew: boolean } {
    const { changes, lastInsertRowid } = statements.insert.run(...columns);
    if (Number(changes) > 0) return { id: Number(lastInsertRowid), isNew: true };
    statements.replace.run(...columns);
    return { id: Number(statements.findId.get(columns[0])?.['id']), isNew: false };
  }

  return {
    write({ activities, companies, changes, supplements, published }) {
      const rows = companies.length + changes.length + supplements.length + published.length;
      group.run(rows, () => {
        for (const columns of activities) statements.addActivity.run(...columns);
        // Each step for all companies before the next step, which is faster than alternating.
        index.put(
          companies.map(({ columns, indexed }) => {
            return { ...put(columns), idno: columns[0], values: indexed };
          }),
        );
        for (const { idno, revision, row, formerName } of changes) {
          statements.upsertChange(row);
          formerNames.put(idno, revision, formerName);
        }
        for (const row of supplements) statements.upsertSupplement(row);
        for (const row of published) statements.publish(row);
      });
    },
    removeSamples: () =>
      group.run(MAX_RECORDS_PER_WRITE, () => {
        const samples = statements.listSamples.all(MAX_RECORDS_PER_WRITE);
        for (const row of samples) {
          const [id, idno] = [Number(row['id']), readIdno(row)];
          const { after, before } = toHistoryRange(idno);
          statements.removeSupplement.run(idno);
          statements.removeChanges.run(after, before);
          formerNames.removeAll(Number(idno));
          index.remove(id, Number(idno));
          statements.remove.run(id);
        }
        return samples.length;
      }),
    flush: group.flush,
  };
}

function prepare(db: DatabaseSync) {
  return {
    addActivity: db.prepare('INSERT INTO activities (id, code, label) VALUES (?, ?, ?)'),
    findId: db.prepare('SELECT id FROM companies WHERE idno = ?'),
    insert: db.prepare(`
      INSERT INTO companies (idno, fingerprint, gone_since, sample, revision, company, details)
      VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (idno) DO NOTHING`),
    replace: db.prepare(`UPDATE companies SET fingerprint = ?2, gone_since = ?3, sample = ?4,
      revision = ?5, company = ?6, details = ?7 WHERE idno = ?1`),
    upsertChange: prepareUpsert(db, 'history'),
    upsertSupplement: prepareUpsert(db, 'supplements'),
    publish: prepareUpsert(db, 'publicChanges'),
    listSamples: db.prepare('SELECT id, idno FROM companies WHERE sample = 1 LIMIT ?'),
    remove: db.prepare('DELETE FROM companies WHERE id = ?'),
    removeChanges: db.prepare('DELETE FROM history WHERE id > ? AND id < ?'),
    removeSupplement: db.prepare('DELETE FROM supplements WHERE id = ?'),
  };
}

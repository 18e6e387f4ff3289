import type { DatabaseSync } from 'node:sqlite';
import {
  type CompanyChange,
  MAX_RECORDS_PER_WRITE,
  type StoredCompany,
  type StoredSupplement,
} from '../../port/companies.ts';
import type { RecordedChange } from '../../port/public-changes.ts';
import type { ActivityIds } from '../activities.ts';
import { createCompanyIndex, toIndexedValues } from '../company-index.ts';
import {
  type CompanyColumns,
  toChangeColumns,
  toCompanyColumns,
  toSupplementColumns,
} from '../company-record.ts';
import { createGroupCommit } from '../database.ts';
import { createFormerNameIndex, toFormerNameColumns } from '../former-names.ts';
import { toPublicChangeColumns } from '../public-changes.ts';

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
      columns: toChangeColumns(change),
      formerName: toFormerNameColumns(change),
    })),
    supplements: supplements.map(toSupplementColumns),
    published: published.map(toPublicChangeColumns),
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
        for (const { columns, formerName } of changes) {
          statements.upsertChange.run(...columns);
          formerNames.put(columns[0], columns[1], formerName);
        }
        for (const columns of supplements) statements.upsertSupplement.run(...columns);
        for (const columns of published) statements.publish.run(...columns);
      });
    },
    removeSamples: () =>
      group.run(MAX_RECORDS_PER_WRITE, () => {
        const samples = statements.listSamples.all(MAX_RECORDS_PER_WRITE);
        for (const { id = null, idno = null } of samples) {
          statements.removeSupplement.run(idno);
          statements.removeChanges.run(idno);
          formerNames.removeAll(Number(idno));
          index.remove(Number(id), Number(idno));
          statements.remove.run(idno);
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
    upsertChange: db.prepare('INSERT OR REPLACE INTO company_changes VALUES (?, ?, ?, ?, ?)'),
    upsertSupplement: db.prepare('INSERT OR REPLACE INTO supplements VALUES (?, ?)'),
    publish: db.prepare('INSERT OR REPLACE INTO public_changes VALUES (?, ?, ?, ?, ?, ?, ?)'),
    listSamples: db.prepare('SELECT id, idno FROM companies WHERE sample = 1 LIMIT ?'),
    remove: db.prepare('DELETE FROM companies WHERE idno = ?'),
    removeChanges: db.prepare('DELETE FROM company_changes WHERE idno = ?'),
    removeSupplement: db.prepare('DELETE FROM supplements WHERE idno = ?'),
  };
}

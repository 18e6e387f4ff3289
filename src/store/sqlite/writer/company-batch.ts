import type { CompanyChange, StoredCompany, StoredSupplement } from '../../port/companies.ts';
import type { RecordedChange } from '../../port/public-changes.ts';
import type { ActivityIds } from '../activities.ts';
import { toIndexedValues } from '../company-index.ts';
import { toChangeColumns, toCompanyColumns, toSupplementColumns } from '../company-record.ts';
import { toFormerNameColumns } from '../former-names.ts';
import { toPublicChangeColumns } from '../public-changes.ts';

export type CompanyBatch = ReturnType<typeof toBatch>;

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

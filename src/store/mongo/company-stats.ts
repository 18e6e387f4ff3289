import type { Document, Filter } from 'mongodb';
import { NEWEST_RUN_FIRST } from '../port/layout.ts';
import { type CompanyStats, toCompanyStats } from '../port/query-reads.ts';
import { callWithin } from './calls.ts';
import type { Collections } from './collections.ts';
import type { CompanyDocument } from './documents.ts';

/** How long an import may count all companies. */
const COUNT_MS = 30_000;

/** Counts companies by value. Counting all of them takes FerretDB longer than a query may take. */
export async function countByValue(
  { companies }: Collections,
  conditions: Filter<CompanyDocument>,
): Promise<CompanyStats> {
  const isFiltered = Object.keys(conditions).length > 0;
  const stages = isFiltered ? [{ $match: conditions }, ...GROUP] : ALL;
  return toStats(await companies.aggregate<Group>(stages));
}

/** Counts all companies at the end of an import. */
export async function saveStats(importId: string, { companies, stats }: Collections) {
  const groups = await callWithin(COUNT_MS, (limits) =>
    companies.driver.aggregate<Group>(ALL, limits).toArray(),
  );
  await stats.replaceAll([{ _id: 'all', importId, ...toStats(groups) }]);
}

/** The counts that the last import saved; null if it has saved none, as while it runs. */
export async function findStats({ documents, stats }: Collections): Promise<CompanyStats | null> {
  // A refused import has written nothing.
  const where = { outcome: { not: 'refused' } };
  const [[last], saved] = await Promise.all([
    documents.imports.find({ where, ...NEWEST_RUN_FIRST, first: 1 }),
    stats.findOne({ _id: 'all' }),
  ]);
  if (saved === null || last?.id !== saved.importId || last.outcome !== 'completed') return null;
  const { _id, importId, ...counts } = saved;
  return counts;
}

interface Group {
  _id: [region: string | null, legalForm: string | null, status: string, isDelisted: boolean];
  count: number;
}

function toStats(groups: readonly Group[]): CompanyStats {
  return toCompanyStats(
    groups.map(({ _id: [region, legalForm, status, isDelisted], count }) => {
      return { region, legalForm, status, isDelisted, count };
    }),
  );
}

const IS_DELISTED = { $ne: ['$goneSince', null] };
/** FerretDB takes half as long for this as for `$group`. */
const GROUP: Document[] = [
  {
    $project: {
      _id: 0,
      values: ['$company.region', '$company.legalForm', '$company.status', IS_DELISTED],
    },
  },
  { $sortByCount: '$values' },
];
/** In the order of the index `facets`, which covers the query: no company is read. */
const ALL: Document[] = [
  {
    $sort: { 'company.region': 1, 'company.legalForm': 1, 'company.status': 1, goneSince: 1 },
  },
  ...GROUP,
];

import type { DatabaseSync } from 'node:sqlite';
import type { NameRank } from '../../domain/company/search-text.ts';
import {
  type CompanySummary,
  findByRank,
  mergeFound,
  type NameQuery,
  type SearchReads,
} from '../port/search-reads.ts';
import { type StaffCompanyReads, toTotal } from '../port/staff-reads.ts';
import { toIdnoColumn, toPlainCompany } from './company-record.ts';
import { asStoreCall } from './database.ts';
import type { NameSearch } from './name-search.ts';

/** Works on a read-only connection. */
export function createSearchReads(
  db: DatabaseSync,
  names: NameSearch,
  listIdnos: StaffCompanyReads['listCompanies'],
): SearchReads & Pick<StaffCompanyReads, 'countNames'> {
  const findCompany = db.prepare('SELECT company FROM companies WHERE idno = ?');

  function findSummary(idno: string): CompanySummary | null {
    const row = findCompany.get(toIdnoColumn(idno));
    if (row === undefined) return null;
    const { name, legalForm, status, region } = toPlainCompany(row['company']);
    return { idno, name, legalForm, status, region };
  }

  const listRank = (rank: NameRank, query: NameQuery) =>
    asStoreCall(() =>
      mergeFound(
        query.names === 'former' ? [] : names.listCurrent(rank, query),
        query.names === 'current' ? [] : names.listFormer(rank, query),
        query.first,
      ),
    );

  return {
    async searchNames(query) {
      const found = await findByRank(query, listRank);
      return await asStoreCall(() =>
        found.flatMap(({ idno, formerName, place }) => {
          const company = findSummary(idno);
          // An import may have removed it a moment ago.
          return company === null ? [] : [{ company, formerName, place }];
        }),
      );
    },
    async countNames(query, max) {
      const found = await findByRank({ ...query, after: null, first: max + 1 }, listRank);
      return toTotal(found.length, max);
    },
    async listMatching(filter, after, first) {
      const idnos = await listIdnos(filter, after, first);
      return await asStoreCall(() => idnos.map(findSummary).filter((one) => one !== null));
    },
  };
}

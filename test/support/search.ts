import { toNameSearch } from '../../src/domain/company/search-text.ts';
import type { SearchReads } from '../../src/store/port/search-reads.ts';

/** The IDNOs of companies found by their current names. */
export async function searchCurrentNames(
  reads: Pick<SearchReads, 'searchNames'>,
  typed: string,
  first = 100,
): Promise<string[]> {
  const query = { text: toNameSearch(typed), names: 'current', filter: {}, after: null } as const;
  return (await reads.searchNames({ ...query, first })).map(({ company }) => company.idno);
}

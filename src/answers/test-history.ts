import { EXAMPLE_IDNO, TEST_COMPANIES } from '../domain/company/test-companies.ts';
import type { CompanyChange } from '../store/port/companies.ts';
import type { CompanyHistory } from '../store/port/query-reads.ts';

/** Dumps that test companies are in, newest first; one of them lacks EXAMPLE_IDNO. */
const RUNS = ['2026-09-21', '2026-09-14', '2026-09-07', '2026-08-31'].map((dumpDate) => ({
  id: dumpDate,
  kind: 'full' as const,
  outcome: 'completed' as const,
  startedAtMs: Date.parse(dumpDate),
  dumpDate,
}));

const CHANGES: readonly CompanyChange[] = [
  toChange(3, '2026-09-21', { goneSince: '2026-09-14' }),
  toChange(2, '2026-09-14', { goneSince: null }),
  toChange(1, '2026-09-07', {
    company: {
      address: 'MD-2001, mun. Chişinău, str. Exemplului, 2',
      admins: ['EXEMPLU ANA'],
    },
  }),
];

/** The history of a test company, of every kind of change for EXAMPLE_IDNO; null for another IDNO. */
export function findTestHistory(idno: string): CompanyHistory | null {
  const found = TEST_COMPANIES.find(({ company }) => company.idno === idno);
  if (found === undefined) return null;
  return {
    company: found.company,
    goneSince: null,
    firstDumpDate: '2026-08-31',
    changes: idno === EXAMPLE_IDNO ? [...CHANGES] : [],
    runs: RUNS,
  };
}

function toChange(
  revision: number,
  dumpDate: string,
  previous: CompanyChange['previous'],
): CompanyChange {
  return { idno: EXAMPLE_IDNO, revision, importId: dumpDate, dumpDate, previous };
}

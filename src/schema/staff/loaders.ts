import DataLoader from 'dataloader';
import { MAX_LISTED_SESSIONS } from '../../accounts/sign-in/sessions.ts';
import type { Company } from '../../domain/company/company.ts';
import { MAX_STAFF_KEYS, MAX_STAFF_PAGE } from '../../store/port/query-reads.ts';
import { FAILED_REQUESTS_KEPT_MS } from '../../store/port/usage.ts';
import type { QueryReads } from '../../store/query-reads.ts';
import type { CompanyListContext } from '../loaders.ts';

export type StaffLoaders = ReturnType<typeof createStaffLoaders>;

/** Loaders of one operation: it reads each record once, and nothing outlives it. */
export function createStaffLoaders(reads: QueryReads, nowMs: () => number) {
  const recordByIdno = load((idnos) => reads.findCompanies(idnos));
  const findCompanies = async (idnos: readonly string[]): Promise<(Company | null | Error)[]> => {
    const records = await recordByIdno.loadMany(idnos);
    return records.map((one) => (one instanceof Error ? one : (one?.company ?? null)));
  };
  return {
    recordByIdno,
    companyByIdno: load(findCompanies),
    /** At most two; by folded name. */
    namesakes: load((names) => reads.findNamesakes(names)),
    /** By the identifier of a founder: an IDNO or a folded name. */
    founded: load((identifiers) => reads.listFounded(identifiers, MAX_STAFF_PAGE)),
    /** The newest first. */
    changes: load((idnos) => reads.listChanges(idnos, MAX_STAFF_PAGE)),
    importById: load((ids) => reads.findImports(ids)),
    accountByEmail: load((emails) => reads.findByEmails(emails)),
    /** The last used first; by account id. */
    sessions: load((ids) => reads.listSessions(ids, nowMs(), MAX_LISTED_SESSIONS)),
    /** By account id. */
    failedRequests: load((ids) => reads.listFailedRequests(ids, nowMs() - FAILED_REQUESTS_KEPT_MS)),
    /** By account id. */
    watchListSize: load((ids) => reads.findWatchListSizes(ids)),
    /** By account id. */
    lastSignIn: load((accountIds) => reads.findLastSignIns(accountIds)),
    /** By account id. */
    webhook: load((accountIds) => reads.findWebhooks(accountIds)),
  };
}

/** Without companies that an import has removed a moment ago. */
export function createCompanyLists(
  reads: QueryReads,
  { companyByIdno }: Pick<StaffLoaders, 'companyByIdno'>,
): Omit<CompanyListContext, 'toCompanyUrl'> {
  const loadAll = (idnos: readonly string[]) =>
    Promise.all(idnos.map((idno) => companyByIdno.load(idno)));
  return {
    async findCompaniesByName(query) {
      const found = await reads.findNames(query);
      const companies = await loadAll(found.map(({ idno }) => idno));
      return found.flatMap(({ formerName, position }, index) => {
        const company = companies[index] ?? null;
        return company === null ? [] : [{ company, formerName, position }];
      });
    },
    async listCompanies(filter, after, first) {
      const companies = await loadAll(await reads.listCompanies(filter, after, first));
      return companies.filter((company) => company !== null);
    },
  };
}

function load<Value>(
  read: (keys: readonly string[]) => Promise<(Value | Error)[]>,
): DataLoader<string, Value> {
  return new DataLoader(read, { maxBatchSize: MAX_STAFF_KEYS });
}

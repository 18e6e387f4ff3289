import DataLoader from 'dataloader';
import type { KeyAccess } from '../domain/account/account.ts';
import type { Company, ServedCompany } from '../domain/company/company.ts';
import type { CompanyFilter, FoundCompany, NameQuery } from '../store/port/search-reads.ts';

/** The most keys of one read: a store's `$in` or read transaction stays short. */
const MAX_BATCH_SIZE = 500;

export interface Loaders {
  companyByIdno: Pick<DataLoader<string, ServedCompany | null>, 'load'>;
}

/** The context of a look-up. */
export interface CompanyContext {
  loaders: Pick<Loaders, 'companyByIdno'>;
  /** The address of a company's public page. */
  toCompanyUrl: (idno: string) => string;
}

/** The context of a search or a list of companies. */
export interface CompanyListContext extends Pick<CompanyContext, 'toCompanyUrl'> {
  findCompaniesByName: (query: NameQuery) => Promise<Found[]>;
  /** Sorted by IDNO. */
  listCompanies: (filter: CompanyFilter, after: string | null, first: number) => Promise<Company[]>;
}

/** A company found by its name or by a name that it had before. */
export interface Found extends Omit<FoundCompany, 'company'> {
  company: Company;
}

/*
 * Loaders that all requests share. The keys of all requests that arrive in one turn of the event loop
 * become one read; their companies become the next, in the same turn. They cache nothing, so that a
 * change takes effect with the next request.
 */

export function createCompanyLoader(
  find: (idnos: readonly string[]) => Promise<(ServedCompany | null)[]>,
): Loaders['companyByIdno'] {
  return createBatching(find);
}

export function createKeyAccessLoader(
  find: (keyHashes: readonly string[]) => Promise<(KeyAccess | null)[]>,
): DataLoader<string, KeyAccess | null> {
  return createBatching(find, { batchScheduleFn: (dispatch) => setImmediate(dispatch) });
}

/** By default a batch is read once no more promises are to be settled. */
function createBatching<Value>(
  find: (keys: readonly string[]) => Promise<(Value | null)[]>,
  schedule: Pick<DataLoader.Options<string, Value | null>, 'batchScheduleFn'> = {},
): DataLoader<string, Value | null> {
  return new DataLoader((keys) => findDistinct(keys, find), {
    cache: false,
    maxBatchSize: MAX_BATCH_SIZE,
    ...schedule,
  });
}

/** Without a cache a key may be loaded twice in a turn; the store reads it once. */
async function findDistinct<Value>(
  keys: readonly string[],
  find: (keys: readonly string[]) => Promise<(Value | null)[]>,
): Promise<(Value | null)[]> {
  const indexes = new Map<string, number>();
  for (const key of keys) if (!indexes.has(key)) indexes.set(key, indexes.size);
  if (indexes.size === keys.length) return find(keys);
  const values = await find([...indexes.keys()]);
  return keys.map((key) => values[indexes.get(key) ?? -1] ?? null);
}

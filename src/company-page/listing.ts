import type { Delisting, ServedCompany } from '../domain/company/company.ts';
import { isReservedIdno } from '../domain/company/idno.ts';

export interface ListingSources {
  /** Null while the register lists the company. Rejects with Unavailable. */
  findDelisting: (idno: string) => Promise<Delisting | null>;
  /** Date of the dump that is served, `YYYY-MM-DD`; null before the first import. */
  readDataDate: () => string | null | Promise<string | null>;
}

export interface Listing {
  /** Date of the first full dump without the company, `YYYY-MM-DD`; null while it is listed. */
  delistedSince: string | null;
  /**
   * Date of the dump that the data comes from, `YYYY-MM-DD`; null before the first import, and of a
   * test company.
   */
  dataDate: string | null;
}

/** Rejects with Unavailable. */
export type FindListing = (company: ServedCompany) => Promise<Listing>;

export function createFindListing({ findDelisting, readDataDate }: ListingSources): FindListing {
  return async ({ idno, delistedSince }) => {
    if (isReservedIdno(idno)) return { delistedSince: null, dataDate: null };
    const [delisting, servedDate] = await Promise.all([
      delistedSince === undefined ? null : findDelisting(idno),
      readDataDate(),
    ]);
    return {
      delistedSince: delisting?.since ?? null,
      dataDate: delisting === null ? servedDate : delisting.dataDate,
    };
  };
}

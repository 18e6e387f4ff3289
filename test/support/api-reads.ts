import type { ApiReads } from '../../src/store/port/query-reads.ts';

/** The reads of the API, of which those that are not given all do `read`. */
export function makeApiReads(read: () => Promise<never>, given: Partial<ApiReads> = {}): ApiReads {
  return {
    searchNames: read,
    countNames: read,
    listMatching: read,
    countCompanies: read,
    readChanges: read,
    readHistory: read,
    ...given,
  };
}

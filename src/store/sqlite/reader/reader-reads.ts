import type { CallRequest } from '../../../worker/calls.ts';
import type { QueryReads } from '../../query-reads.ts';

/** Asks a process for a read. */
type Submit = (request: CallRequest, signal: AbortSignal) => Promise<unknown>;

/**
 * All that crosses the boundary of a reader's process. Rules over collections run behind it: a page of
 * changes or of accounts is one call, whatever it reads.
 */
const READS: Readonly<Record<keyof QueryReads, true>> = {
  findCompanies: true,
  listCompanies: true,
  countCompanies: true,
  countByValue: true,
  listByPerson: true,
  countByPerson: true,
  findNamesakes: true,
  listFounded: true,
  listChanges: true,
  searchNames: true,
  findNames: true,
  countNames: true,
  listMatching: true,
  readChanges: true,
  readHistory: true,
  listAccounts: true,
  countAccounts: true,
  findByEmails: true,
  listSessions: true,
  listUsage: true,
  listFailedRequests: true,
  findWatchListSizes: true,
  findWebhooks: true,
  listAudit: true,
  countAudit: true,
  findLastSignIns: true,
  listImports: true,
  findImports: true,
  listRejects: true,
  countRejects: true,
  listImportChanges: true,
  countImportChanges: true,
};

/** The reads, each in a process; they stop when the signal aborts. */
export function createReads(submit: Submit, signal: AbortSignal): QueryReads {
  const reads = Object.keys(READS).map((name) => [
    name,
    (...args: unknown[]) => submit({ name, args }, signal),
  ]);
  return Object.fromEntries(reads);
}

import { toNetworks } from '../../domain/account/network.ts';
import { cutSecrets } from '../../domain/account/secret-texts.ts';
import { type FailedRequest, MAX_FAILED_REQUESTS } from '../../store/port/usage.ts';
import { startWriteBehind, type WriteBehind } from './write-behind.ts';

/**
 * Accounts whose failed requests wait to be written; those of further accounts are dropped. With
 * MAX_FAILED_REQUESTS of the longest paths each they take less than 25 MB.
 */
const MAX_WAITING_ACCOUNTS = 500;
/** Longer than any path of the API with a 13-digit IDNO; the rest is cut. */
const MAX_PATH_LENGTH = 200;

/** The parts of the framework's request that are stored. */
interface AnsweredRequest {
  id: string;
  method: string;
  errorCode: string | null;
  clientAddress: string;
}

/** Collects the failed requests of accounts and writes them later, in batches. */
export interface FailedRequests extends WriteBehind {
  /** `path` is without the query. */
  note(accountId: string, request: AnsweredRequest, path: string, status: number): void;
  /** Those stored and those that wait to be written, newest first, at most MAX_FAILED_REQUESTS. */
  addWaiting(accountId: string, stored: readonly FailedRequest[]): FailedRequest[];
}

interface FailedRequestDependencies {
  /** Adds each request once, even if it is repeated. */
  add: (requests: readonly FailedRequest[]) => Promise<void>;
  nowMs: () => number;
  /** Called for each failed flush of the timer, and for the first dropped request after a write. */
  onFault: (error: unknown) => void;
}

export function createFailedRequests(dependencies: FailedRequestDependencies): FailedRequests {
  const { add, nowMs, onFault } = dependencies;
  /** By account, the oldest first. */
  const waiting = new Map<string, FailedRequest[]>();
  let reachedLimit = false;

  async function write(requests: readonly FailedRequest[]): Promise<void> {
    await add(requests);
    reachedLimit = false;
    const written = new Set(requests);
    for (const accountId of new Set(requests.map((request) => request.accountId))) {
      const left = waiting.get(accountId)?.filter((request) => !written.has(request)) ?? [];
      if (left.length > 0) waiting.set(accountId, left);
      else waiting.delete(accountId);
    }
  }

  return {
    note(accountId, request, path, status) {
      const requests = waiting.get(accountId) ?? [];
      if (requests.length === 0) {
        if (waiting.size >= MAX_WAITING_ACCOUNTS) {
          if (!reachedLimit) onFault(new Error(LIMIT_FAULT));
          reachedLimit = true;
          return;
        }
        waiting.set(accountId, requests);
      }
      if (requests.length >= MAX_FAILED_REQUESTS) requests.shift();
      const { id: requestId, method, errorCode: error, clientAddress } = request;
      const network = toNetworks(clientAddress).site;
      const answered = { requestId, atMs: nowMs(), method, status, error, network };
      requests.push({ accountId, path: toStoredPath(path), ...answered });
    },
    addWaiting(accountId, stored) {
      const newest = (waiting.get(accountId) ?? []).toReversed();
      // A request that is being written may be in both.
      const ids = new Set(newest.map(({ requestId }) => requestId));
      const others = stored.filter(({ requestId }) => !ids.has(requestId));
      return [...newest, ...others].slice(0, MAX_FAILED_REQUESTS);
    },
    ...startWriteBehind({ listWaiting: () => [...waiting.values()].flat(), write, onFault }),
  };
}

const LIMIT_FAULT = `the failed requests of ${MAX_WAITING_ACCOUNTS} accounts wait; more are dropped`;

/** Copied, because a substring would keep the whole URL in memory; that also makes it well-formed. */
function toStoredPath(path: string): string {
  return Buffer.from(cutSecrets(path, MAX_PATH_LENGTH)).toString();
}

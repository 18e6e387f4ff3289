import type { FastifyReply, FastifyRequest } from 'fastify';
import { toNetworks } from '../domain/account/network.ts';
import { createMemoryLimiter } from '../limit/memory-limiter.ts';
import { type ErrorAnswer, HTTP_ERRORS, RefusedRequest } from './errors.ts';
import { createPageTurns, type PageTurnsOptions } from './page-turns.ts';
import type { SendError } from './scope.ts';

/** The window in which the pages of a network and the requests of an account are counted. */
export const PAGE_WINDOW_MS = 60_000;
export const MAX_PAGES_PER_SUBSCRIBER = 60;
/** A site may be an office or a mobile operator's gateway. */
export const MAX_PAGES_PER_SITE = 600;
/**
 * Networks and sites counted at once; the least recently counted one is dropped. Requests that are
 * refused at once are not counted, so that a flood of them evicts no count.
 */
const MAX_COUNTED_NETWORKS = 20_000;

/** Pages and operations of one account in a minute: far more than a person opens. */
export const MAX_HOLDER_REQUESTS = 120;
/** Accounts counted at once; the least recently counted one is dropped. */
const MAX_COUNTED_HOLDERS = 20_000;

const WINDOW_SECONDS = PAGE_WINDOW_MS / 1_000;
const TOO_MANY_PAGES = toTooMany('too many pages were opened from your network.');
const TOO_MANY_REQUESTS = toTooMany(
  `your account has sent ${MAX_HOLDER_REQUESTS} requests in this time.`,
);

function toTooMany(reason: string): ErrorAnswer {
  return {
    status: 429,
    error: 'rate_limited',
    message: `Wait ${WINDOW_SECONDS} seconds: ${reason}`,
    headers: { 'retry-after': String(WINDOW_SECONDS) },
  };
}

/** What a page does while it waits for something else, so that others have its turn meanwhile. */
export type Outside = <Result>(wait: () => Promise<Result>) => Promise<Result>;

type PageHandler<Request extends FastifyRequest> = (
  request: Request,
  reply: FastifyReply,
  outside: Outside,
) => unknown;

export interface VisitorLimitOptions extends PageTurnsOptions {
  refuse: SendError;
}

/**
 * Limits the pages of each network, by rolling windows, and of all, by turns (`createPageTurns`). The
 * function makes a handler of a route one that opens its page within these limits.
 */
export function createVisitorLimit({ refuse, ...options }: VisitorLimitOptions) {
  const turns = createPageTurns(options);
  const networks = createMemoryLimiter({
    windowMs: PAGE_WINDOW_MS,
    maxLimit: MAX_PAGES_PER_SITE,
    maxKeys: MAX_COUNTED_NETWORKS,
    whenFull: 'evict',
    nowMs: options.elapsedMs,
  });

  // An answer, because throwing an error would cost a flood more.
  function findRefusal(address: string): ErrorAnswer | null {
    const { subscriber, site } = toNetworks(address);
    const counts = [
      [`subscriber ${subscriber}`, MAX_PAGES_PER_SUBSCRIBER],
      [`site ${site}`, MAX_PAGES_PER_SITE],
    ] as const;
    if (!counts.every(([key, limit]) => networks.hasRoom(key, limit))) return TOO_MANY_PAGES;
    if (!turns.hasRoom()) return HTTP_ERRORS.unavailable;
    // Before the wait: otherwise one network could fill the queue.
    for (const [key, limit] of counts) networks.admit(key, limit);
    return null;
  }

  const outside: Outside = async (wait) => {
    turns.end();
    try {
      return await wait();
    } finally {
      turns.resume();
    }
  };

  return <Request extends FastifyRequest>(open: PageHandler<Request>) =>
    async (request: Request, reply: FastifyReply) => {
      const refusal = findRefusal(request.ip);
      if (refusal !== null) return refuse(refusal, request, reply);
      if (!(await turns.begin())) return refuse(HTTP_ERRORS.unavailable, request, reply);
      try {
        return await open(request, reply, outside);
      } finally {
        turns.end();
      }
    };
}

/**
 * Counts the requests of each signed-in account in a rolling window. The function throws
 * RefusedRequest beyond the limit; refused requests do not count. `elapsedMs` is a monotonic clock.
 */
export function createAccountLimit(elapsedMs: () => number): (accountId: string) => void {
  const limiter = createMemoryLimiter({
    windowMs: PAGE_WINDOW_MS,
    maxLimit: MAX_HOLDER_REQUESTS,
    maxKeys: MAX_COUNTED_HOLDERS,
    whenFull: 'evict',
    nowMs: elapsedMs,
  });
  return (accountId) => {
    const { admitted } = limiter.admit(accountId, MAX_HOLDER_REQUESTS);
    if (!admitted) throw new RefusedRequest(TOO_MANY_REQUESTS);
  };
}

import { setTimeout as sleep } from 'node:timers/promises';

/** For the whole process: each link costs a durable write and a mail. */
export const MAX_LINKS_PER_SECOND = 20;
/** Ten seconds of work; further requests are refused. */
export const MAX_WAITING_LINKS = 200;
/** No request is lost when the store is unavailable for some seconds. */
const MAX_ATTEMPTS = 5;
const RETRY_PAUSE_MS = 2_000;

/**
 * Requests for sign-in links, which are answered before they are handled. They are handled one
 * after another at a limited rate: neither the answer nor its time reveals whether an account
 * exists, and a flood of them does not slow other requests.
 */
export interface LinkQueue<Request> {
  readonly isFull: boolean;
  /** Must not be called while it is full. */
  put(request: Request): void;
  /**
   * Handles the waiting requests without pauses, for at most this long. Drops those that fail or
   * remain, and returns how many were dropped.
   */
  close(waitMs: number): Promise<number>;
}

export interface LinkQueueDependencies<Request> {
  handle: (request: Request) => Promise<void>;
  /** Called for each failed attempt. */
  onFault: (error: unknown) => void;
}

export function createLinkQueue<Request>(
  dependencies: LinkQueueDependencies<Request>,
): LinkQueue<Request> {
  const { handle, onFault } = dependencies;
  /** The first one is being handled. */
  const waiting: Request[] = [];
  const closing = new AbortController();
  let draining: Promise<void> | null = null;
  let failedAtClose = 0;

  const pause = (ms: number) => sleep(ms, undefined, { signal: closing.signal }).catch(() => {});

  async function drain(): Promise<void> {
    for (let [request] = waiting; request !== undefined; [request] = waiting) {
      await pause(1_000 / MAX_LINKS_PER_SECOND);
      await attempt(request);
      waiting.shift();
    }
    draining = null;
  }

  async function attempt(request: Request): Promise<void> {
    for (let count = 1; count <= MAX_ATTEMPTS; count++) {
      try {
        return await handle(request);
      } catch (error) {
        onFault(error);
        if (closing.signal.aborted) {
          failedAtClose++;
          return;
        }
        await pause(RETRY_PAUSE_MS);
      }
    }
  }

  return {
    get isFull() {
      return closing.signal.aborted || waiting.length >= MAX_WAITING_LINKS;
    },
    put(request) {
      waiting.push(request);
      draining ??= drain();
    },
    async close(waitMs) {
      closing.abort();
      const deadline = new AbortController();
      const late = sleep(waitMs, undefined, { signal: deadline.signal }).catch(() => {});
      await Promise.race([draining, late]);
      deadline.abort();
      return waiting.splice(0).length + failedAtClose;
    },
  };
}

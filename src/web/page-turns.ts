/**
 * The share of the time in which pages may keep the server's thread busy, so that they take little
 * of it from the API, however fast the machine and however long a page takes.
 */
export const PAGE_SHARE = 0.25;
/** The busy time that pages may save up while none is open, for many that come at once. */
export const MAX_SAVED_MS = 25;
/** Pages open at once: as many at once delay the API's answers by some milliseconds. */
export const MAX_OPEN_PAGES = 25;
/** A page that has waited for its turn for longer is refused. */
export const MAX_PAGE_WAIT_MS = 1_000;
export const MAX_WAITING_PAGES = 200;

export interface PageTurnsOptions {
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
  /** Milliseconds in which the thread was busy, as `performance.eventLoopUtilization` counts them. */
  busyMs: () => number;
}

export interface PageTurns {
  /** False: too many pages wait. */
  hasRoom(): boolean;
  /** Waits for a turn, which `end` ends. False: there is none in time. */
  begin(): Promise<boolean>;
  /** Goes on with a turn that was ended while the page waited for something else. */
  resume(): void;
  end(): void;
}

/**
 * Lets pages open in the order in which they came. While any is open, the time in which the thread
 * is busy counts as theirs, also that of other requests: the busier the API, the less is left.
 */
export function createPageTurns({ elapsedMs, busyMs }: PageTurnsOptions): PageTurns {
  const waiting: ((isAdmitted: boolean) => void)[] = [];
  let open = 0;
  /** Negative: pages have used more than their share, and others wait. */
  let savedMs = MAX_SAVED_MS;
  let last = { elapsedMs: elapsedMs(), busyMs: busyMs() };
  let timer: NodeJS.Timeout | undefined;

  function settle(): void {
    const now = { elapsedMs: elapsedMs(), busyMs: busyMs() };
    savedMs += (now.elapsedMs - last.elapsedMs) * PAGE_SHARE;
    if (open > 0) savedMs -= now.busyMs - last.busyMs;
    savedMs = Math.min(savedMs, MAX_SAVED_MS);
    last = now;
  }

  const isFree = () => open < MAX_OPEN_PAGES && savedMs > 0;

  function admitWaiting(): void {
    settle();
    while (waiting.length > 0 && isFree()) {
      open++;
      waiting.shift()?.(true);
    }
    clearTimeout(timer);
    // Where as many as may be are open, the end of one admits the next.
    if (waiting.length > 0 && savedMs <= 0) {
      timer = setTimeout(admitWaiting, Math.ceil(-savedMs / PAGE_SHARE) + 1);
    }
  }

  return {
    hasRoom: () => waiting.length < MAX_WAITING_PAGES,
    async begin() {
      settle();
      if (waiting.length === 0 && isFree()) {
        open++;
        return true;
      }
      const { promise, resolve } = Promise.withResolvers<boolean>();
      waiting.push(resolve);
      const patience = setTimeout(() => {
        waiting.splice(waiting.indexOf(resolve), 1);
        resolve(false);
      }, MAX_PAGE_WAIT_MS);
      admitWaiting();
      return await promise.finally(() => clearTimeout(patience));
    },
    resume() {
      settle();
      open++;
    },
    end() {
      settle();
      open--;
      admitWaiting();
    },
  };
}

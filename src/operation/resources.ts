/** The default limit for closing one resource. */
const CLOSE_LIMIT_MS = 2_500;

/** Everything that a process has opened. */
export interface Resources {
  /** `close` is called at most once and fails if it takes longer than `limitMs`. */
  add(name: string, close: () => Promise<void> | void, limitMs?: number): void;
  /**
   * Closes all resources in reverse order of opening. A failure does not stop the others; the
   * promise rejects if any failed.
   */
  close(): Promise<void>;
}

/** `onFault` is called for each failure to close, with the name of the resource. */
export function createResources(onFault: (name: string, error: unknown) => void): Resources {
  const stack = new AsyncDisposableStack();
  return {
    add(name, close, limitMs = CLOSE_LIMIT_MS) {
      stack.defer(async () => {
        try {
          await waitFor(close(), limitMs);
        } catch (error) {
          onFault(name, error);
          throw error;
        }
      });
    },
    close: () => stack.disposeAsync(),
  };
}

async function waitFor(closed: Promise<void> | void, limitMs: number): Promise<void> {
  const late = Promise.withResolvers<never>();
  const error = new Error(`it was not closed within ${limitMs} ms`);
  const timer = setTimeout(() => late.reject(error), limitMs);
  try {
    await Promise.race([closed, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

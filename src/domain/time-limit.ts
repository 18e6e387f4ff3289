/**
 * Runs `work` with a signal that aborts after `limitMs`, with the given error as its reason.
 * `AbortSignal.timeout` would keep the signal, and through its listeners the results, until then
 * even where the work ends earlier: at a few hundred reads a second, megabytes that the garbage
 * collector copies.
 */
export async function withTimeLimit<Result>(
  limitMs: number,
  work: (signal: AbortSignal) => Promise<Result>,
  toError: () => Error,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(toError()), limitMs).unref();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Rejects with the signal's reason as soon as it aborts, also where the work goes on, as writes of
 * MongoDB's driver and look-ups of names do.
 */
export async function raceAgainst<Result>(
  signal: AbortSignal,
  work: Promise<Result>,
): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort);
  try {
    return await Promise.race([work, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}

/** How old the date may be on a store that has no data version, because others import into it. */
const MAX_AGE_MS = 5_000;

/** The cached date, or a promise while it is read. Rejects with Unavailable. */
export type ReadDataDate = () => string | null | Promise<string | null>;

export interface DataDateSources {
  /** `CompanyReads.findDataDate`. */
  findDataDate: () => Promise<string | null>;
  /** Changes when any company or import changes; null where the store has none. */
  readDataVersion: (() => number) | null;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
}

/**
 * Remembers the date of the served dump, `YYYY-MM-DD`, so that a request does not query for it. It
 * is read again when the store's data version changes, else every MAX_AGE_MS; requests that come
 * meanwhile share that read.
 */
export function cacheDataDate({ findDataDate, ...sources }: DataDateSources): ReadDataDate {
  const { readDataVersion, nowMs } = sources;
  const readVersion = readDataVersion ?? (() => Math.floor(nowMs() / MAX_AGE_MS));
  let cachedVersion = Number.NaN;
  let cached: ReturnType<ReadDataDate> = null;

  function refresh(version: number): void {
    const reading = findDataDate();
    cachedVersion = version;
    cached = reading;
    const settle = (date: string | null, known: number) => {
      if (cached !== reading) return;
      cached = date;
      cachedVersion = known;
    };
    // After a failure the next request reads it again.
    reading.then(
      (date) => settle(date, version),
      () => settle(null, Number.NaN),
    );
  }

  return () => {
    const version = readVersion();
    if (version !== cachedVersion) refresh(version);
    return cached;
  };
}

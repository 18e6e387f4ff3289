/** How old the facts may be: a flood of requests costs the store one reading in that time. */
export const STATUS_AGE_MS = 5_000;

/** What works or does not; `mail` sends sign-in links. */
export type StatusPart = 'lookups' | 'search' | 'account' | 'mail';

/** As `/health/ready` and `/metrics` have them. */
export interface StatusSources {
  readReadiness: () => Promise<{
    status: 'ready' | 'stopping' | 'unavailable';
    limiter: 'ok' | 'degraded';
  }>;
  /** Date of the dump that is served, `YYYY-MM-DD`; null before the first import. */
  readDataDate: () => string | null | Promise<string | null>;
  /** When the last import ended; null before the first. */
  findLastImportMs: () => Promise<number | null>;
  /** Of the look-ups of the last hour; null if there were none. */
  readLookupLatencies: () => { p50Ms: number; p99Ms: number } | null;
  /** The parts that failed in the last minutes: answers of 5xx, mails that the server did not take. */
  listRecentFaults: () => StatusPart[];
  sendsMail: boolean;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

export interface StatusFacts {
  state: 'ready' | 'disturbed' | 'degraded' | 'stopping' | 'unavailable';
  /** Whether the store answers. */
  serves: boolean;
  limiter: 'ok' | 'degraded';
  recentFaults: readonly StatusPart[];
  sendsMail: boolean;
  /** Undefined: the store has not told yet. */
  dataDate: string | null | undefined;
  lastImportMs: number | null | undefined;
  latencies: { p50Ms: number; p99Ms: number } | null;
  checkedAtMs: number;
}

/** Reads the facts at most once in STATUS_AGE_MS; all requests share a reading that still runs. */
export function createStatusFacts(sources: StatusSources): () => Promise<StatusFacts> {
  const { elapsedMs } = sources;
  let known: Pick<StatusFacts, 'dataDate' | 'lastImportMs'> = {
    dataDate: undefined,
    lastImportMs: undefined,
  };
  let facts: Promise<StatusFacts> | null = null;
  let readAtMs: number | null = null;

  async function read(): Promise<StatusFacts> {
    const { status, limiter } = await sources.readReadiness();
    // While the store fails, the page says what was known before.
    if (status !== 'unavailable') known = await readData().catch(() => known);
    const recentFaults = sources.listRecentFaults();
    return {
      state: status === 'ready' ? toWorkingState(recentFaults, limiter) : status,
      serves: status !== 'unavailable',
      limiter,
      recentFaults,
      sendsMail: sources.sendsMail,
      ...known,
      latencies: sources.readLookupLatencies(),
      checkedAtMs: sources.nowMs(),
    };
  }

  async function readData(): Promise<typeof known> {
    const [dataDate, lastImportMs] = await Promise.all([
      sources.readDataDate(),
      sources.findLastImportMs(),
    ]);
    return { dataDate, lastImportMs };
  }

  return () => {
    const isOld = readAtMs !== null && elapsedMs() - readAtMs >= STATUS_AGE_MS;
    if (facts === null || isOld) {
      readAtMs = null;
      facts = read().finally(() => {
        readAtMs = elapsedMs();
      });
    }
    return facts;
  };
}

function toWorkingState(recentFaults: readonly StatusPart[], limiter: StatusFacts['limiter']) {
  if (recentFaults.length > 0) return 'disturbed';
  return limiter === 'degraded' ? 'degraded' : 'ready';
}

/** How old the facts may be: a flood of requests costs the store one read in that time. */
export const STATUS_AGE_MS = 5_000;
/** The register publishes a dump each week: two weeks after the end of its day, one was missed. */
const MAX_DATA_AGE_MS = 15 * 86_400_000;

/** A part of the service; `mail` sends sign-in links. */
export type StatusPart = 'lookups' | 'search' | 'account' | 'mail';

/** The same sources as those of `/health/ready` and `/metrics`. */
export interface StatusSources {
  readReadiness: () => Promise<{
    status: 'ready' | 'stopping' | 'unavailable';
    limiter: 'ok' | 'degraded';
  }>;
  /** Rejects with Unavailable where the account page cannot answer. */
  readAccounts: () => Promise<unknown>;
  /** Date of the dump that is served, `YYYY-MM-DD`; null before the first import. */
  readDataDate: () => string | null | Promise<string | null>;
  /** When the last import ended; null before the first. */
  findLastImportMs: () => Promise<number | null>;
  /** How long the look-ups of the last hour took; null if there were none. */
  readLookupLatencies: () => { p50Ms: number; p99Ms: number } | null;
  /** The parts that failed in the last minutes: answers of 5xx, mails that were not accepted. */
  listRecentFaults: () => StatusPart[];
  sendsMail: boolean;
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

export interface StatusFacts {
  state: 'ready' | 'disturbed' | 'degraded' | 'outdated' | 'stopping' | 'unavailable';
  /** Whether the store answers the API, and the account page. */
  serves: { api: boolean; account: boolean };
  /** Whether the data is older than MAX_DATA_AGE_MS. */
  isOutdated: boolean;
  limiter: 'ok' | 'degraded';
  recentFaults: readonly StatusPart[];
  sendsMail: boolean;
  /** Undefined until the store has answered once. */
  dataDate: string | null | undefined;
  lastImportMs: number | null | undefined;
  latencies: { p50Ms: number; p99Ms: number } | null;
  checkedAtMs: number;
}

/** Reads the facts at most once in STATUS_AGE_MS; all requests share a read that still runs. */
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
    const api = status !== 'unavailable';
    if (api) known = await readData().catch(() => known);
    const account =
      api ||
      (await sources
        .readAccounts()
        .then(() => true)
        .catch(() => false));
    const recentFaults = sources.listRecentFaults();
    const checkedAtMs = sources.nowMs();
    const isOutdated =
      known.dataDate != null && checkedAtMs - Date.parse(known.dataDate) > MAX_DATA_AGE_MS;
    return {
      state: status === 'ready' ? toWorkingState({ recentFaults, limiter, isOutdated }) : status,
      serves: { api, account },
      isOutdated,
      limiter,
      recentFaults,
      sendsMail: sources.sendsMail,
      ...known,
      latencies: sources.readLookupLatencies(),
      checkedAtMs,
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

function toWorkingState(facts: Pick<StatusFacts, 'recentFaults' | 'limiter' | 'isOutdated'>) {
  if (facts.recentFaults.length > 0) return 'disturbed';
  if (facts.limiter === 'degraded') return 'degraded';
  return facts.isOutdated ? 'outdated' : 'ready';
}

import { toTimestamp } from '../domain/time/timestamp.ts';
import type { ServicePart } from '../web/service-part.ts';

/** How old the facts may be: a flood of requests costs the store one read in that time. */
export const STATUS_AGE_MS = 5_000;
/** The register publishes a dump each week: two weeks after the end of its day, one was missed. */
const MAX_DATA_AGE_MS = 15 * 86_400_000;

/** The same sources as those of `/health/ready` and `/metrics`. */
export interface StatusSources {
  readReadiness: () => Promise<{
    status: 'ready' | 'stopping' | 'unavailable';
    limiter: 'ok' | 'degraded';
  }>;
  /** Rejects with Unavailable where the account page cannot answer. */
  readAccounts: () => Promise<unknown>;
  /**
   * Date of the dump that is served, `YYYY-MM-DD`; null before the first import. Rejects with
   * Unavailable where companies' pages cannot answer.
   */
  readDataDate: () => string | null | Promise<string | null>;
  /** When the last import ended; null before the first. */
  findLastImportMs: () => Promise<number | null>;
  /** How long the look-ups of the last hour took; null if there were none. */
  readLookupLatencies: () => { p50Ms: number; p99Ms: number } | null;
  /** The parts that this service has. */
  parts: readonly ServicePart[];
  /** Those that failed in the last minutes, with an answer of 5xx or in the background. */
  listRecentFaults: () => ServicePart[];
  /** Wall-clock milliseconds since the epoch. */
  nowMs: () => number;
  /** Milliseconds of a monotonic clock. */
  elapsedMs: () => number;
}

interface PartFacts {
  part: ServicePart;
  /** `faults`: it works, and failed in the last minutes. `fails`: it cannot work now. */
  state: 'works' | 'faults' | 'fails';
}

export interface StatusFacts {
  /** `empty`: it works and has no data, as no dump was imported yet. */
  state: 'ready' | 'disturbed' | 'empty' | 'degraded' | 'outdated' | 'stopping' | 'unavailable';
  parts: readonly PartFacts[];
  /** Whether the data is older than MAX_DATA_AGE_MS. */
  isOutdated: boolean;
  limiter: 'ok' | 'degraded';
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
    const api = status !== 'unavailable';
    const [data, account] = await Promise.all([
      readData().catch(() => null),
      api ||
        sources.readAccounts().then(
          () => true,
          () => false,
        ),
    ]);
    // While the store fails, the page says what was known before.
    known = data ?? known;
    const checkedAtMs = sources.nowMs();
    const isOutdated =
      known.dataDate != null && checkedAtMs - Date.parse(known.dataDate) > MAX_DATA_AGE_MS;
    const recentFaults = sources.listRecentFaults();
    // The other parts need the whole store.
    const works: Partial<Record<ServicePart, boolean>> = {
      companyPages: data !== null,
      account,
      mail: true,
    };
    const parts = sources.parts.map((part): PartFacts => {
      if (!(works[part] ?? api)) return { part, state: 'fails' };
      return { part, state: recentFaults.includes(part) ? 'faults' : 'works' };
    });
    return {
      state: status === 'ready' ? toWorkingState({ parts, limiter, isOutdated, ...known }) : status,
      parts,
      isOutdated,
      limiter,
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

function toWorkingState(
  facts: Pick<StatusFacts, 'parts' | 'limiter' | 'isOutdated' | 'dataDate'>,
): StatusFacts['state'] {
  if (facts.parts.some(({ state }) => state !== 'works')) return 'disturbed';
  if (facts.dataDate === null) return 'empty';
  if (facts.limiter === 'degraded') return 'degraded';
  return facts.isOutdated ? 'outdated' : 'ready';
}

/** For programs, with names as in the API. */
export function toStatusJson(facts: StatusFacts) {
  const { state, parts, limiter, dataDate, lastImportMs, latencies, checkedAtMs } = facts;
  return {
    status: state,
    checked_at: toTimestamp(checkedAtMs),
    parts: Object.fromEntries(parts.map((one) => [toSnakeCase(one.part), one.state])),
    limiter,
    data_date: dataDate ?? null,
    data_outdated: facts.isOutdated,
    last_import_at: lastImportMs == null ? null : toTimestamp(lastImportMs),
    lookups: latencies && {
      p50_ms: toTenths(latencies.p50Ms),
      p99_ms: toTenths(latencies.p99Ms),
    },
  };
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function toTenths(ms: number): number {
  return Math.round(ms * 10) / 10;
}

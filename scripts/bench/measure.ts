import { TIER_LIMITS } from '../../src/domain/account/plan.ts';
import type { Job } from './jobs.ts';
import { type Load, type LoadResult, runLoad } from './load.ts';
import { readCpuSeconds } from './proc.ts';
import type { ServerProcess } from './processes.ts';

export const CONNECTIONS = 50;
/** At the start of each load the server is still being compiled. */
const UNCOUNTED_MS = 500;
const WARM_UP_SECONDS = 300;

/** One line of the table: a load on a server. */
export interface Row {
  name: string;
  server: ServerProcess;
  job: Job;
  /** The row at half of whose rate this one sends its requests, to see how long an answer takes. */
  paceOf?: string;
}

interface Figures extends LoadResult {
  /** Processor time of the server's own process. */
  cpuMicrosPerRequest: number;
}

export interface Measurement extends Figures {
  /** Its figures divided by those of the reference, which was measured right before it. */
  toReference: { perSecond: number; cpu: number };
}

export interface MeasureOptions {
  rounds: number;
  /** Of each measurement. */
  seconds: number;
  /** Called with a line at the start of each round. */
  report: (line: string) => void;
}

type TimedJob = Job & Pick<Load, 'seconds' | 'perSecond' | 'firstTarget'>;

/**
 * The measurements of the reference and of each row, by name, one per round; throws if an answer
 * was wrong. The speed of a shared machine drifts, so the reference is measured before each row,
 * and counts with the first row of a round.
 */
export async function measureRows(
  reference: Row,
  rows: readonly Row[],
  { rounds, seconds, report }: MeasureOptions,
): Promise<Map<string, Measurement[]>> {
  const names = [reference, ...rows].map(({ name }) => name);
  const measurements = new Map<string, Measurement[]>(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    report(`measuring ${rows.length} rows: round ${round + 1} of ${rounds}`);
    for (const { name, server, job, paceOf } of rows) {
      const topRate = measurements.get(paceOf ?? '')?.at(-1)?.perSecond ?? null;
      const perSecond = topRate === null ? null : topRate / 2;
      // Each round begins in another part of the register.
      const firstTarget = Math.floor((round * job.targets.length) / rounds);
      const load = { ...job, seconds, perSecond, firstTarget };
      const referenceLoad = { ...reference.job, seconds, perSecond: null, firstTarget: 0 };
      const before = await measure(reference.server, referenceLoad);
      if (name === rows[0]?.name) measurements.get(reference.name)?.push(relate(before, before));
      const measured = await measure(server, load);
      measurements.get(name)?.push(relate(measured, before));
    }
  }
  return measurements;
}

function relate(measured: Figures, before: Figures): Measurement {
  const toReference = {
    perSecond: measured.perSecond / before.perSecond,
    cpu: measured.cpuMicrosPerRequest / before.cpuMicrosPerRequest,
  };
  return { ...measured, toReference };
}

/** Sends all requests of a job once, within WARM_UP_SECONDS. */
export async function warmUp(server: ServerProcess, job: Job): Promise<void> {
  const load = { ...job, seconds: WARM_UP_SECONDS, perSecond: null };
  const { answered } = await measure(server, load);
  if (answered === job.maxRequests) return;
  throw new Error(`the warm-up got ${answered} of ${job.maxRequests} answers in its time`);
}

async function measure(server: ServerProcess, job: TimedJob): Promise<Figures> {
  const keys = job.status === 429 ? [await useUpOne(server, job.keys)] : job.keys;
  const { port } = server;
  const beforeSeconds = readCpuSeconds(server.pid);
  const load = { ...job, keys, port, connections: CONNECTIONS, warmUpMs: UNCOUNTED_MS };
  const result = await runLoad(load);
  if (result.wrong > 0) {
    throw new Error(`${result.wrong} answers were wrong, the first: ${result.firstWrong}`);
  }
  const cpuSeconds = readCpuSeconds(server.pid) - beforeSeconds;
  return { ...result, cpuMicrosPerRequest: (cpuSeconds * 1e6) / result.answered };
}

/** Uses up the whole minute of a key, so that the following requests with it are refused. */
async function useUpOne(server: ServerProcess, keys: readonly string[]): Promise<string> {
  const url = `http://127.0.0.1:${server.port}/api/v1/nope`;
  for (const key of keys) {
    const headers = { 'x-api-key': key };
    const { headers: limit } = await fetch(url, { headers });
    if (limit.get('x-ratelimit-remaining') !== String(TIER_LIMITS.medium - 1)) continue;
    for (let count = 1; count < TIER_LIMITS.medium; count++) await fetch(url, { headers });
    return key;
  }
  throw new Error(`all of ${keys.length} keys are used up for this minute`);
}

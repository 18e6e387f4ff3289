import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Job } from './jobs.ts';
import type { LoadJob, LoadResult } from './load-job.ts';
import type { ServerProcess } from './process.ts';
import { startStolenTime } from './stolen-time.ts';

export const CONNECTIONS = 50;
const REQUESTS_A_MINUTE = 60;
/**
 * What the machine's host gave to others may be this share of a measure's processor time: with a
 * tenth of it gone, the slowest of a hundred answers took 5 to 20 times as long.
 */
export const MAX_STOLEN = 0.02;
export const MAX_TRIES = 3;
const WARM_UP_SECONDS = 300;
/**
 * The load process has the bodies of all answers at hand. With room for them from its beginning it
 * has no major garbage collection, which delayed what was due meanwhile by 20 ms.
 */
const LOAD_FLAGS = ['--initial-old-space-size=1024'];

/** One line of the table: a load on a server. */
export interface Row {
  name: string;
  server: ServerProcess;
  job: Job;
  /** Its requests are sent at half of the rate that this row had: how long an answer takes then. */
  paceOf?: string;
}

export interface Measure extends LoadResult {
  /** Of the server's own process. */
  cpuMicrosPerRequest: number;
  /** Of the time in which the processors had work, the share that the host gave to others. */
  stolen: number;
}

/** The least disturbed of so many tries. */
export interface ChosenMeasure extends Measure {
  tries: number;
}

/** The measures of each row, by name, one a round; throws when an answer was not the expected one. */
export async function measureRows(
  folder: string,
  rows: readonly Row[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Map<string, ChosenMeasure[]>> {
  const measures = new Map<string, ChosenMeasure[]>(rows.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, server, job, paceOf } of rows) {
      const topRate = measures.get(paceOf ?? '')?.at(-1)?.perSecond ?? null;
      const perSecond = topRate === null ? null : topRate / 2;
      const load = { ...job, port: server.port, seconds, perSecond };
      measures.get(name)?.push(await measureUndisturbed(folder, server, load));
    }
  }
  return measures;
}

/** Sends all requests of a job once, within WARM_UP_SECONDS. */
export async function warmUp(folder: string, server: ServerProcess, job: Job): Promise<void> {
  const load = { ...job, port: server.port, seconds: WARM_UP_SECONDS, perSecond: null };
  const { answered } = await measureOne(folder, server, load);
  if (answered === job.maxRequests) return;
  throw new Error(`the warm-up had ${answered} of ${job.maxRequests} answers in its time`);
}

async function measureUndisturbed(
  folder: string,
  server: ServerProcess,
  job: Omit<LoadJob, 'connections'>,
): Promise<ChosenMeasure> {
  for (let best: Measure | null = null, tries = 1; ; tries++) {
    const measure = await measureOne(folder, server, job);
    if (best === null || measure.stolen < best.stolen) best = measure;
    if (best.stolen <= MAX_STOLEN || tries === MAX_TRIES) return { ...best, tries };
  }
}

async function measureOne(
  folder: string,
  server: ServerProcess,
  job: Omit<LoadJob, 'connections'>,
): Promise<Measure> {
  const keys = job.status === 429 ? [await useUpOne(server, job.keys)] : job.keys;
  const file = join(folder, 'job.json');
  writeFileSync(file, JSON.stringify({ ...job, keys, connections: CONNECTIONS }));
  const beforeSeconds = server.readCpuSeconds();
  const readStolen = startStolenTime();
  const script = join(import.meta.dirname, 'load.ts');
  const load = spawn(process.execPath, [...LOAD_FLAGS, script, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output] = await Promise.all([text(load.stdout), once(load, 'exit')]);
  const result: LoadResult = JSON.parse(output);
  if (result.wrong > 0) {
    throw new Error(`${result.wrong} answers were not the expected ones: ${result.firstWrong}`);
  }
  const cpuSeconds = server.readCpuSeconds() - beforeSeconds;
  const cpuMicrosPerRequest = (cpuSeconds * 1e6) / result.answered;
  return { ...result, cpuMicrosPerRequest, stolen: readStolen() };
}

/**
 * Spends the minute of a key that has all of it left, so that for as long every further request is
 * refused.
 */
async function useUpOne(server: ServerProcess, keys: readonly string[]): Promise<string> {
  const url = `http://127.0.0.1:${server.port}/api/v1/nope`;
  for (const key of keys) {
    const headers = { 'x-api-key': key };
    const { headers: limit } = await fetch(url, { headers });
    if (limit.get('x-ratelimit-remaining') !== String(REQUESTS_A_MINUTE - 1)) continue;
    for (let count = 1; count < REQUESTS_A_MINUTE; count++) await fetch(url, { headers });
    return key;
  }
  throw new Error(`the minute of each of ${keys.length} keys is spent`);
}

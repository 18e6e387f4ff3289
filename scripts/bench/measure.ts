import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Job } from './jobs.ts';
import type { LoadJob, LoadResult } from './load-job.ts';
import type { ServerProcess } from './process.ts';

export const CONNECTIONS = 50;
const SETTLE_REQUESTS = 60;
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
}

/** The measures of each row, by name, one a round; throws when an answer was not the expected one. */
export async function measureRows(
  folder: string,
  rows: readonly Row[],
  { rounds, seconds }: { rounds: number; seconds: number },
): Promise<Map<string, Measure[]>> {
  const measures = new Map<string, Measure[]>(rows.map(({ name }) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const { name, server, job, paceOf } of rows) {
      if (job.status === 429) await useUp(server, job.keys[0] ?? '');
      const topRate = measures.get(paceOf ?? '')?.at(-1)?.perSecond ?? null;
      const perSecond = topRate === null ? null : topRate / 2;
      const load = { ...job, port: server.port, seconds, perSecond };
      measures.get(name)?.push(await measureOne(folder, server, load));
    }
  }
  return measures;
}

async function measureOne(
  folder: string,
  server: ServerProcess,
  job: Omit<LoadJob, 'connections'>,
): Promise<Measure> {
  const file = join(folder, 'job.json');
  writeFileSync(file, JSON.stringify({ ...job, connections: CONNECTIONS }));
  const beforeSeconds = server.readCpuSeconds();
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
  return { ...result, cpuMicrosPerRequest: (cpuSeconds * 1e6) / result.answered };
}

/** Spends a key's requests of the minute, so that every further one is refused. */
async function useUp(server: ServerProcess, key: string): Promise<void> {
  for (let count = 0; count < SETTLE_REQUESTS; count++) {
    await fetch(`http://127.0.0.1:${server.port}/api/v1/nope`, { headers: { 'x-api-key': key } });
  }
}

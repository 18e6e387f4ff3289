import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { Command, InvalidArgumentError } from 'commander';
import { openSqliteStore } from '../src/store/sqlite/open.ts';
import { type Job, makeJobs } from './bench/jobs.ts';
import type { LoadJob, LoadResult } from './bench/load-job.ts';
import { fillCompanies } from './bench/population.ts';
import { type ServerProcess, startServer } from './bench/process.ts';
import { formatTable, median } from './bench/table.ts';
import { runCommand } from './command.ts';

const COMPANIES = 100_000;
const CONNECTIONS = 50;
const BARE_PORT = 3971;
const REST_PORT = 3972;
const MAX_SECONDS = 30;
const SETTLE_REQUESTS = 60;
/** Tells how long an answer takes when the server has time for it. */
const PACED = '200 at half of its rate';

interface Options {
  seconds: number;
  rounds: number;
}

type Row = [name: string, server: ServerProcess, job: Job];

interface Measure extends LoadResult {
  cpuMicrosPerRequest: number;
}

const program = new Command('npm run bench --')
  .description('the REST route beside a bare route of the same framework, in one run')
  .option('--seconds <n>', 'of each measurement', toCount, 4)
  .option('--rounds <n>', 'of all measurements', toCount, 3)
  .action((options: Options) => inFolder((folder) => measureAll(folder, options)));
await runCommand(program);

async function measureAll(folder: string, options: Options): Promise<void> {
  const baseUrl = `http://127.0.0.1:${REST_PORT}`;
  const dataDir = join(folder, 'data');
  const store = openSqliteStore(dataDir);
  const companies = await fillCompanies(store, folder, COMPANIES);
  const jobs = await makeJobs(store, companies, baseUrl);
  await store.close();

  const objectFile = join(folder, 'object.json');
  const body = jobs.found.bodies[0] ?? '';
  writeFileSync(objectFile, body);
  const bare: Job = { ...jobs.found, paths: ['/company'], bodies: [body] };
  const script = (name: string) => join(import.meta.dirname, name);
  const servers: ServerProcess[] = [];
  const start = async (port: number, args: string[], env: Record<string, string>) => {
    const server = await startServer(port, args, env);
    servers.push(server);
    return server;
  };
  try {
    const bareArgs = [script('bench/bare-server.ts'), String(BARE_PORT), objectFile];
    const bareServer = await start(BARE_PORT, bareArgs, {});
    const restServer = await start(REST_PORT, [script('../src/main.ts')], {
      PORT: String(REST_PORT),
      DATA_DIR: dataDir,
      DEMO: 'off',
    });
    const rows: Row[] = [
      ['bare route', bareServer, bare],
      ['200', restServer, jobs.found],
      [PACED, restServer, jobs.paced],
      ['304', restServer, jobs.notModified],
      ['404', restServer, jobs.notFound],
      ['401', restServer, jobs.noSuchKey],
      ['429', restServer, jobs.overLimit],
    ];
    const measures = await measureRows(folder, rows, options);
    print(measures, options);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureRows(folder: string, rows: Row[], options: Options) {
  const measures = new Map<string, Measure[]>(rows.map(([name]) => [name, []]));
  for (let round = 0; round < options.rounds; round++) {
    for (const [name, server, job] of rows) {
      if (name === '429') await useUp(server, job.keys[0] ?? '');
      const topRate = measures.get('200')?.at(-1)?.perSecond ?? 0;
      const perSecond = name === PACED ? topRate / 2 : null;
      const load = { ...job, port: server.port, seconds: options.seconds, perSecond };
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
  const load = spawn(process.execPath, [join(import.meta.dirname, 'bench/load.ts'), file], {
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

function print(measures: Map<string, Measure[]>, options: Options): void {
  const bareRates = measures.get('bare route')?.map(({ perSecond }) => perSecond) ?? [];
  const rows = [...measures].map(([name, all]) => {
    const ratios = all.map(({ perSecond }, round) => perSecond / (bareRates[round] ?? Number.NaN));
    const figure = (pick: (one: Measure) => number, digits: number) =>
      median(all.map(pick)).toFixed(digits);
    return [
      name,
      figure((one) => one.perSecond, 0),
      figure((one) => one.p50Ms, 2),
      figure((one) => one.p99Ms, 2),
      figure((one) => one.cpuMicrosPerRequest, 0),
      median(ratios).toFixed(2),
    ];
  });
  const head = ['answer', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'of the bare route'];
  process.stdout.write(
    `${formatTable(head, rows)}\n\nMedians of ${options.rounds} rounds of ${options.seconds} s, ` +
      `${CONNECTIONS} connections, ${COMPANIES} companies; every answer was checked.\n`,
  );
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'registru-bench-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_SECONDS) return count;
  throw new InvalidArgumentError(`it must be a whole number from 1 to ${MAX_SECONDS}`);
}

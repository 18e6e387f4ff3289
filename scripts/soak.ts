import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Command } from 'commander';
import { startServer } from './bench/processes.ts';
import { formatTable } from './bench/table.ts';
import { runCommand, toWholeNumber } from './command.ts';
import { createMinutes, type Minutes } from './soak/minutes.ts';
import { preparePopulation } from './soak/population.ts';
import { createTasks, type Task } from './soak/tasks.ts';

const PORT = 3977;
const SAMPLE_MS = 5_000;
const TICK_MS = 10;
const MAX_MINUTES = 600;
/** After this time every task has run. */
const WARM_MINUTES = 5;
/** Long enough for two imports, which run every two minutes and empty the cache. */
const COMPARED_MINUTES = 4;
const MAX_GROWTH = 0.1;

interface Options {
  minutes: number;
  companies: number;
}

const program = new Command('npm run soak --')
  .description(
    'Runs mixed work on one server: look-ups, pages, sign-ins, new keys, staff queries, broken ' +
      'connections and imports; fails if memory grows by more than 10 % after minute 5.',
  )
  .option('--minutes <n>', 'of work', toWholeNumber(1, MAX_MINUTES), 30)
  .option('--companies <n>', 'in the store', toWholeNumber(1, 300_000), 20_000)
  .action((options: Options) => soak(options));
await runCommand(program);

async function soak({ minutes, companies }: Options): Promise<void> {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'registru-soak-'));
  const folder = temporary.path;
  const baseUrl = `http://127.0.0.1:${PORT}`;
  const dataDir = join(folder, 'data');
  const population = await preparePopulation({ folder, dataDir, companies, baseUrl });
  const env = { DATA_DIR: dataDir, BASE_URL: baseUrl, TRUST_PROXY: '127.0.0.1' };
  const server = await startServer({ port: PORT, env });
  const stop = new AbortController();
  const record = createMinutes(server.pid);
  try {
    const tasks = await createTasks({ port: PORT, baseUrl, dataDir, folder, population });
    const running = tasks.map((task) => runAtRate(task, record, stop.signal));
    const beginMs = performance.now();
    for (let minute = 1; minute <= minutes; minute++) {
      while (performance.now() < beginMs + minute * 60_000) {
        await setTimeout(SAMPLE_MS);
        record.sample();
      }
      record.endMinute();
      process.stderr.write(`minute ${minute}: ${record.rows().at(-1)?.join(' ')}\n`);
    }
    stop.abort();
    await Promise.all(running);
  } finally {
    stop.abort();
    await server.stop();
    await population.close();
  }
  report(record, minutes);
}

/** Runs a task at its rate until the signal, then waits for the runs in progress. */
async function runAtRate(task: Task, minutes: Minutes, signal: AbortSignal): Promise<void> {
  const beginMs = performance.now();
  const running = new Set<Promise<void>>();
  let started = 0;
  while (!signal.aborted) {
    const due = Math.floor(((performance.now() - beginMs) * task.perSecond) / 1_000);
    while (started < due) {
      started++;
      if (running.size >= task.maxAtOnce) continue;
      const run = measure(task, minutes).finally(() => running.delete(run));
      running.add(run);
    }
    await setTimeout(TICK_MS);
  }
  await Promise.all(running);
}

async function measure({ name, run }: Task, minutes: Minutes): Promise<void> {
  const startMs = performance.now();
  const fault = await run().catch((error: unknown) => String(error));
  minutes.note(name, performance.now() - startMs, fault);
}

function report(record: Minutes, minutes: number): void {
  process.stdout.write(`${formatTable(record.head, record.rows())}\n\n${record.summary()}\n`);
  if (record.unexpected > 0) {
    throw new Error(
      `${record.unexpected} answers were unexpected, the first: ${record.firstUnexpected}`,
    );
  }
  if (minutes < WARM_MINUTES + 2 * COMPARED_MINUTES) return;
  const growth = record.growthSince(WARM_MINUTES, COMPARED_MINUTES);
  const percent = `${(growth * 100).toFixed(1)} %`;
  process.stdout.write(
    `Memory without file mappings, highest of the last ${COMPARED_MINUTES} minutes against the ` +
      `${COMPARED_MINUTES} after minute ${WARM_MINUTES}: ${percent}.\n`,
  );
  if (growth > MAX_GROWTH) throw new Error(`memory without file mappings has grown by ${percent}`);
}

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import type { Job } from './bench/jobs.ts';
import {
  type ChosenMeasure,
  CONNECTIONS,
  MAX_STOLEN,
  MAX_TRIES,
  measureRows,
} from './bench/measure.ts';
import { makeBenchDump } from './bench/population.ts';
import { startServer } from './bench/process.ts';
import {
  BATCHED_ROW,
  FOUND_ROW,
  ONE_BY_ONE_ROW,
  SHARED,
  type System,
  startEmbedded,
  startShared,
} from './bench/systems.ts';
import { formatTable, median } from './bench/table.ts';
import { runCommand } from './command.ts';

const MAX_COMPANIES = 1_000_000;
const BARE_PORT = 3971;
const BARE_ROW = 'bare route';
const PACED_BARE_ROW = 'bare route at that rate';
const MAX_SECONDS = 10;
const MAX_ROUNDS = 30;

interface Options {
  seconds: number;
  rounds: number;
  companies: number;
}

const program = new Command('npm run bench --')
  .description(
    'the REST route beside a bare route of the same framework, in one run; on MongoDB and Redis ' +
      'too where MONGODB_URI and REDIS_URL are set',
  )
  .option('--seconds <n>', 'of each measurement', toCount(MAX_SECONDS), 2)
  .option('--rounds <n>', 'of all measurements', toCount(MAX_ROUNDS), 5)
  .option('--companies <n>', 'in each store', toCount(MAX_COMPANIES), 100_000)
  .action((options: Options) => inFolder((folder) => measureAll(folder, options)));
await runCommand(program);

async function measureAll(folder: string, options: Options): Promise<void> {
  const { MONGODB_URI = '', REDIS_URL = '' } = process.env;
  const dump = await makeBenchDump(folder, options.companies);
  const systems: System[] = [];
  try {
    const embedded = await startEmbedded(folder, dump);
    systems.push(embedded);
    if (MONGODB_URI !== '' && REDIS_URL !== '') {
      systems.push(await startShared(dump, MONGODB_URI, REDIS_URL));
    } else {
      process.stderr.write(`without MONGODB_URI and REDIS_URL there are no rows of ${SHARED}\n`);
    }
    const bare = await startBare(folder, embedded.found);
    systems.unshift(bare);
    const rows = systems.flatMap((system) => system.rows);
    // What this machine gives anyone at that rate, measured next to it.
    const pacedPlace = rows.findIndex(({ paceOf }) => paceOf === FOUND_ROW);
    const pacedBare = bare.rows.map((row) => ({ ...row, name: PACED_BARE_ROW, paceOf: FOUND_ROW }));
    rows.splice(pacedPlace + 1, 0, ...pacedBare);
    print(await measureRows(folder, rows, options), options);
  } finally {
    await Promise.all(systems.map((system) => system.close()));
  }
}

/** The same framework with a route that sends one company's body, and does nothing else. */
async function startBare(folder: string, job: Job): Promise<System> {
  const [body = ''] = job.bodies;
  const file = join(folder, 'object.json');
  writeFileSync(file, body);
  const script = join(import.meta.dirname, 'bench/bare-server.ts');
  const server = await startServer(BARE_PORT, [script, String(BARE_PORT), file], {});
  const found = { ...job, paths: ['/company'], bodies: [body] };
  return { rows: [{ name: BARE_ROW, server, job: found }], found, close: () => server.stop() };
}

function print(measures: Map<string, ChosenMeasure[]>, options: Options): void {
  const rows = [...measures].map(([name, all]) => {
    const figure = (pick: (one: ChosenMeasure) => number, digits: number) =>
      median(all.map(pick)).toFixed(digits);
    return [
      name,
      figure((one) => one.perSecond, 0),
      figure((one) => one.p50Ms, 2),
      figure((one) => one.p99Ms, 2),
      figure((one) => one.cpuMicrosPerRequest, 0),
      compare(measures, name, BARE_ROW).toFixed(2),
    ];
  });
  const made = [...measures.values()].flat();
  const repeated = made.filter(({ tries }) => tries > 1).length;
  const disturbed = made.filter(({ stolen }) => stolen > MAX_STOLEN).length;
  const paced = made.filter(({ oversleptP99Ms }) => oversleptP99Ms > 0);
  const overslept = median(paced.map(({ oversleptP99Ms }) => oversleptP99Ms)).toFixed(1);
  const head = ['answer', 'requests/s', 'p50 ms', 'p99 ms', 'CPU µs/request', 'of the bare route'];
  process.stdout.write(
    `${formatTable(head, rows)}\n\nMedians of ${options.rounds} rounds of ${options.seconds} s, ` +
      `${CONNECTIONS} connections, ${options.companies} companies; every answer was checked.\n` +
      'In the rows of 200 and 304 each company had been asked for before, and its answer was kept ' +
      `as far as memory for answers goes; "made anew" keeps none, nor does ${SHARED}.\n` +
      `Where requests have a rate, the load process woke up to ${overslept} ms late (p99), which ` +
      'is not counted.\n' +
      `${repeated} of ${made.length} measurements were made up to ${MAX_TRIES} times, as the machine's ` +
      `host had given more than ${MAX_STOLEN * 100} % of the processors' busy time to others; ` +
      `${disturbed} stayed above that.\n`,
  );
  if (!measures.has(BATCHED_ROW)) return;
  const gain = compare(measures, BATCHED_ROW, ONE_BY_ONE_ROW).toFixed(2);
  process.stdout.write(
    `On ${SHARED}, requests that share their reads are ${gain} times as many a second as those ` +
      'that have a read each.\n',
  );
}

/** How many times as many requests a second one row carries as another: the median of the rounds. */
function compare(measures: Map<string, ChosenMeasure[]>, name: string, other: string): number {
  const others = measures.get(other) ?? [];
  const ratios = (measures.get(name) ?? []).map(
    ({ perSecond }, round) => perSecond / (others[round]?.perSecond ?? Number.NaN),
  );
  return median(ratios);
}

async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'registru-bench-'));
  try {
    await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toCount(max: number): (text: string) => number {
  return (text) => {
    const count = Number(text);
    if (Number.isInteger(count) && count >= 1 && count <= max) return count;
    throw new InvalidArgumentError(`it must be a whole number from 1 to ${max}`);
  };
}

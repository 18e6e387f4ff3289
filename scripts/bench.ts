import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { CONNECTIONS, type Measurement, measureRows } from './bench/measure.ts';
import { CLEAN_DUMP, generateCompanies, writeWeek } from './bench/population.ts';
import { readOwnMemoryMib } from './bench/proc.ts';
import {
  type BenchDump,
  PACED_ROW,
  RANDOM_ROW,
  SHARED,
  startBare,
  startEmbedded,
  startShared,
} from './bench/systems.ts';
import { formatQuartiles, formatTable, median } from './bench/table.ts';
import { runCommand, toWholeNumber } from './command.ts';

const MAX_COMPANIES = 1_000_000;
const BARE_ROW = 'bare route';
const PACED_BARE_ROW = 'bare route, at that rate';
const MAX_SECONDS = 10;
const MAX_ROUNDS = 30;
/** Imports into MongoDB take several times as long. */
const MAX_SHARED_COMPANIES = 20_000;

interface Options {
  seconds: number;
  rounds: number;
  companies: number;
}

const program = new Command('npm run bench --')
  .description(
    'Measures the REST route and a bare route of the same framework in one run; also on MongoDB ' +
      `and Redis, with at most ${MAX_SHARED_COMPANIES} companies, where MONGODB_URI and REDIS_URL are ` +
      'set. Takes about five minutes.',
  )
  .option('--seconds <n>', 'of each measurement', toWholeNumber(1, MAX_SECONDS), 1)
  .option('--rounds <n>', 'of all measurements', toWholeNumber(1, MAX_ROUNDS), 3)
  .option('--companies <n>', 'in the embedded store', toWholeNumber(1, MAX_COMPANIES), 150_000)
  .action(measureAll);
await runCommand(program);

async function measureAll(options: Options): Promise<void> {
  const { MONGODB_URI: mongodbUri = '', REDIS_URL: redisUrl = '' } = process.env;
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'registru-bench-'));
  const folder = temporary.path;
  await using opened = new AsyncDisposableStack();
  report(`making ${options.companies} companies`);
  const dump = await makeDump(folder, options.companies);
  report('importing them into the embedded store, and asking for each');
  const { rows, warmed, found } = await startEmbedded(opened, folder, dump);
  if (mongodbUri !== '' && redisUrl !== '') {
    const count = Math.min(options.companies, MAX_SHARED_COMPANIES);
    report(`importing ${count} companies into MongoDB`);
    const shared = await makeDump(folder, count);
    rows.push(...(await startShared(opened, shared, { mongodbUri, redisUrl })));
  } else {
    report(`without MONGODB_URI and REDIS_URL there are no rows of ${SHARED}`);
  }
  const bare = await startBare(opened, folder, dump, found);
  // The baseline of this machine for any server at that rate, measured next.
  const pacedIndex = rows.findIndex(({ name }) => name === PACED_ROW);
  rows.splice(pacedIndex + 1, 0, { ...bare, name: PACED_BARE_ROW, paceOf: RANDOM_ROW });
  const reference = { ...bare, name: BARE_ROW };
  print(await measureRows(reference, rows, { ...options, report }), options);
  process.stdout.write(
    'At the end the server with default settings, which had been asked for every company once, had ' +
      `${readOwnMemoryMib(warmed.pid).toFixed(0)} MiB of memory of its own.\n`,
  );
}

/** What it is doing, on standard error. */
function report(line: string): void {
  process.stderr.write(`${line}\n`);
}

async function makeDump(folder: string, rows: number): Promise<BenchDump> {
  const week = { ...CLEAN_DUMP, rows };
  return { path: await writeWeek(folder, week), companies: [...generateCompanies(week)] };
}

function print(measurements: Map<string, Measurement[]>, options: Options): void {
  const rows = [...measurements].map(([name, all]) => {
    const figure = (pick: (one: Measurement) => number, digits: number) =>
      median(all.map(pick)).toFixed(digits);
    return [
      name,
      figure((one) => one.perSecond, 0),
      figure((one) => one.p50Ms, 2),
      figure((one) => one.p99Ms, 2),
      figure((one) => one.cpuMicrosPerRequest, 0),
      formatQuartiles(all.map(({ toReference }) => toReference.perSecond)),
      formatQuartiles(all.map(({ toReference }) => toReference.cpu)),
    ];
  });
  const head = [
    'answer',
    'requests/s',
    'p50 ms',
    'p99 ms',
    'CPU µs/request',
    "requests/s to the bare route's",
    "CPU to the bare route's",
  ];
  process.stdout.write(
    `${formatTable(head, rows)}\n\nMedians of ${options.rounds} rounds of ${options.seconds} s, ` +
      `${CONNECTIONS} connections, ${options.companies} companies, on ${SHARED} at most ${MAX_SHARED_COMPANIES}; every answer ` +
      'was checked.\n' +
      'Ratios are to the bare route, measured right before, with the quartiles of the rounds.\n',
  );
}

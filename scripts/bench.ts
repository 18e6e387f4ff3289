import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { CONNECTIONS, type Measurement, measureRows } from './bench/measure.ts';
import { CLEAN_DUMP, generateCompanies, writeWeek } from './bench/population.ts';
import { readOwnMemoryMib } from './bench/proc.ts';
import {
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

interface Options {
  seconds: number;
  rounds: number;
  companies: number;
}

const program = new Command('npm run bench --')
  .description(
    'Measures the REST route and a bare route of the same framework in one run; also on MongoDB ' +
      'and Redis where MONGODB_URI and REDIS_URL are set.',
  )
  .option('--seconds <n>', 'of each measurement', toWholeNumber(1, MAX_SECONDS), 1)
  .option('--rounds <n>', 'of all measurements', toWholeNumber(1, MAX_ROUNDS), 7)
  .option('--companies <n>', 'in each store', toWholeNumber(1, MAX_COMPANIES), 300_000)
  .action(measureAll);
await runCommand(program);

async function measureAll(options: Options): Promise<void> {
  const { MONGODB_URI: mongodbUri = '', REDIS_URL: redisUrl = '' } = process.env;
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'registru-bench-'));
  const folder = temporary.path;
  const week = { ...CLEAN_DUMP, rows: options.companies };
  const dump = { path: await writeWeek(folder, week), companies: [...generateCompanies(week)] };
  await using opened = new AsyncDisposableStack();
  const { rows, warmed, found } = await startEmbedded(opened, folder, dump);
  if (mongodbUri !== '' && redisUrl !== '') {
    rows.push(...(await startShared(opened, dump, { mongodbUri, redisUrl })));
  } else {
    process.stderr.write(`without MONGODB_URI and REDIS_URL there are no rows of ${SHARED}\n`);
  }
  const bare = await startBare(opened, folder, dump, found);
  // The baseline of this machine for any server at that rate, measured next.
  const pacedIndex = rows.findIndex(({ name }) => name === PACED_ROW);
  rows.splice(pacedIndex + 1, 0, { ...bare, name: PACED_BARE_ROW, paceOf: RANDOM_ROW });
  print(await measureRows({ ...bare, name: BARE_ROW }, rows, options), options);
  process.stdout.write(
    'At the end the server with default settings, which had been asked for every company once, had ' +
      `${readOwnMemoryMib(warmed.pid).toFixed(0)} MiB of memory of its own.\n`,
  );
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
      `${CONNECTIONS} connections, ${options.companies} companies; every answer was checked.\n` +
      'Ratios are to the bare route, measured right before, with the quartiles of the rounds.\n',
  );
}

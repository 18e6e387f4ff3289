import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Command } from 'commander';
import type { Company } from '../src/domain/company/company.ts';
import type { Job } from './bench/jobs.ts';
import {
  CONNECTIONS,
  MAX_STOLEN,
  MAX_TRIES,
  type Measurement,
  measureRows,
} from './bench/measure.ts';
import { CLEAN_DUMP, generateCompanies, toExpectedBody, writeWeek } from './bench/population.ts';
import { readOwnMemoryMib } from './bench/proc.ts';
import { startServer } from './bench/processes.ts';
import {
  BATCHED_ROW,
  ONE_BY_ONE_ROW,
  PACED_ROW,
  RANDOM_ROW,
  SHARED,
  type System,
  startEmbedded,
  startShared,
} from './bench/systems.ts';
import { formatTable, median } from './bench/table.ts';
import { runCommand, toWholeNumber } from './command.ts';

const MAX_COMPANIES = 1_000_000;
const BARE_PORT = 3971;
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
  .option('--seconds <n>', 'of each measurement', toWholeNumber(1, MAX_SECONDS), 2)
  .option('--rounds <n>', 'of all measurements', toWholeNumber(1, MAX_ROUNDS), 5)
  .option('--companies <n>', 'in each store', toWholeNumber(1, MAX_COMPANIES), 300_000)
  .action(measureAll);
await runCommand(program);

async function measureAll(options: Options): Promise<void> {
  const { MONGODB_URI = '', REDIS_URL = '' } = process.env;
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'registru-bench-'));
  const folder = temporary.path;
  const week = { ...CLEAN_DUMP, rows: options.companies };
  const dump = { path: await writeWeek(folder, week), companies: [...generateCompanies(week)] };
  await using opened = new AsyncDisposableStack();
  const keepOpen = <Opened extends System>(system: Opened) =>
    opened.adopt(system, ({ close }) => close());
  const embedded = keepOpen(await startEmbedded(folder, dump));
  const rows = [...embedded.rows];
  if (MONGODB_URI !== '' && REDIS_URL !== '') {
    rows.push(...keepOpen(await startShared(dump, MONGODB_URI, REDIS_URL)).rows);
  } else {
    process.stderr.write(`without MONGODB_URI and REDIS_URL there are no rows of ${SHARED}\n`);
  }
  const bare = keepOpen(await startBare(folder, dump.companies[0], embedded.found));
  // The baseline of this machine for any server at that rate, measured right after it.
  const pacedPlace = rows.findIndex(({ name }) => name === PACED_ROW);
  const pacedBare = bare.rows.map((row) => ({ ...row, name: PACED_BARE_ROW, paceOf: RANDOM_ROW }));
  rows.splice(pacedPlace + 1, 0, ...pacedBare);
  print(await measureRows(folder, [...bare.rows, ...rows], options), options);
  const memoryMib = readOwnMemoryMib(embedded.warmed.pid).toFixed(0);
  process.stdout.write(
    'At the end the server with default settings, which had been asked for every company once, had ' +
      `${memoryMib} MiB of memory of its own.\n`,
  );
}

/** The same framework with a route that sends one company's body and does nothing else. */
async function startBare(folder: string, company: Company | undefined, job: Job): Promise<System> {
  if (company === undefined) throw new Error('the register has no company');
  const body = toExpectedBody(company, '');
  const COMPANY_FILE = join(folder, 'company.json');
  writeFileSync(COMPANY_FILE, body);
  const script = join(import.meta.dirname, 'bench/bare-server.ts');
  const server = await startServer({ port: BARE_PORT, env: { COMPANY_FILE }, script });
  const found = { ...job, targets: [{ path: '/company', checksums: [crc32(body)] }] };
  return { rows: [{ name: BARE_ROW, server, job: found }], close: () => server.stop() };
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
      compare(measurements, name, (one) => one.perSecond).toFixed(2),
      compare(measurements, name, (one) => one.cpuMicrosPerRequest).toFixed(1),
    ];
  });
  const made = [...measurements.values()].flat();
  const repeated = made.filter(({ tries }) => tries > 1).length;
  const disturbed = made.filter(({ stolen }) => stolen > MAX_STOLEN).length;
  const paced = made.filter(({ oversleptP99Ms }) => oversleptP99Ms > 0);
  const overslept = median(paced.map(({ oversleptP99Ms }) => oversleptP99Ms)).toFixed(1);
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
      `Where requests have a rate, the load process woke up to ${overslept} ms late (p99), which ` +
      'is not counted.\n' +
      `${repeated} of ${made.length} measurements were repeated, up to ${MAX_TRIES} tries, because ` +
      `the machine's host had given more than ${MAX_STOLEN * 100} % of the processors' busy time ` +
      `to others; ${disturbed} stayed above that.\n`,
  );
  if (!measurements.has(BATCHED_ROW)) return;
  const gain = compare(measurements, BATCHED_ROW, (one) => one.perSecond, ONE_BY_ONE_ROW).toFixed(
    2,
  );
  process.stdout.write(
    `On ${SHARED}, requests that share reads are served ${gain} times as fast as with one read ` +
      'each.\n',
  );
}

/** How many times the figure of another row a row has: the median of the rounds. */
function compare(
  measurements: Map<string, Measurement[]>,
  name: string,
  pick: (one: Measurement) => number,
  other = BARE_ROW,
): number {
  const others = (measurements.get(other) ?? []).map(pick);
  const all = (measurements.get(name) ?? []).map(pick);
  return median(all.map((figure, round) => figure / (others[round] ?? Number.NaN)));
}

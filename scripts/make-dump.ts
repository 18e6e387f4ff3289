import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError, Option } from 'commander';
import { isDay } from '../src/domain/time/time-zone.ts';
import { print, runCommand, stopOnSignal, toShare, toWholeNumber } from './command.ts';
import {
  ANOMALY_SETS,
  DEFAULT_DUMP_DATE,
  DEFAULTS,
  FIRST_DUMP_DATE,
  MAX_ROWS,
} from './make-dump/options.ts';
import { type WriteOptions, writeDump } from './make-dump/workbook.ts';

interface Arguments extends Omit<WriteOptions, 'dumpDate' | 'truthPath' | 'signal'> {
  out?: string;
  truth?: string;
  date: string;
  force?: true;
  json?: true;
}

const MAX_SEED = 2 ** 32 - 1;
const LAST_DUMP_DATE = '2099-12-31';

const command = new Command('npm run make-dump --')
  .description("Writes a dump of synthetic companies in the register's layout.")
  .argument('[file]', 'the workbook to write, .xlsx', toWorkbookPath)
  .requiredOption('--rows <n>', 'companies in the dump', toWholeNumber(1, MAX_ROWS))
  .option('--seed <n>', 'the same seed gives the same companies', toWholeNumber(0, MAX_SEED), 1)
  .option('--out <file>', 'the same as FILE', toWorkbookPath)
  .option('--truth <file>', 'also write the expected result of each row, NDJSON')
  .option('--date <day>', "the dump's day, YYYY-MM-DD", toDumpDate, DEFAULT_DUMP_DATE)
  .option(
    '--changed <share>',
    'a later week: share of companies changed or gone',
    toShare,
    DEFAULTS.changed,
  )
  .option('--without-idno <share>', 'share of rows with no IDNO', toShare, DEFAULTS.withoutIdno)
  .addOption(
    new Option('--anomalies <set>', 'common: seen in real dumps; all: also possible ones')
      .choices(ANOMALY_SETS)
      .default(DEFAULTS.anomalies),
  )
  .option('--force', 'replace existing files')
  .option('--json', 'print the summary as one JSON object')
  .action(makeDump);

await runCommand(command, 'make-dump: ');

async function makeDump(file: string | undefined, given: Arguments): Promise<void> {
  const { truth, date, force, json, out = file, ...options } = given;
  if (out === undefined || (file ?? out) !== out) {
    throw new Error('name the workbook to write, once: npm run make-dump -- FILE.xlsx --rows N');
  }
  if (truth === out) throw new Error(`--out and --truth name the same file ${out}; name two`);
  const present = force ? undefined : [out, truth ?? out].find((path) => existsSync(path));
  if (present !== undefined) throw new Error(`${present} exists already; --force replaces it`);
  const startedAt = performance.now();
  const truthPath = truth === undefined ? {} : { truthPath: truth };
  const signal = stopOnSignal(new Error('stopped before the dump was complete: run it again'));
  const wanted = { ...options, ...truthPath, dumpDate: date, signal };
  const { bytes, ...changes } = await writeDump(out, wanted);
  const seconds = Math.round(performance.now() - startedAt) / 1000;
  const { rows, seed } = options;
  const summary = { rows, seed, dumpDate: date, file: out, bytes, seconds, ...changes };
  const written = Object.values(changes.outcomes).reduce((sum, count) => sum + count, 0);
  const size = `${(bytes / 1e6).toFixed(1)} MB`;
  const text = `${rows} synthetic companies in ${written} rows to ${out}: ${size}`;
  await print(json ? `${JSON.stringify(summary)}\n` : `Wrote ${text} in ${seconds} s.\n`);
}

function toWorkbookPath(text: string): string {
  if (/.\.xlsx$/i.test(text)) return text;
  throw new InvalidArgumentError('Give a name that ends in .xlsx: only workbooks are written.');
}

function toDumpDate(text: string): string {
  if (isDay(text) && text >= FIRST_DUMP_DATE && text <= LAST_DUMP_DATE) return text;
  throw new InvalidArgumentError(`Give a day from ${FIRST_DUMP_DATE} to ${LAST_DUMP_DATE}.`);
}

import { existsSync } from 'node:fs';
import { Command, InvalidArgumentError } from 'commander';
import { isDay } from '../src/domain/time-zone.ts';
import {
  DEFAULT_DUMP_DATE,
  DEFAULT_WITHOUT_IDNO,
  FIRST_DUMP_DATE,
  MAX_ROWS,
} from './make-dump/rows.ts';
import { writeDump } from './make-dump/workbook.ts';

interface Arguments {
  rows: number;
  seed: number;
  out: string;
  truth?: string;
  date: string;
  changed: number;
  withoutIdno: number;
  anomalies: boolean;
  force?: true;
  json?: true;
}

const maxSeed = 2 ** 32 - 1;
const lastDumpDate = '2099-12-31';

const command = new Command('make-dump')
  .description("Writes a dump of synthetic companies in the registry's own layout.")
  .requiredOption('--rows <n>', 'companies in the dump', wholeNumber(1, MAX_ROWS))
  .option('--seed <n>', 'the same seed gives the same companies', wholeNumber(0, maxSeed), 1)
  .requiredOption('--out <file>', 'the workbook to write, .xlsx')
  .option('--truth <file>', 'also write what an import must make of each row, NDJSON')
  .option('--date <day>', "the dump's day, YYYY-MM-DD", readDay, DEFAULT_DUMP_DATE)
  .option('--changed <share>', 'a later week: share of companies changed or gone', readShare, 0)
  .option('--without-idno <share>', 'share of rows with no IDNO', readShare, DEFAULT_WITHOUT_IDNO)
  .option('--no-anomalies', 'clean rows only')
  .option('--force', 'replace files that are there')
  .option('--json', 'print the summary as one JSON object')
  .action(makeDump);

await command.parseAsync();

async function makeDump({ out, truth, date, force, json, ...options }: Arguments): Promise<void> {
  const files = truth === undefined ? [out] : [out, truth];
  if (truth === out) return refuse(`--out and --truth name the same file ${out}; name two`);
  const present = force ? undefined : files.find((file) => existsSync(file));
  if (present !== undefined) return refuse(`${present} is there already; --force replaces it`);
  const startedAt = performance.now();
  try {
    const summary = await writeDump(out, {
      ...options,
      dumpDate: date,
      ...(truth === undefined ? {} : { truthPath: truth }),
    });
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    const { bytes, outcomes, ...changes } = summary;
    const { rows, seed } = options;
    const result = { rows, seed, dumpDate: date, file: out, bytes, seconds, outcomes, ...changes };
    console.log(json ? JSON.stringify(result) : describe(result));
  } catch (error) {
    refuse(error instanceof Error ? error.message : String(error));
  }
}

function describe(result: { rows: number; file: string; bytes: number; seconds: number }): string {
  const { rows, file, bytes, seconds } = result;
  const megabytes = (bytes / 1e6).toFixed(1);
  return `Wrote ${rows} synthetic companies to ${file}: ${megabytes} MB in ${seconds} s.`;
}

function refuse(message: string): void {
  console.error(`make-dump: ${message}`);
  process.exitCode = 1;
}

function wholeNumber(low: number, high: number) {
  return (text: string): number => {
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (value >= low && value <= high) return value;
    throw new InvalidArgumentError(`Give a whole number from ${low} to ${high}.`);
  };
}

function readShare(text: string): number {
  const value = /^\d(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (value >= 0 && value <= 1) return value;
  throw new InvalidArgumentError('Give a share from 0 to 1, such as 0.02.');
}

function readDay(text: string): string {
  if (isDay(text) && text >= FIRST_DUMP_DATE && text <= lastDumpDate) return text;
  throw new InvalidArgumentError(`Give a day from ${FIRST_DUMP_DATE} to ${lastDumpDate}.`);
}

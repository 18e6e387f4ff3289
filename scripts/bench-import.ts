import { mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command } from 'commander';
import { writeWeek } from './bench/population.ts';
import { importDump, type MeasuredImport, timeUnzip } from './bench/processes.ts';
import { serveWhileImporting } from './bench/serve-while-importing.ts';
import { formatTable } from './bench/table.ts';
import { runCommand, toWholeNumber } from './command.ts';
import { writeDump } from './make-dump/workbook.ts';

const PORT = 3973;
const SEED = 20_260_914;
const CHANGED = 0.1;
const MAX_ROWS = 500_000;

const program = new Command('npm run bench:import --')
  .description(
    'Measures the import of a dump into an empty store, again, twice as large, and while serving.',
  )
  .option(
    '--rows <n>',
    'of the dump; the large one has twice as many',
    toWholeNumber(1, MAX_ROWS),
    300_000,
  )
  .action(({ rows }: { rows: number }) => measure(rows));
await runCommand(program);

async function measure(rows: number): Promise<void> {
  using temporary = mkdtempDisposableSync(join(tmpdir(), 'registru-bench-'));
  const folder = temporary.path;
  const first = { rows, seed: SEED, dumpDate: '2026-09-14' };
  const later = { ...first, dumpDate: '2026-09-21', changed: CHANGED };
  const file = await writeWeek(folder, first);
  const laterFile = await writeWeek(folder, later);
  const largeFile = join(folder, 'large_2026.09.14.xlsx');
  await writeDump(largeFile, { ...first, rows: rows * 2 });

  const dataDir = join(folder, 'data');
  const unzipSeconds = await timeUnzip(file);
  const imported = await importDump({ DATA_DIR: dataDir }, file);
  const again = await importDump({ DATA_DIR: dataDir }, file);
  const large = await importDump({ DATA_DIR: join(folder, 'large') }, largeFile);
  const served = await serveWhileImporting({ dataDir, port: PORT, first, later, laterFile });
  const { load, before, after, regenerated, slowestRegenerationMs } = served;

  const head = ['work', 'seconds', 'rows/s', 'own MiB', 'written'];
  const table = formatTable(head, [
    ['unzip of the sheet alone', unzipSeconds.toFixed(1), '', '', ''],
    toRow(`${rows} rows, empty store`, imported),
    toRow('the same file again', again),
    toRow(`${rows * 2} rows, empty store`, large),
    toRow('a later week, while serving', served.report),
  ]);
  process.stdout.write(
    `${table}\n\nWhile serving: ${load.answered} answers, each as before (${before}) ` +
      `or after (${after}), p50 ${load.p50Ms.toFixed(1)} ms, p99 ${load.p99Ms.toFixed(1)} ms; ` +
      `${regenerated} keys regenerated, the slowest in ${slowestRegenerationMs.toFixed(1)} ms.\n`,
  );
  if (load.wrong > 0) {
    throw new Error(
      `${load.wrong} answers were neither old nor new, the first: ${load.firstWrong}`,
    );
  }
}

function toRow(name: string, report: MeasuredImport): string[] {
  const written = report.new + report.changed + report.gone;
  const { seconds, rowsPerSecond, ownMemoryMib } = report;
  return [name, seconds.toFixed(1), ...[rowsPerSecond, ownMemoryMib, written].map(String)];
}

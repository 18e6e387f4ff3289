import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Command, InvalidArgumentError } from 'commander';
import { importDump, type MeasuredImport, timeUnzip } from './bench/import-process.ts';
import { serveWhileImporting } from './bench/serve-while-importing.ts';
import { formatTable } from './bench/table.ts';
import { runCommand } from './command.ts';
import { writeDump } from './make-dump/workbook.ts';

const PORT = 3973;
const SEED = 20_260_914;
const CHANGED = 0.1;
const MAX_ROWS = 1_000_000;

const program = new Command('npm run bench:import --')
  .description('the import of a dump into an empty store, again, twice as large, and while serving')
  .option('--rows <n>', 'of the dump; the large one has twice as many', toCount, 300_000)
  .action(({ rows }: { rows: number }) => measure(rows));
await runCommand(program);

async function measure(rows: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'registru-bench-'));
  try {
    const first = { rows, seed: SEED, dumpDate: '2026-09-14' };
    const later = { ...first, dumpDate: '2026-09-21', changed: CHANGED };
    const file = join(folder, 'company_2026.09.14.xlsx');
    const laterFile = join(folder, 'company_2026.09.21.xlsx');
    const largeFile = join(folder, 'large_2026.09.14.xlsx');
    await writeDump(file, first);
    await writeDump(laterFile, later);
    await writeDump(largeFile, { ...first, rows: rows * 2 });

    const dataDir = join(folder, 'data');
    const unzipSeconds = await timeUnzip(file);
    const imported = await importDump(dataDir, file);
    const again = await importDump(dataDir, file);
    const large = await importDump(join(folder, 'large'), largeFile);
    const meanwhile = await serveWhileImporting({ dataDir, port: PORT, first, later, laterFile });
    const { serving, regenerated, slowestRegenerationMs } = meanwhile;
    if (serving.wrong > 0) {
      throw new Error(`${serving.wrong} answers were neither old nor new: ${serving.firstWrong}`);
    }

    const head = ['work', 'seconds', 'rows/s', 'peak MiB', 'written', 'stolen'];
    const table = formatTable(head, [
      ['unzip of the sheet alone', unzipSeconds.toFixed(1), '', '', '', ''],
      toRow(`${rows} rows, empty store`, imported),
      toRow('the same file again', again),
      toRow(`${rows * 2} rows, empty store`, large),
      toRow('a later week, while serving', meanwhile.report),
    ]);
    process.stdout.write(
      `${table}\n\nWhile serving: ${serving.answered} answers, each as before (${serving.before}) ` +
        `or after (${serving.after}), p50 ${serving.p50Ms.toFixed(1)} ms, ` +
        `p99 ${serving.p99Ms.toFixed(1)} ms; ${regenerated} keys regenerated, ` +
        `the slowest in ${slowestRegenerationMs.toFixed(1)} ms.\n`,
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function toRow(name: string, report: MeasuredImport): string[] {
  const written = report.new + report.changed + report.gone;
  const { seconds, rowsPerSecond, peakMemoryMiB, stolen } = report;
  const counts = [rowsPerSecond, peakMemoryMiB, written].map(String);
  return [name, seconds.toFixed(1), ...counts, `${(stolen * 100).toFixed(1)} %`];
}

function toCount(text: string): number {
  const count = Number(text);
  if (Number.isInteger(count) && count >= 1 && count <= MAX_ROWS / 2) return count;
  throw new InvalidArgumentError(`it must be a whole number from 1 to ${MAX_ROWS / 2}`);
}

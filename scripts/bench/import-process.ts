import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startStolenTime } from './stolen-time.ts';

/** What `npm run import` says of a run. */
interface ImportReport {
  read: number;
  new: number;
  changed: number;
  unchanged: number;
  gone: number;
  seconds: number;
  rowsPerSecond: number;
  peakMemoryMiB: number;
}

/** With the share of the processors' busy time that their host gave to others, from 0 to 1. */
export interface MeasuredImport extends ImportReport {
  stolen: number;
}

/** Runs the import command to its end, as its user does. */
export async function importDump(dataDir: string, file: string): Promise<MeasuredImport> {
  const readStolen = startStolenTime();
  const child = spawn('npm', ['run', '-s', 'import', '--', file, '--json'], {
    cwd: join(import.meta.dirname, '../..'),
    // Of its own: what else is set around a benchmark is no part of it.
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  if (code !== 0) throw new Error(`the import of ${file} ended with ${code}`);
  return { ...JSON.parse(output), stolen: readStolen() };
}

/** Seconds that a plain unzip of the sheet takes; NaN where there is no such program. */
export async function timeUnzip(file: string): Promise<number> {
  const startMs = performance.now();
  const child = spawn('unzip', ['-p', file, 'xl/worksheets/sheet1.xml'], {
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const code = await new Promise((resolve) => {
    child.on('error', () => resolve(null));
    child.on('exit', resolve);
  });
  return code === 0 ? (performance.now() - startMs) / 1_000 : Number.NaN;
}

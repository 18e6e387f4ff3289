import { readFileSync } from 'node:fs';

/** Columns of a processor's line: two of an idle one, and what the host gave to others. */
const IDLE = 3;
const IO_WAIT = 4;
const STOLEN = 7;

/**
 * Begins to count what the machine's host takes of its processors: the function returned gives, of
 * the time in which they had work, the share in which they were given to others, from 0 to 1. By
 * Linux's counts (proc_stat(5)); 0 where there are none.
 */
export function startStolenTime(): () => number {
  const before = readTicks();
  return () => {
    // A host may correct its counts backwards.
    const ticks = readTicks().map((count, column) => Math.max(0, count - (before[column] ?? 0)));
    const all = ticks.reduce((sum, count) => sum + count, 0);
    const busy = all - (ticks[IDLE] ?? 0) - (ticks[IO_WAIT] ?? 0);
    return busy > 0 ? (ticks[STOLEN] ?? 0) / busy : 0;
  };
}

/** User, nice, system, idle, iowait, irq, softirq and stolen ticks of all processors together. */
function readTicks(): number[] {
  try {
    const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
    return line
      .trim()
      .split(/\s+/)
      .slice(1, STOLEN + 2)
      .map(Number);
  } catch {
    return [];
  }
}

import { readFileSync } from 'node:fs';

/** Columns of a processor's line. */
const IDLE = 3;
const IO_WAIT = 4;
const STOLEN = 7;

/**
 * Starts to count the processor time that the machine's host gives to others. The returned function
 * reads its share of the busy time, from 0 to 1, from Linux's counters (proc_stat(5)); 0 without them.
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

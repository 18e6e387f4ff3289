import { readFileSync } from 'node:fs';

/*
 * Figures that Linux gives in /proc (proc(5)). Elsewhere each of them is NaN or 0, so that a
 * benchmark runs without it.
 */

/** The unit in which Linux counts a process's time. */
const TICKS_PER_SECOND = 100;
/** Often enough for phases of a second; each sample reads two small files for each process. */
const SAMPLE_EVERY_MS = 250;

/** Private memory of one process, without mapped files, in MiB; NaN if the system does not tell. */
export function readOwnMemoryMib(pid: number): number {
  return readMemoryMib(pid, 'RssAnon');
}

/** A figure of a process's memory by its name in /proc/PID/status, in MiB. */
export function readMemoryMib(pid: number, name: 'RssAnon' | 'VmRSS'): number {
  const status = readProc(`${pid}/status`);
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1_024;
}

/** User and system time of a process so far; NaN if the system does not tell. */
export function readCpuSeconds(pid: number): number {
  const stat = readProc(`${pid}/stat`);
  // The name before the state may contain spaces and brackets.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/**
 * Starts to sample the private memory of a process with all of its descendants. The returned
 * function ends that and returns the highest sum in MiB; 0 if the system does not tell.
 */
export function startOwnMemory(pid: number): () => number {
  let peakMib = 0;
  const timer = setInterval(() => {
    peakMib = Math.max(peakMib, sumOwnMemoryMib(pid));
  }, SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return Math.round(peakMib);
  };
}

/** The sum for a process and its descendants; one that ends meanwhile counts as 0. */
function sumOwnMemoryMib(pid: number): number {
  const children = readProc(`${pid}/task/${pid}/children`).match(/\d+/g) ?? [];
  return children.reduce(
    (sum, child) => sum + sumOwnMemoryMib(Number(child)),
    readOwnMemoryMib(pid) || 0,
  );
}

/** Empty if there is no such file, as of a process that has ended. */
function readProc(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}

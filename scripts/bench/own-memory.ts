import { readdirSync, readFileSync } from 'node:fs';

/** Often enough for phases of a second; each sample reads one small file for each process. */
const SAMPLE_EVERY_MS = 250;

/** Private memory of one process, without mapped files, in MiB; NaN if the system does not tell. */
export function readOwnMemoryMib(pid: number): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/^RssAnon:\s+(\d+) kB/m.exec(status)?.[1]) / 1_024;
  } catch {
    return Number.NaN;
  }
}

/**
 * Starts to sample the private memory of a process with all of its descendants. The returned
 * function ends that and returns the highest sum in MiB; 0 if the system does not tell.
 */
export function startOwnMemory(pid: number): () => number {
  let peakMib = 0;
  const timer = setInterval(() => {
    let sumMib = 0;
    // One that ends meanwhile counts as nothing.
    for (const one of listTree(pid)) sumMib += readOwnMemoryMib(one) || 0;
    peakMib = Math.max(peakMib, sumMib);
  }, SAMPLE_EVERY_MS);
  return () => {
    clearInterval(timer);
    return Math.round(peakMib);
  };
}

/** The process and its descendants. */
function listTree(root: number): number[] {
  const children = Map.groupBy(listProcesses(), ({ parent }) => parent);
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []).map((child) => child.pid));
  return tree;
}

function listProcesses(): { pid: number; parent: number | null }[] {
  try {
    const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
    return pids.map((pid) => ({ pid, parent: readParent(pid) }));
  } catch {
    return [];
  }
}

/** Null if the process has ended. */
function readParent(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before the state may contain spaces and brackets (proc_pid_stat(5)).
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return null;
  }
}

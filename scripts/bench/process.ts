import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';

const START_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 10_000;
/** Linux counts a process's time in these. */
const TICKS_PER_SECOND = 100;

/** A server under test, in a process of its own. */
export interface ServerProcess {
  pid: number;
  port: number;
  /** User and system time so far; NaN where the system does not tell. */
  readCpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts a server and waits until it answers at all. */
export async function startServer(
  port: number,
  args: string[],
  env: Record<string, string>,
): Promise<ServerProcess> {
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  for (const startMs = performance.now(); ; await setTimeout(50)) {
    const response = await fetch(`http://127.0.0.1:${port}/`).catch(() => null);
    if (response !== null) break;
    if (child.exitCode !== null || performance.now() - startMs > START_TIMEOUT_MS) {
      child.kill('SIGKILL');
      throw new Error(`the server on port ${port} did not start`);
    }
  }
  return {
    pid: child.pid ?? 0,
    port,
    readCpuSeconds: () => readCpuSeconds(child),
    stop: () => stop(child),
  };
}

async function stop(child: ChildProcess): Promise<void> {
  child.kill('SIGTERM');
  const deadline = globalThis.setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await once(child, 'exit');
  clearTimeout(deadline);
}

function readCpuSeconds(child: ChildProcess): number {
  try {
    const stat = readFileSync(`/proc/${child.pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  } catch {
    return Number.NaN;
  }
}
